// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.BasicAccountant;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.accounting.RenyiAccountant;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import io.hedgerow.dp.internal.forecast.ExpectedError;
import io.hedgerow.dp.internal.forecast.SimulatedRuns;
import io.hedgerow.dp.internal.forecast.WrongPairs;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.samples.learn.method.SitePrivacy;
import io.hedgerow.samples.privacy.MultiSiteCost;
import io.hedgerow.samples.privacy.PrivateLearner;
import io.hedgerow.samples.secure.SecureAggregation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The plan of one private algorithm for a budget.
 *
 * @param release the release of dp-gram before second moments, where it is not the usual
 * @param sharedNoise whether masked sites share noise in the expected figures
 * @param rounds T; 0 for a single release
 * @param localIterations K; 0 without steps
 * @param mechanisms calls by kind, for every site
 * @param noise scales by name
 * @param epsilon of the whole run by accountant, at the run's δ
 * @param severalSites ε of the run for a user with data at two sites, and at all
 * @param severalSitesSharedNoise the same with masked uploads and noise that sites share; empty where they cannot
 * @param paperEpsilon ε of the same noise by paper 002's formula, ρ + 2√(ρ ln 1/δ)
 * @param paperNoise how much more noise that formula needs for this ε
 * @param expectedShd structural error in simulations at such numbers; absent outside of what was simulated
 * @param expectedOf how many edges the simulated networks had
 * @param expectedRuns simulated runs behind it, of each point of the grid at least
 * @param expectedBetween which simulated numbers of variables it is interpolated between
 * @param expectedFrom where it comes from, and the grid
 * @param expectedIf what these simulations took for true
 * @param wrongPairs wrong pairs in simulations at the density that was asked for, by condition of the columns
 * @param measuredFrom where these come from; absent without any
 * @param warnings how far these numbers are outside of what was simulated
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunPlan(
        String algorithm,
        BudgetedMethod.@Nullable Release release,
        boolean sharedNoise,
        int rounds,
        int localIterations,
        Map<String, Long> mechanisms,
        Map<String, Double> noise,
        Map<String, Double> epsilon,
        List<SitePrivacy.AtSites> severalSites,
        List<SitePrivacy.AtSites> severalSitesSharedNoise,
        double paperEpsilon,
        double paperNoise,
        @Nullable Double expectedShd,
        @Nullable Integer expectedOf,
        @Nullable Integer expectedRuns,
        @Nullable String expectedBetween,
        @Nullable String expectedFrom,
        @Nullable String expectedIf,
        List<WrongPairs> wrongPairs,
        @Nullable String measuredFrom,
        List<String> warnings) {

    public RunPlan {
        severalSites = List.copyOf(severalSites);
        severalSitesSharedNoise = List.copyOf(severalSitesSharedNoise);
        wrongPairs = List.copyOf(wrongPairs);
        warnings = List.copyOf(warnings);
    }

    /** Plans a run of T rounds and K steps; null stands for the default. */
    public static RunPlan of(
            BudgetedMethod planned, @Nullable Integer rounds, @Nullable Integer localIterations, double density) {
        int variables = planned.variables();
        int sites = planned.sitesOfNoise();
        PrivacyBudget budget = planned.budget();
        Optional<PrivateSettings> usual = planned.settings(null, null);
        Optional<PrivateSettings> settings = planned.settings(rounds, localIterations);
        PrivateMethod method = planned.of(settings);
        SpendingPlan spending = BudgetedMethod.spending(method);
        MechanismEvent event = spending.whole();
        Map<String, Double> epsilon = new TreeMap<>();
        for (Accountant accountant : List.of(
                new BasicAccountant(), new ZcdpAccountant(), new RenyiAccountant(), new CertifiedAccountant())) {
            double bound = accountant.epsilon(event, budget.delta());
            if (Double.isFinite(
                    bound)) { // an accountant may have none, such as zcdp of noise that is only near its law
                epsilon.put(accountant.id(), bound);
            }
        }
        double rho = ZcdpAccountant.statedRho(event);
        SharedAccounting accounting = new SharedAccounting();
        String name = planned.simulated();
        double count = (double) planned.units().count();
        List<WrongPairs> wrong = WrongPairs.expected(name, density, variables, count, sites, budget);
        Optional<ExpectedError> table = density == 1 ? ExpectedError.of(name, planned.condition()) : Optional.empty();
        Optional<ExpectedError.Expectation> expected =
                table.flatMap(known -> known.at(variables, count, sites, budget));
        List<String> warnings = new ArrayList<>();
        if (table.isEmpty() && wrong.isEmpty()) {
            warnings.add("it was not simulated" + (density == 1 ? "" : " with so many edges per variable")
                    + ": there is no estimate of the error");
        }
        WrongPairs.tooMany(wrong).map(RunPlan::doubt).ifPresent(warnings::add);
        table.flatMap(known -> known.outside(variables, count, sites, budget)).ifPresent(warnings::add);
        if (expected.isPresent() && !settings.equals(usual)) {
            usual.map(RunPlan::simulatedSteps).ifPresent(warnings::add);
        }
        if (planned.isOfCurves()) {
            warnings.add(NonAdditiveWarning.doubt(name, variables, count, sites, budget));
        }
        return new RunPlan(
                planned.name(),
                planned.release() == BudgetedMethod.Release.USUAL ? null : planned.release(),
                planned.sharing(),
                settings.map(PrivateSettings::rounds)
                        .orElseGet(() -> method.study().admm().rounds()),
                settings.map(PrivateSettings::localIterations).orElse(0),
                PrivateLearner.mechanisms(spending.rounds()),
                new TreeMap<>(method.noise(SiteId.numbered(1).get(0))),
                epsilon,
                // every site has the same plan, and without masks its own noise
                MultiSiteCost.of(
                        Collections.nCopies(planned.sites(), spending.rounds()), false, budget.delta(), accounting),
                sharedNoise(planned, settings)
                        .map(plan -> MultiSiteCost.of(
                                Collections.nCopies(planned.sites(), plan), true, budget.delta(), accounting))
                        .orElse(List.of()),
                ZcdpAccountant.standardEpsilon(rho, budget.delta()),
                Math.sqrt(rho / ZcdpAccountant.standardRho(budget)),
                expected.map(ExpectedError.Expectation::shd).orElse(null),
                expected.map(found -> planned.edges()).orElse(null),
                expected.map(ExpectedError.Expectation::runs).orElse(null),
                expected.map(ExpectedError.Expectation::between).orElse(null),
                table.map(ExpectedError::origin).orElse(null),
                table.map(known -> planned.assumption()).orElse(null),
                wrong,
                wrong.isEmpty() ? null : WrongPairs.origin(name),
                warnings);
    }

    private static String doubt(WrongPairs wrong) {
        return String.format(
                Locale.ROOT,
                "dense-network: at %s edges per variable%s %s%.0f pairs were wrong in simulations, where an "
                        + "empty network has %d: %s",
                String.valueOf(wrong.density()).replaceAll("\\.0$", ""),
                wrong.condition().equals(SimulatedRuns.EQUAL)
                        ? ""
                        : ", unless noise variances are equal in the columns' units,",
                wrong.bound() == null ? "" : wrong.bound() + " ",
                wrong.pairs(),
                wrong.edges(),
                wrong.share() < WrongPairs.USELESS
                        ? "more rows, more budget or known edges (--required, --forbidden) help"
                        : "do not spend this budget on it");
    }

    private static String simulatedSteps(PrivateSettings usual) {
        return "it was simulated with " + Words.count(usual.rounds(), "round")
                + (usual.localIterations() > 0 ? " of " + Words.count(usual.localIterations(), "step") : "")
                + ", not with the numbers asked for";
    }

    /**
     * The events with noise that sites share, as {@code learn --secure-aggregation} runs it; empty where they cannot.
     */
    private static Optional<List<MechanismEvent>> sharedNoise(
            BudgetedMethod planned, Optional<PrivateSettings> settings) {
        if (!planned.sharesNoise()
                || planned.sites() < SitePolicy.USUAL_COHORT
                || !NoiseSource.lawOf(planned.noise()).coversShares()) {
            return Optional.empty();
        }
        PrivateMethod method = planned.of(settings, SecureAggregation.standard().masks());
        return Optional.of(BudgetedMethod.spending(method).rounds());
    }

    /** Reports the errors of methods of additive models in simulations of relations that are not additive. */
    private static final class NonAdditiveWarning {

        private record Truth(String condition, String words) {}

        private static final List<Truth> TRUTHS = List.of(
                new Truth("mixed", "half of the relations are lines or some causes act together"),
                new Truth("mlp", "causes act together"));

        private NonAdditiveWarning() {}

        /** A warning of errors that no release of single variables can detect. */
        static String doubt(String method, int variables, double units, int sites, PrivacyBudget budget) {
            String measured = TRUTHS.stream()
                    .flatMap(truth -> ExpectedError.of(method, truth.condition())
                            .flatMap(table -> table.at(variables, units, sites, budget))
                            .map(expected -> String.format(
                                    Locale.ROOT,
                                    "%.1f where %s (%s)",
                                    expected.shd(),
                                    truth.words(),
                                    truth.condition()))
                            .stream())
                    .collect(Collectors.joining(", "));
            return "nothing in the release shows whether effects are curves that add up; "
                    + (measured.isEmpty()
                            ? "where they do not, expect more wrong edges; how many was not simulated at these numbers"
                            : "in simulations where they do not, as many edges were wrong: " + measured);
        }
    }
}
