// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.secure;

import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * The settings of secure aggregation in a run.
 *
 * @param colluding sites that may collude; empty for a third of the others, rounded down
 * @param coordinatorTrusted whether the coordinator is trusted to follow the protocol
 * @param dropouts probability that a site is lost in a slot, for simulation
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

    /** The usual protection: no one is trusted, a third of the sites may collude, no site is lost. */
    public static SecureAggregation standard() {
        return new SecureAggregation(OptionalInt.empty(), false, 0, 0);
    }

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

    /** Refuses numbers of sites that cannot meet the policy. */
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
     * Refuses to lose sites where that would reveal one of them: in rounds with exact sums and with noise that sites
     * share every sum is over all.
     */
    public void requireNobodyLost(SumForm sums, boolean exact) {
        boolean rounds = sums instanceof SumForm.Changes;
        if (dropouts > 0 && (rounds || (sums instanceof SumForm.Statistic && !exact))) {
            throw needsAll(rounds ? "rounds without a budget" : "noise that sites share");
        }
    }

    /** The same for a method with a budget, before it is made. */
    public void requireNobodyLost(MethodDescriptor method) {
        if (dropouts > 0 && method.has(MethodTrait.SHARED_NOISE)) {
            throw needsAll("noise that sites share");
        }
    }

    private static IllegalArgumentException needsAll(String summed) {
        return new IllegalArgumentException("--dropouts needs exact sums ("
                + names(MethodTrait.RELEASE, false) + "), or rounds in which every site adds noise of its own ("
                + names(MethodTrait.ROUNDS, true) + "). Sums of " + summed
                + " are over all sites in every round: if sites came and went, the sums would tell what one of them"
                + " sent");
    }

    private static String names(MethodTrait trait, boolean promise) {
        return String.join(
                ", ",
                MethodCatalogue.ofModules()
                        .names(method -> method.has(trait) && method.has(MethodTrait.PROMISE) == promise));
    }

    /** Makes the masks of one run: both ends of the protection. */
    public MaskedSites masks() {
        return MaskedSites.losing(policy(), dropouts, seed);
    }

    public SecureAggregationReport report(MaskedSites run) {
        AggregationReport log = run.report();
        return new SecureAggregationReport(
                coordinatorTrusted ? "trusted-coordinator" : "malicious-coordinator",
                policy().suite().name().toLowerCase(Locale.ROOT),
                run.sites(),
                log.threshold(),
                log.colluding(),
                log.minCohort(),
                log.slots(),
                log.released(),
                run.losses(),
                log.questions(),
                log.bytesUp(),
                log.bytesDown(),
                log.refusals());
    }

    /**
     * The figures of secure aggregation in a run; a part of {@code result.json}.
     *
     * @param mode {@code malicious-coordinator} or {@code trusted-coordinator}
     * @param suite key agreement
     * @param sites P
     * @param threshold shares that open a secret
     * @param colluding sites that may collude
     * @param minCohort fewest sites in a sum
     * @param slots opened, repeated ones included
     * @param losses sites lost, over all slots; simulated
     * @param roundTrips beside those of tasks, of the whole run
     * @param bytesUp of the protocol beside masked updates, all sites
     * @param bytesDown of the protocol beside tasks, all sites
     * @param refused answers that were not sound
     */
    public record SecureAggregationReport(
            String mode,
            String suite,
            int sites,
            int threshold,
            int colluding,
            int minCohort,
            int slots,
            int sums,
            int losses,
            int roundTrips,
            long bytesUp,
            long bytesDown,
            int refused) {}
}
