// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.plan;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.forecast.SimulatedRuns;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.PrivateMethods;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.secure.SecureAggregation;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A private method at the numbers of a plan, without data.
 *
 * @param algorithm a private one of rows
 * @param release the kind of first release
 * @param masked whether sites share the noise of their sums, where they can
 * @param variables d
 * @param units of every site
 * @param sites P
 * @param noise the source from which sites draw, by its name
 */
public record BudgetedMethod(
        Algorithm algorithm,
        Release release,
        boolean masked,
        int variables,
        SiteUnits units,
        int sites,
        PrivacyBudget budget,
        String noise) {

    /** The release of dp-gram before second moments. */
    public enum Release {
        /** Scales. */
        USUAL(""),
        /** A mean of each site, which it subtracts. */
        PRIVATE_MEAN("-private-mean"),
        /** Histograms, of whose cells second moments of normal scores are released. */
        NORMAL_SCORES("-normal-scores");

        private final String suffix;

        Release(String suffix) {
            this.suffix = suffix;
        }
    }

    /** A placeholder for the column of users: no cost depends on its name. */
    private static final PrivacyUnit PERSONS = new PrivacyUnit.UserUnit("person");

    String name() {
        return algorithm.name();
    }

    String simulated() {
        boolean beside = release == Release.PRIVATE_MEAN && sharing();
        return name() + release.suffix + (beside ? "-masked" : "");
    }

    /** P, or the number of sites with noise of their own whose mean has equally little noise. */
    int sitesOfNoise() {
        return sharing() && release != Release.PRIVATE_MEAN ? Math.multiplyExact(sites, sites - 1) : sites;
    }

    boolean sharing() {
        return masked && sharesNoise() && sites >= SitePolicy.USUAL_COHORT;
    }

    PrivateMethod of(Optional<PrivateSettings> settings) {
        return of(settings, sharing() ? SecureAggregation.standard().masks() : UploadProtection.insecurePlain());
    }

    boolean isOfCurves() {
        return algorithm.has(MethodTrait.CURVES);
    }

    /** The name of the simulations' assumption in their table. */
    String condition() {
        return isOfCurves() ? SimulatedRuns.ADDITIVE : SimulatedRuns.EQUAL;
    }

    boolean isOfSeries() {
        return algorithm.has(MethodTrait.SERIES);
    }

    String assumption() {
        return isOfCurves()
                ? "effects are curves that add up"
                : (isOfSeries() ? "series have one lag and 50 rows, and " : "")
                        + "noise variances are equal in the columns' units";
    }

    /** The edges of the simulated networks: of series as many from the step before as within a step. */
    int edges() {
        return isOfSeries() ? 2 * variables : variables;
    }

    /** The settings of rounds and steps; empty for a method that has none. */
    Optional<PrivateSettings> settings(@Nullable Integer rounds, @Nullable Integer localIterations) {
        if (release == Release.NORMAL_SCORES) {
            return Optional.empty();
        }
        Optional<PrivateSettings> usual = algorithm
                .guarantee()
                .map(known -> PrivateSettings.recommended(known, variables, sites, budget.epsilon())
                        .withSteps(rounds, localIterations));
        return release == Release.PRIVATE_MEAN ? usual.map(PrivateSettings::withPrivateMean) : usual;
    }

    /** The method with settings, or as it is where it has none. */
    PrivateMethod of(Optional<PrivateSettings> settings, UploadProtection uploads) {
        Agreement agreement = Agreement.inProcess("plan", VariableSchema.numbered(variables), sites, uploads);
        List<SiteUnits> all = Collections.nCopies(sites, units);
        if (settings.isPresent()) {
            return PrivateMethods.of(
                    agreement,
                    settings.get(),
                    UnitsOfSites.of(budget, agreement.sites(), all, noise),
                    1,
                    new SharedAccounting());
        }
        return (PrivateMethod) UnitsOfSites.tell(
                        release == Release.NORMAL_SCORES
                                ? Method.named(name()).with("transform", Words.dashed(Transform.NORMAL_SCORES))
                                : Method.named(name()),
                        budget,
                        units.byUser() ? PERSONS : new PrivacyUnit.RecordUnit(),
                        units.adjacency(),
                        Collections.nCopies(sites, units.count()),
                        noise)
                .on(agreement);
    }

    boolean sharesNoise() {
        return algorithm.has(MethodTrait.SHARED_NOISE);
    }

    /** The plan that a site's ledger is charged for; every site has the same. */
    static SpendingPlan spending(PrivateMethod method) {
        return method.spending(method.units().sites().keySet().iterator().next());
    }
}
