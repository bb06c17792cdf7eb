// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * The parameters of secure aggregation in a plan: trust, key agreement, colluding sites and dropouts. With n sites, n_C
 * of them colluding and h the fewest honest inputs, a sum opens with t = max(⌊(n + n_C)/2⌋ + 1, n_C + h) sites; with a
 * coordinator that is trusted to follow the protocol the first term is ⌊n/2⌋ + 1.
 *
 * @param mode what the coordinator is trusted with
 * @param suite key agreement
 * @param colluding n_C, or empty for ⌊(n − 1)/3⌋
 * @param minHonest h; at least 2
 * @param dropouts how many sites may be lost on the way; at least 0
 */
public record PlannedAggregation(Mode mode, Suite suite, OptionalInt colluding, int minHonest, int dropouts) {

    /** How far the sites trust the coordinator. */
    public enum Mode {
        /** With nothing but availability. */
        MALICIOUS,
        /** To follow the protocol. */
        HONEST_BUT_CURIOUS
    }

    /** The key agreement scheme. */
    public enum Suite {
        /** ML-KEM-768 and X25519. */
        HYBRID,
        /** X25519. */
        CLASSICAL
    }

    public PlannedAggregation {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(suite, "suite");
        if (colluding.isPresent() && colluding.getAsInt() < 0) {
            throw new IllegalArgumentException("colluding must be at least 0, was " + colluding.getAsInt());
        }
        if (minHonest < 2) {
            throw new IllegalArgumentException("minHonest must be at least 2, was " + minHonest);
        }
        if (dropouts < 0) {
            throw new IllegalArgumentException("dropouts must be at least 0, was " + dropouts);
        }
    }

    /**
     * {@return n_C, the colluding sites among n}
     *
     * @param sites n
     */
    public int colludingAmong(int sites) {
        return colluding.orElse(Math.max(0, (sites - 1) / 3));
    }

    /**
     * The number of sites whose noise is in a sum over all and unknown to anyone who looks at it: those that collude
     * know theirs, and a site that looks alone knows its own.
     *
     * @param sites n
     * @return n − max(1, n_C), at least 1
     */
    public int sharingNoise(int sites) {
        return Math.max(1, sites - Math.max(1, colludingAmong(sites)));
    }

    /**
     * {@return t, the sites that open a sum; more than n where such a study is impossible}
     *
     * @param sites n
     */
    public int threshold(int sites) {
        int most = colludingAmong(sites);
        int half = mode == Mode.MALICIOUS ? (int) (((long) sites + most) / 2) + 1 : sites / 2 + 1;
        return (int) Math.min(Integer.MAX_VALUE, Math.max(half, (long) most + minHonest));
    }
}
