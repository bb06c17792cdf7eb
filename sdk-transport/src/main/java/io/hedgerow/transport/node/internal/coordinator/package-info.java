// SPDX-License-Identifier: Apache-2.0
/**
 * Parts of a coordinator's run: start, exclusion of sites, waiting for disk space, and learning again from recorded
 * sums.
 */
@NullMarked
package io.hedgerow.transport.node.internal.coordinator;

import org.jspecify.annotations.NullMarked;
