package io.hedgerow.samples.secure;

import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.CoordinatorTrust;
import java.util.OptionalInt;

/**
 * How uploads are masked in a run.
 *
 * @param colluding sites that may collude; empty for a third of the others, rounded down
 * @param coordinatorTrusted whether the coordinator is trusted to follow the protocol
 * @param dropouts probability that a site is lost in a slot, for simulation
 * @param seed of the losses
 */
public record SecureAggregation(OptionalInt colluding, boolean coordinatorTrusted, double dropouts, long seed) {

    public SecureAggregation {
        if (!(dropouts >= 0 && dropouts < 1)) {
            throw new IllegalArgumentException("--dropouts must be in [0, 1), was " + dropouts);
        }
        if (colluding.isPresent() && colluding.getAsInt() < 0) {
            throw new IllegalArgumentException("--colluding must be >= 0, was " + colluding.getAsInt());
        }
    }

    /**
     * The usual protection: nobody is trusted, a third of the sites may collude, nobody is lost.
     *
     * @return the defaults of the command line
     */
    public static SecureAggregation standard() {
        return new SecureAggregation(OptionalInt.empty(), false, 0, 0);
    }

    /** The rules of all sites. */
    AggregationPolicy policy() {
        AggregationPolicy standard = AggregationPolicy.standard();
        AggregationPolicy chosen = new AggregationPolicy(
                standard.suite(),
                standard.trust(),
                colluding,
                standard.minHonest(),
                standard.minCohort(),
                false,
                standard.signInputs());
        return coordinatorTrusted ? chosen.with(CoordinatorTrust.HONEST_BUT_CURIOUS) : chosen;
    }

    /**
     * Refuses numbers of sites that cannot meet the policy.
     *
     * @param sites P
     * @throws IllegalArgumentException when they are too few
     */
    public void requireEnough(int sites) {
        try {
            policy().threshold(sites);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--secure-aggregation needs at least 3 sites, and 3 honest ones beside those that"
                            + " may collude (--colluding): there are " + sites);
        }
    }

    /**
     * Refuses to lose sites where that would show one of them: in rounds without a budget and with noise that sites
     * share every sum is over all.
     *
     * @param what is run, for the message
     * @throws IllegalArgumentException when sites are to be lost
     */
    public void requireNobodyLost(String what) {
        if (dropouts > 0) {
            throw new IllegalArgumentException("--dropouts needs one release (gram), or rounds in which every site adds"
                    + " noise of its own (dp-fed-sparse, dp-fed-bnsl). Sums of " + what
                    + " are over all sites in every round: if sites came and went, the sums would tell what one of them"
                    + " sent");
        }
    }

    /**
     * Sites whose input is certainly in the sum of a statistic and unknown to whoever looks at it: those that collude
     * know theirs, and a site that looks alone knows its own.
     *
     * @param sites P
     * @return P − max(1, n_C)
     */
    public int unknownInStatistic(int sites) {
        return policy().unknownInSum(sites, sites);
    }
}
