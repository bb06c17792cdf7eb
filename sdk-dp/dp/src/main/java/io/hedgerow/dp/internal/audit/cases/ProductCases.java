// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.NeighbourSearch;
import io.hedgerow.dp.internal.greedy.DpProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.LaplaceProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.PrivateGreedySolver;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.histogram.CurveDesign;
import io.hedgerow.dp.internal.release.moments.DpClosedFormSolver;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.internal.release.series.UserSeriesDesign;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.PrivateMethods;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.List;

/**
 * Audits the private methods as users run them, made by the same classes from the same defaults, on few units.
 * Stateless except for certificates that are kept.
 */
public final class ProductCases {

    private static final int UNITS = 12;
    private static final int VARIABLES = 4;
    /** A cell below the range of scales, so that a row of zeros is as far from the centre as can be. */
    private static final double NEAR = 1e-3;
    /** A cell beyond the bound on a row's norm. */
    private static final double FAR = 10;

    private static final int ROUNDS = 10;
    private static final int STEPS = 2;
    /** The number of variables of series, which have two lags. */
    private static final int SERIES = 3;

    private static final int LAGS = 2;
    /** The number of variables of curves, each of which has six columns and 64 cells. */
    private static final int CURVED = 2;
    /** The number of variables of tables, each of which has three levels. */
    private static final int CATEGORIES = 3;

    private static final String STEPS_METHOD = "dp-fed-sparse";
    private static final String LAPLACE = "dp-fed-sparse-laplace";
    private static final String MATRIX = "dp-fed-bnsl";
    private static final String OF_CATEGORIES = MomentDesign.NAME + "-categories";
    private static final String OF_BOTH = MomentDesign.NAME + "-mixed";

    private final PrivacyBudget budget;
    private final long seed;
    private final SharedAccounting accounting = new SharedAccounting();

    /** Creates cases at one budget of every study; the seed is of the canaries' directions, noise has none. */
    public ProductCases(PrivacyBudget budget, long seed) {
        this.budget = budget;
        this.seed = seed;
    }

    /** Every phase of a release of second moments, and all together. */
    public List<AuditCase> dpGram(AuditedUnit unit) {
        return named(MomentDesign.NAME, unit, GramCases.dpGram(gram(unit), seed, budget.delta()));
    }

    private ReleaseOptions gram(AuditedUnit unit) {
        VariableSchema schema = VariableSchema.numbered(VARIABLES);
        NamedMethod named = unit.in(Method.named(MomentDesign.NAME), schema, NEAR);
        return ((ReleaseSolver) solver(method(named, schema, unit.of(UNITS)))).options();
    }

    public List<NeighbourSearch.Target> searchedDpGram(AuditedUnit unit) {
        return SearchedCases.dpGram(named(MomentDesign.NAME, unit), gram(unit), seed, budget.delta());
    }

    /** The release of series' moments, for users, each of whom is a series, with nothing subtracted. */
    public List<AuditCase> dpDynamicGram(AuditedUnit unit) {
        if (unit != AuditedUnit.PERSON) {
            return List.of();
        }
        ReleaseOptions options = ReleaseOptions.within(SERIES, UNITS, budget).withUsers(UNITS);
        UserSeriesDesign lagged = UserSeriesDesign.findingScales(options.withOwnUnits(), LAGS);
        return named(UserSeriesDesign.NAME, unit, SeriesCases.of(lagged, seed, budget.delta()));
    }

    /** Every round of a release of curves, about a centre of 0. */
    public List<AuditCase> dpFeatureGram(AuditedUnit unit) {
        return curved(unit)
                ? named(CurveDesign.NAME, unit, FeatureCases.of(curves(unit), seed, budget.delta()))
                : List.of();
    }

    private static boolean curved(AuditedUnit unit) {
        return unit.plain() && unit.adjacency() == Adjacency.REPLACE_ONE;
    }

    private ReleaseOptions curves(AuditedUnit unit) {
        ReleaseOptions options = ReleaseOptions.within(CURVED, UNITS, budget);
        return unit.users() ? options.withUsers(UNITS) : options;
    }

    public List<NeighbourSearch.Target> searchedDpFeatureGram(AuditedUnit unit) {
        return curved(unit)
                ? SearchedCases.dpFeatureGram(named(CurveDesign.NAME, unit), curves(unit), budget.delta())
                : List.of();
    }

    /** Both rounds of a release of tables of categories; nothing is subtracted from levels. */
    public List<AuditCase> dpGramOfCategories(AuditedUnit unit) {
        return unit.plain()
                ? named(OF_CATEGORIES, unit, FeatureCases.OfTables.of(categories(unit), false, budget.delta()))
                : List.of();
    }

    private ReleaseOptions categories(AuditedUnit unit) {
        ReleaseOptions within = ReleaseOptions.within(CATEGORIES, UNITS, budget);
        ReleaseOptions options = new ReleaseOptions(
                CATEGORIES,
                UNITS,
                unit.adjacency(),
                within.smallest(),
                within.largest(),
                true,
                within.centre(),
                within.mu());
        return unit.users() ? options.withUsers(UNITS) : options;
    }

    public List<NeighbourSearch.Target> searchedCategories(AuditedUnit unit) {
        return unit.plain()
                ? SearchedCases.dpGramOfCategories(named(OF_CATEGORIES, unit), categories(unit), budget.delta())
                : List.of();
    }

    /** Every round of a release of numbers beside categories, about a mean that is released. */
    public List<AuditCase> dpGramOfBoth(AuditedUnit unit) {
        return unit.plain() ? named(OF_BOTH, unit, MixedCases.of(both(unit), seed, budget.delta())) : List.of();
    }

    private ReleaseOptions both(AuditedUnit unit) {
        ReleaseOptions within = ReleaseOptions.within(MixedCases.NUMBERS, UNITS, budget);
        ReleaseOptions options = new ReleaseOptions(
                MixedCases.NUMBERS,
                UNITS,
                unit.adjacency(),
                within.smallest(),
                within.largest(),
                true,
                new ReleaseOptions.ReleaseCentre.PrivateMean(),
                within.mu());
        return unit.users() ? options.withUsers(UNITS) : options;
    }

    public List<NeighbourSearch.Target> searchedBoth(AuditedUnit unit) {
        return unit.plain()
                ? SearchedCases.dpGramOfBoth(named(OF_BOTH, unit), both(unit), seed, budget.delta())
                : List.of();
    }

    /** The matrix of dp-fed-bnsl, for records and without a private mean, the only variant that the method has. */
    public List<AuditCase> dpFedBnsl(AuditedUnit unit) {
        if (unit.users() || unit.meanIsPrivate()) {
            return List.of();
        }
        VariableSchema schema = VariableSchema.numbered(VARIABLES);
        NamedMethod named = unit.in(Method.named(MATRIX), schema, FAR);
        PrivateMethod method = method(named, schema, unit.of(40 * VARIABLES + 1));
        return named(
                MATRIX,
                unit,
                List.of(GramCases.dpFedBnsl(
                        ((DpClosedFormSolver) solver(method)).options(),
                        () -> (DpClosedFormSolver) solver(method),
                        named.rounds(),
                        seed,
                        budget.delta())));
    }

    /** The releases of round 0, the updates, a selection, and ten rounds of two steps. */
    public List<AuditCase> dpFedSparse(AuditedUnit unit) {
        List<AuditCase> cases =
                new ArrayList<>(InitialReleaseCases.of(steps(unit, VARIABLES, 1), UNITS, seed, budget.delta()));
        if (unit.plain()) {
            cases.add(GreedyEntries.of(steps(unit, 3, 1), UNITS, DpProximalGreedySolver::new, seed, budget.delta()));
            cases.add(GreedyCases.selection(unit.adjacency(), unit.users(), 2, DpProximalGreedySolver::new));
            cases.add(GreedyCases.dpPgcd(
                    unit.adjacency(),
                    unit.users(),
                    ROUNDS,
                    STEPS,
                    steps(unit, 2, ROUNDS).cost(),
                    budget.delta()));
        }
        return named(STEPS_METHOD, unit, cases);
    }

    public List<NeighbourSearch.Target> searchedDpFedSparse(AuditedUnit unit) {
        return SearchedCases.dpFedSparse(
                named(STEPS_METHOD, unit), steps(unit, VARIABLES, 1), UNITS, VARIABLES, budget.delta());
    }

    /**
     * The updates, a selection and two rounds of one step, with Laplace noise. Round 0 is as in {@link #dpFedSparse}.
     */
    public List<AuditCase> dpFedSparseLaplace(AuditedUnit unit) {
        if (!unit.plain()) {
            return List.of();
        }
        return named(
                LAPLACE,
                unit,
                List.of(
                        GreedyEntries.of(steps(unit, 3, 1), UNITS, LaplaceProximalGreedySolver::new, seed, 0),
                        GreedyCases.selection(unit.adjacency(), unit.users(), 2, LaplaceProximalGreedySolver::new),
                        GreedyCases.dpPgcdLaplace(unit.adjacency(), unit.users(), 2, 2)));
    }

    private GreedyOptions steps(AuditedUnit unit, int variables, int rounds) {
        VariableSchema schema = VariableSchema.numbered(variables);
        NamedMethod named = unit.inRounds(Method.named(STEPS_METHOD), schema, FAR)
                .withRounds(rounds)
                .with("local-iterations", Integer.toString(STEPS));
        return ((PrivateGreedySolver) solver(method(named, schema, unit.of(UNITS)))).options();
    }

    private PrivateMethod method(NamedMethod named, VariableSchema schema, SiteUnits units) {
        Agreement agreement = Agreement.inProcess("audit", schema, 1, UploadProtection.insecurePlain());
        return PrivateMethods.of(named, agreement, UnitsOfSites.of(budget, agreement.sites(), List.of(units)))
                .sharing(accounting);
    }

    private static PlannedSolver solver(PrivateMethod method) {
        return method.solver(SiteId.numbered(1).get(0));
    }

    private static List<AuditCase> named(String method, AuditedUnit unit, List<AuditCase> cases) {
        return cases.stream()
                .map(audited -> audited.named(named(method, unit) + audited.mechanism()))
                .toList();
    }

    private static String named(String method, AuditedUnit unit) {
        return method + ", " + Words.dashed(unit) + ": ";
    }
}
