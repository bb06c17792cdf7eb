// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.BasicAccountant;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.accounting.RenyiAccountant;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import io.hedgerow.dp.internal.forecast.ExpectedError;
import io.hedgerow.dp.internal.forecast.WrongPairs;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.learn.method.SitePrivacy;
import io.hedgerow.samples.privacy.MultiSiteCost;
import io.hedgerow.samples.privacy.PrivateLearner;
import io.hedgerow.samples.secure.SecureAggregation;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
        PrivacyBudget budget = planned.budget();
        NamedMethod named = planned.named(rounds, localIterations);
        PrivateMethod method = planned.of(named);
        Optional<ShownSettings> settings = ShownSettings.of(method);
        SpendingPlan spending = BudgetedMethod.spending(method);
        MechanismEvent event = spending.whole();
        double rho = ZcdpAccountant.statedRho(event);
        SharedAccounting accounting = new SharedAccounting();
        ErrorForecast forecast = ErrorForecast.of(planned, density);
        return new RunPlan(
                planned.name(),
                planned.release() == BudgetedMethod.Release.USUAL ? null : planned.release(),
                planned.sharing(),
                settings.map(shown -> shown.inRounds().rounds())
                        .orElseGet(() -> method.study().rounds()),
                settings.map(shown -> shown.inRounds().localIterations()).orElse(0),
                PrivateLearner.mechanisms(spending.rounds()),
                new TreeMap<>(method.noise(SiteId.numbered(1).get(0))),
                epsilon(event, budget.delta()),
                // every site has the same plan, and without masks its own noise
                MultiSiteCost.of(
                        Collections.nCopies(planned.sites(), spending.rounds()), false, budget.delta(), accounting),
                sharedNoise(planned, named)
                        .map(plan -> MultiSiteCost.of(
                                Collections.nCopies(planned.sites(), plan), true, budget.delta(), accounting))
                        .orElse(List.of()),
                ZcdpAccountant.standardEpsilon(rho, budget.delta()),
                Math.sqrt(rho / ZcdpAccountant.standardRho(budget)),
                forecast.expected().map(ExpectedError.Expectation::shd).orElse(null),
                forecast.expected().map(found -> planned.edges()).orElse(null),
                forecast.expected().map(ExpectedError.Expectation::runs).orElse(null),
                forecast.expected().map(ExpectedError.Expectation::between).orElse(null),
                forecast.table().map(ExpectedError::origin).orElse(null),
                forecast.table().map(known -> planned.assumption()).orElse(null),
                forecast.wrong(),
                forecast.wrong().isEmpty() ? null : WrongPairs.origin(planned.simulated()),
                forecast.warnings(settings));
    }

    /** By accountant; one may have no bound, such as zcdp of noise that is only near its law. */
    private static Map<String, Double> epsilon(MechanismEvent event, double delta) {
        Map<String, Double> epsilon = new TreeMap<>();
        for (Accountant accountant : List.of(
                new BasicAccountant(), new ZcdpAccountant(), new RenyiAccountant(), new CertifiedAccountant())) {
            double bound = accountant.epsilon(event, delta);
            if (Double.isFinite(bound)) {
                epsilon.put(accountant.id(), bound);
            }
        }
        return epsilon;
    }

    /**
     * The events with noise that sites share, as {@code learn --secure-aggregation} runs it; empty where they cannot.
     */
    private static Optional<List<MechanismEvent>> sharedNoise(BudgetedMethod planned, NamedMethod named) {
        if (!planned.sharesNoise()
                || planned.sites() < SitePolicy.USUAL_COHORT
                || !NoiseSource.lawOf(planned.noise()).coversShares()) {
            return Optional.empty();
        }
        PrivateMethod method = planned.of(named, SecureAggregation.standard().masks());
        return Optional.of(BudgetedMethod.spending(method).rounds());
    }
}
