// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.plan;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.forecast.SimulatedRuns;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.PrivateMethods;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.ParameterBuilder;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.secure.SecureAggregation;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A private method with the public numbers of a plan, for estimates without data.
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

    /** The kind of statistics that dp-gram releases before second moments. */
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

    PrivateMethod of(NamedMethod named) {
        return of(named, sharing() ? SecureAggregation.standard().masks() : UploadProtection.insecurePlain());
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

    /**
     * The method as a plan of a study would say it, with rounds and steps where it has any; null stands for the
     * default.
     */
    NamedMethod named(@Nullable Integer rounds, @Nullable Integer localIterations) {
        NamedMethod named = Method.named(name());
        if (rounds != null && algorithm.has(MethodTrait.ROUNDS)) {
            named = named.withRounds(rounds);
        }
        ParameterBuilder method = new ParameterBuilder(named);
        if (algorithm.takes("local-iterations")) {
            method.set("local-iterations", localIterations);
        }
        return switch (release) {
            case USUAL -> method.method();
            case PRIVATE_MEAN -> method.set("private-mean", true).method();
            case NORMAL_SCORES ->
                method.set("transform", Words.dashed(Transform.NORMAL_SCORES)).method();
        };
    }

    /** The method with settings that a report shows, where it has any. */
    Optional<ShownSettings> shown(@Nullable Integer rounds, @Nullable Integer localIterations) {
        return ShownSettings.of(of(named(rounds, localIterations)));
    }

    PrivateMethod of(NamedMethod named, UploadProtection uploads) {
        Agreement agreement = Agreement.inProcess("plan", VariableSchema.numbered(variables), sites, uploads);
        List<SiteUnits> all = Collections.nCopies(sites, units);
        return PrivateMethods.of(named, agreement, UnitsOfSites.of(budget, agreement.sites(), all, noise));
    }

    boolean sharesNoise() {
        return algorithm.has(MethodTrait.SHARED_NOISE);
    }

    /** The plan that a site's ledger is charged for; every site has the same. */
    static SpendingPlan spending(PrivateMethod method) {
        return method.spending(method.units().sites().keySet().iterator().next());
    }
}
