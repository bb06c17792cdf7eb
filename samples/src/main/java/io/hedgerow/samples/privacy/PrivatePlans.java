package io.hedgerow.samples.privacy;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.dp.solver.GramReleaseSolver;
import io.hedgerow.dp.solver.GreedyOptions;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.List;
import java.util.Map;

/** What private runs will cost, without any data. */
public final class PrivatePlans {

    private PrivatePlans() {}

    /**
     * The plan of one site.
     *
     * @param event everything that will be done, in order
     * @param mechanisms calls by kind
     * @param noise scales by name
     */
    public record Planned(MechanismEvent event, Map<String, Long> mechanisms, Map<String, Double> noise) {}

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
     * What a site of a private release of second moments is made with, or of dp-fed-bnsl.
     *
     * @param settings what to run
     * @param variables d
     * @param units of the site
     * @param budget of the run
     * @return the options of its solver
     */
    public static GramOptions moments(PrivateSettings settings, int variables, SiteUnits units, PrivacyBudget budget) {
        return PrivateMoments.options(settings, variables, units, budget);
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
        return new Planned(
                plan.size() == 1 ? plan.get(0) : new MechanismEvent.Sequence(plan), MechanismCounts.of(plan), noise);
    }
}
