// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.policy;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * The rules on which sites agree before a session, and which each applies itself; the coordinator cannot lower any.
 * With P sites in the roster, n_C of them colluding and h the fewest honest inputs in a sum, the threshold is t =
 * max(⌊(P + n_C)/2⌋ + 1, n_C + h). Then two different lists of survivors of one subject cannot both be confirmed, as
 * 2(t − n_C) &gt; P − n_C, and every sum has at least h honest inputs. With a coordinator that is trusted to follow the
 * protocol the first term is ⌊P/2⌋ + 1.
 *
 * <p>t is a number of the roster, whatever part of it is in a session: the coordinator has a say in who that is. A
 * session of fewer than t sites is refused. Immutable and thread-safe.
 *
 * @param suite key agreement
 * @param trust what the coordinator is trusted with
 * @param fixedColluding n_C, or empty for ⌊(P − 1)/3⌋ of a roster of P sites
 * @param minHonest h, fewest honest inputs in a sum
 * @param minCohort fewest sites in a sum, at least 3 unless pairs are accepted
 * @param acceptPairwiseDisclosure whether two sites may take part alone, though each then learns the other's input from
 *     the sum
 * @param signInputs whether masked lanes are signed, so that a change on the way is noticed for certain
 */
public record AggregationPolicy(
        Suite suite,
        CoordinatorTrust trust,
        OptionalInt fixedColluding,
        int minHonest,
        int minCohort,
        boolean acceptPairwiseDisclosure,
        boolean signInputs) {

    /** The default of the least number of honest inputs in a sum. */
    public static final int MIN_HONEST = 3;

    public AggregationPolicy {
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(trust, "trust");
        if (fixedColluding.isPresent() && !(fixedColluding.getAsInt() >= 0)) {
            throw new IllegalArgumentException("fixedColluding must be >= 0, was " + fixedColluding.getAsInt());
        }
        if (!(minHonest >= 2)) {
            throw new IllegalArgumentException("minHonest must be >= 2, was " + minHonest);
        }
        int fewest = acceptPairwiseDisclosure ? 2 : 3;
        if (!(minCohort >= fewest)) {
            throw new IllegalArgumentException("minCohort must be >= " + fewest + ", was " + minCohort);
        }
    }

    /**
     * {@return the usual policy: hybrid keys, three honest inputs, three sites; nothing is trusted, a third of the
     * sites may collude, inputs are signed}
     */
    public static AggregationPolicy standard() {
        return new AggregationPolicy(
                Suite.HYBRID, CoordinatorTrust.MALICIOUS, OptionalInt.empty(), MIN_HONEST, 3, false, true);
    }

    /**
     * {@return this policy with another key agreement}
     *
     * @param other the suite
     */
    public AggregationPolicy with(Suite other) {
        return new AggregationPolicy(
                other, trust, fixedColluding, minHonest, minCohort, acceptPairwiseDisclosure, signInputs);
    }

    /**
     * {@return this policy with another trust in the coordinator}
     *
     * @param other the trust
     */
    public AggregationPolicy with(CoordinatorTrust other) {
        return new AggregationPolicy(
                suite, other, fixedColluding, minHonest, minCohort, acceptPairwiseDisclosure, signInputs);
    }

    /**
     * {@return n_C, the sites that may collude, which is the same for every session and slot of a roster}
     *
     * @param roster P, sites of the roster
     */
    public int colluding(int roster) {
        return fixedColluding.orElse(Math.max(0, (roster - 1) / 3));
    }

    /**
     * The threshold t of every slot, whichever sites of the roster take part in it. Of two lists of sites that are each
     * confirmed by t, whenever and in whichever session, an honest site confirmed both.
     *
     * @param roster P, sites of the roster
     * @return shares that open a secret, at most P
     * @throws IllegalArgumentException when so few sites cannot meet the policy
     */
    public int threshold(int roster) {
        if (roster == 2 && acceptPairwiseDisclosure) {
            return 2;
        }
        int colluding = colluding(roster);
        int half = trust == CoordinatorTrust.MALICIOUS ? (roster + colluding) / 2 + 1 : roster / 2 + 1;
        int threshold = Math.max(half, colluding + minHonest);
        if (!(roster >= minCohort && threshold <= roster)) {
            throw new IllegalArgumentException("sites must be enough for " + minHonest + " honest inputs beside "
                    + colluding + " colluding sites and for a cohort of " + minCohort + ", were " + roster);
        }
        return threshold;
    }

    /**
     * {@return t or the smallest cohort, whichever is more: the fewest sites in any sum that a site of the roster helps
     * to open, for any session}
     *
     * @param roster P, sites of the roster
     */
    public int fewestInSum(int roster) {
        return Math.max(minCohort, threshold(roster));
    }

    /**
     * The number of sites in a sum whose part is unknown to anyone who looks at the sum: sites that collude know their
     * parts, and a site that looks alone knows its own. Noise that sites share must be enough without the parts that
     * are known.
     *
     * @param inSum sites in the sum
     * @param roster P, sites of the roster
     * @return inSum − max(1, n_C), at least 1
     */
    public int unknownInSum(int inSum, int roster) {
        return Math.max(1, inSum - Math.max(1, colluding(roster)));
    }

    /** How far sites trust the coordinator. */
    public enum CoordinatorTrust {
        /**
         * The coordinator is trusted with nothing but availability: sites confirm to each other who is in a sum before
         * they release shares. The default.
         */
        MALICIOUS,
        /**
         * The coordinator follows the protocol and looks at everything that it sees: one message exchange less, and
         * sites believe its lists.
         */
        HONEST_BUT_CURIOUS
    }

    /** The key agreement of a session. */
    public enum Suite {
        /** X25519. */
        CLASSICAL,
        /**
         * ML-KEM-768 and X25519: secret while either holds, also from an attacker who records today and computes later.
         */
        HYBRID
    }
}
