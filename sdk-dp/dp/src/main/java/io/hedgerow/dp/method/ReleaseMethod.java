// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.options.RowView;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.method.settings.SiteUnits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Runs a private release as every release of sums, and states what it costs: a design names the noisy sums of every
 * site, and the search. With masks, sites share the noise.
 */
final class ReleaseMethod extends SumRelease implements PrivateMethod {

    private final NoisyDesign<?> design;

    private ReleaseMethod(Study study, NoisyDesign<?> design) {
        super(study, design, false);
        this.design = design;
    }

    @Override
    public NoisyDesign<?> design() {
        return design;
    }

    @Override
    public UnitsOfSites units() {
        return design.units();
    }

    @Override
    public double unit() {
        return design.unit();
    }

    /** {@inheritDoc} In the unit of the plan. */
    @Override
    public RowSource prepared(RowSource rows) {
        return PrivateMethod.super.prepared(super.prepared(rows));
    }

    @Override
    public RowSource prepared(SiteId site, RowSource rows) {
        return PrivateMethod.super.prepared(super.prepared(site, rows));
    }

    @Override
    public ReleaseSolver solver(SiteId site) {
        return design.solver(site);
    }

    @Override
    public ReleaseSolver stated(SiteId site) {
        return design.stated(site);
    }

    @Override
    public Map<String, Double> noise(SiteId site) {
        return Map.of(
                "releaseMu",
                UnitsOfSites.ofSite(design.releases(), site).options().mu());
    }

    /**
     * A release of a plan.
     *
     * @param schema of the rows that every site makes of its own
     * @throws IllegalArgumentException when the plan has fewer rounds, which a site's rules and officers allowed, or a
     *     quorum with which sites may be missing that are needed
     */
    static ReleaseMethod of(StudyTerms terms, VariableSchema schema, NoisyDesign<?> design) {
        Study study = any(design.releases()).study(terms.agreement(), schema);
        int needed = study.rounds();
        if (terms.rounds() < needed) {
            throw new IllegalArgumentException("algorithm " + terms.method() + " releases in " + needed
                    + " rounds with these parameters, the plan has rounds " + terms.rounds() + ": write rounds: "
                    + needed);
        }
        if (design.readsSingleSites()) {
            terms.requireAllSites();
        }
        terms.requireAllSitesIfMasked();
        return new ReleaseMethod(study, design);
    }

    /**
     * The options with which sites take part in a release about public values.
     *
     * @param names of the variables
     * @param ownUnits whether every variable has a scale of its own
     */
    static Function<SiteUnits, ReleaseOptions> options(
            StudyTerms terms, MethodParameters parameters, UnitsOfSites units, List<String> names, boolean ownUnits) {
        UnitsOfSites.requireReplaceOne(terms);
        ReleaseOptions usual = ReleaseOptions.within(names.size(), 1, units.budget());
        ReleaseCentre centre = new ReleaseCentre.Known(names.stream()
                .map(name -> parameters.number("centre." + name, 0))
                .toList());
        double smallest = parameters.positive("smallest-deviation", usual.smallest());
        double largest = parameters.positive("largest-deviation", usual.largest());
        return own -> new ReleaseOptions(
                names.size(),
                own.count(),
                own.adjacency(),
                smallest,
                largest,
                ownUnits,
                centre,
                usual.mu(),
                terms.noiseSharedBy().orElse(1),
                own.byUser());
    }

    /** The options of one release of second moments of such rows, with the noise that the budget asks for. */
    static ReleaseOptions options(RowView rows, SiteUnits units, int variables, PrivacyBudget budget) {
        ReleaseCentre subtracted =
                switch (rows.centre()) {
                    case NONE -> ReleaseCentre.none(variables);
                    case PUBLIC -> new ReleaseCentre.Known(rows.values());
                    case PRIVATE -> new ReleaseCentre.PrivateMean();
                };
        ReleaseOptions options = new ReleaseOptions(
                variables,
                units.count(),
                units.adjacency(),
                rows.smallest(),
                rows.largest(),
                rows.ownUnits(),
                subtracted,
                ReleaseOptions.mu(budget));
        return units.byUser() ? options.withUsers(units.count()) : options;
    }

    /**
     * The design of every site; refuses noise that cannot be drawn before it is paid for. Where the law of the noise is
     * not exact, its draws are counted first, and the design is made with what they leave of δ.
     *
     * @param design of a site with so much budget
     */
    static <D extends ReleaseDesign<?>> Map<SiteId, D> designs(
            UnitsOfSites units, Function<UnitsOfSites, Function<SiteUnits, D>> design) {
        Map<SiteId, D> designs = ofSites(units, design.apply(units));
        if (!units.law().isExact()) {
            long most = designs.values().stream()
                    .mapToLong(ReleaseSolver::draws)
                    .max()
                    .orElse(0);
            designs = ofSites(units, design.apply(units.lessDistance(most)));
        }
        designs.values().stream().distinct().forEach(own -> ReleaseSolver.costs(own, units.law()));
        return designs;
    }

    private static <D> Map<SiteId, D> ofSites(UnitsOfSites units, Function<SiteUnits, D> design) {
        Map<SiteId, D> designs = new TreeMap<>();
        units.sites().forEach((site, own) -> designs.put(site, design.apply(own)));
        return designs;
    }

    /** One of the designs, which differ in the number of units only. */
    static <D> D any(Map<SiteId, D> designs) {
        return designs.values().iterator().next();
    }
}
