// SPDX-License-Identifier: Apache-2.0
/** Secure aggregation for runs whose sites are all in this process: the real protocol, keys of all in one place. */
@NullMarked
package io.hedgerow.samples.secure;

import org.jspecify.annotations.NullMarked;
