package io.hedgerow.samples.privacy;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.method.ClosedFormRounds;
import io.hedgerow.dp.method.GreedyRounds;
import io.hedgerow.dp.method.PrivateAlgorithm;
import io.hedgerow.dp.method.PrivateSettings;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.SiteUnits;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.dp.solver.GramReleaseSolver;
import io.hedgerow.dp.solver.GreedyOptions;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.samples.secure.SecureAggregation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What private runs will cost, without any data. */
public final class PrivatePlans {

    private PrivatePlans() {}

    /**
     * The plan of one site.
     *
     * @param rounds everything that will be done, in order
     * @param mechanisms calls by kind
     * @param noise scales by name
     */
    public record Planned(List<MechanismEvent> rounds, Map<String, Long> mechanisms, Map<String, Double> noise) {

        /**
         * The plan as one event.
         *
         * @return all rounds, in order
         */
        public MechanismEvent event() {
            return rounds.size() == 1 ? rounds.get(0) : new MechanismEvent.Sequence(rounds);
        }
    }

    /**
     * Plans a run.
     *
     * @param settings what to run
     * @param variables d
     * @param units of every site
     * @param budget of the run
     * @return what every site's ledger will be asked for
     */
    public static Planned of(PrivateSettings settings, int variables, SiteUnits units, PrivacyBudget budget) {
        return switch (settings.algorithm()) {
            case DP_FED_SPARSE, DP_FED_SPARSE_LAPLACE -> {
                GreedyRounds rounds = new GreedyRounds(settings);
                GreedyOptions fitted = steps(settings, variables, units, budget, new SharedAccounting());
                yield planned(rounds.solver(fitted), settings.rounds(), PrivateGreedy.noise(fitted));
            }
            case DP_FED_BNSL -> {
                GramOptions options = moments(settings, variables, units, budget);
                yield planned(
                        new ClosedFormRounds(settings).solver(options),
                        settings.rounds(),
                        Map.of("releaseMu", options.mu()));
            }
            default -> {
                GramOptions options = moments(settings, variables, units, budget);
                yield planned(new GramReleaseSolver(options), options.rounds(), Map.of("releaseMu", options.mu()));
            }
        };
    }

    /**
     * The rounds of one site of a masked run whose sites share noise.
     *
     * @param settings what to run
     * @param variables d
     * @param units of every site
     * @param budget of the run
     * @param sites P
     * @return as {@code learn --secure-aggregation} runs it unless told otherwise; empty for algorithms whose sites add
     *     noise of their own, or too few sites
     */
    public static Optional<List<MechanismEvent>> sharedNoise(
            PrivateSettings settings, int variables, SiteUnits units, PrivacyBudget budget, int sites) {
        if (settings.algorithm() != PrivateAlgorithm.DP_GRAM || sites < SitePolicy.USUAL_COHORT) {
            return Optional.empty();
        }
        int unknown = SecureAggregation.standard().unknownInStatistic(sites);
        GramOptions options = units.ofMoments(settings, variables, budget).withNoiseSharedBy(unknown);
        return Optional.of(new GramReleaseSolver(options).roundPlan(options.rounds()));
    }

    /**
     * What a site of a private release of second moments is made with, or of dp-fed-bnsl.
     *
     * @param settings what to run
     * @param variables d
     * @param units of the site
     * @param budget of the run
     * @return the options of its solver
     */
    public static GramOptions moments(PrivateSettings settings, int variables, SiteUnits units, PrivacyBudget budget) {
        return units.ofMoments(settings, variables, budget);
    }

    /**
     * What a site of private greedy steps is made with.
     *
     * @param settings what to run
     * @param variables d
     * @param units of the site
     * @param budget of the run
     * @param accounting certifies it
     * @return the options of its solver, with the least noise within the budget
     */
    public static GreedyOptions steps(
            PrivateSettings settings,
            int variables,
            SiteUnits units,
            PrivacyBudget budget,
            SharedAccounting accounting) {
        return new GreedyRounds(settings).fit(variables, units.ofSteps(), budget, accounting);
    }

    private static Planned planned(PlannedSolver solver, int rounds, Map<String, Double> noise) {
        List<MechanismEvent> plan = solver.roundPlan(rounds);
        return new Planned(plan, MechanismCounts.of(plan), noise);
    }
}
