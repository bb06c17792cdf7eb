// SPDX-License-Identifier: Apache-2.0
/** Private runs on sites in one process. */
@NullMarked
package io.hedgerow.samples.privacy;

import org.jspecify.annotations.NullMarked;
