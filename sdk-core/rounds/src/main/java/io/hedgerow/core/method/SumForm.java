// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import java.util.List;

/** The form of a securely aggregated sum: how values are encoded, and which sites must contribute. */
public sealed interface SumForm {

    /**
     * The largest magnitude that a coordinator takes from a site whose values it sees. A release with noise has a
     * bound, which a site is held to as behind masks; exact statistics are in the units of columns, which have none, so
     * theirs is one of which the sum over a million sites and rounds is finite, and so is its square. Parameters of a
     * study that diverges grow at all sites: that ends it, and is no failure of a site.
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

    /** A sum of parameter changes without noise of each site's own; it must cover all sites. */
    record Changes() implements SumForm {}

    /** A sum of values that each site made differentially private; it covers the sites that are present. */
    record OwnNoise() implements SumForm {}

    /**
     * A statistic, released once.
     *
     * @param bound largest magnitude of any value of a site; public
     * @param name what is released: the same name is released at most once
     * @param parts where the part begins that a site fills in each round, and where the last one ends: only this part
     *     is masked and sent; empty where every round may fill all
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
         * A statistic of which every round may fill all.
         *
         * @param bound largest magnitude of any value of a site; public
         * @param name what is released: the same name is released at most once
         */
        public Statistic(double bound, String name) {
            this(bound, name, List.of());
        }
    }
}
