// SPDX-License-Identifier: Apache-2.0
/**
 * Path diagrams and ancestral graphs, which show the directions that are identified when causes may be hidden.
 * Internal.
 */
@NullMarked
package io.hedgerow.core.internal.ancestral;

import org.jspecify.annotations.NullMarked;
