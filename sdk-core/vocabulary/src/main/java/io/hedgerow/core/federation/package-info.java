// SPDX-License-Identifier: Apache-2.0
/** Extension points between sites and coordinator, and reports on the rounds. */
@NullMarked
package io.hedgerow.core.federation;

import org.jspecify.annotations.NullMarked;
