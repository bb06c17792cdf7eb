// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

/** The neighbouring relation: the pairs of data sets that the guarantee makes indistinguishable. */
public enum Adjacency {
    /** One unit's data is replaced by any other; the number of units is public. */
    REPLACE_ONE,
    /** One unit's data is replaced by zeros; sums are divided by a public constant, never by the true count. */
    ZERO_OUT
}
