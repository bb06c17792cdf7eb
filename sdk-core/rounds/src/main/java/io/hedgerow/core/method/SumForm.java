// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import java.util.List;

/** The form of sums whose single uploads are hidden: how values are written, and which sites the sum must include. */
public sealed interface SumForm {

    /**
     * Returns the largest magnitude that a coordinator accepts from a site whose values it sees. A release with noise
     * has the bound that it has behind masks. Exact statistics are in the units of columns, which have no bound: theirs
     * is so small that the sum over a million sites and rounds is finite, and so is its square. Parameters of a study
     * that diverges grow at all sites: that ends it, and is no failure of a site.
     *
     * @param exact whether the values have no noise
     * @return a positive number
     */
    default double largestSeen(boolean exact) {
        if (this instanceof Changes) {
            return Double.MAX_VALUE;
        }
        return !exact && this instanceof Statistic released ? Math.min(0x1p400, released.bound()) : 0x1p400;
    }

    /** Changes of parameters without noise added by the site: every sum is over all sites. */
    record Changes() implements SumForm {}

    /** Values that are private by themselves: sums are over the sites that answered. */
    record OwnNoise() implements SumForm {}

    /**
     * A statistic that is released once.
     *
     * @param bound largest magnitude of any value of a site; public
     * @param name what is released: the same name is released at most once
     * @param parts the index at which the part of each round begins, and that at which the last part ends: a round
     *     masks and sends only its part; empty where every round may fill the whole vector
     */
    record Statistic(double bound, String name, List<Integer> parts) implements SumForm {
        public Statistic {
            parts = List.copyOf(parts);
            for (int k = 0; k < parts.size(); k++) {
                if (parts.get(k) < (k == 0 ? 0 : parts.get(k - 1) + 1)) {
                    throw new IllegalArgumentException("parts must begin one after another from 0, were " + parts);
                }
            }
        }

        /**
         * Creates a statistic of which every round may fill the whole vector.
         *
         * @param bound largest magnitude of any value of a site; public
         * @param name what is released: the same name is released at most once
         */
        public Statistic(double bound, String name) {
            this(bound, name, List.of());
        }
    }
}
