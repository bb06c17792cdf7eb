// SPDX-License-Identifier: Apache-2.0
/** Secure aggregation for runs with all sites in this process: the real protocol, with all keys in one place. */
@NullMarked
package io.hedgerow.samples.secure;

import org.jspecify.annotations.NullMarked;
