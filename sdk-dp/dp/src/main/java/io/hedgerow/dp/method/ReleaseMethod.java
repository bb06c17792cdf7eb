// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.federation.coordinator.UnusableSumsException;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.options.RowView;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.ReleaseStudy;
import io.hedgerow.dp.internal.release.StatedNoise;
import io.hedgerow.dp.method.settings.SiteUnits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A method whose sites release noisy sums once each, from which a network is searched at no further cost: it names a
 * design, the options of every site, and the search. With masks, sites share the noise.
 *
 * @param <R> the result of the release
 */
interface ReleaseMethod<R> extends PrivateMethod {

    /**
     * The bound of a number in a message, beyond any count of rows; small enough that lanes carry the whole lattice of
     * the noise, 2^-32, for a thousand sites and more.
     */
    double BOUND = 0x1p45;

    /** Refuses a release of more rounds than the plan has, which a site's rules and officers allowed. */
    static void requireAllRounds(StudyTerms terms, Study study) {
        int needed = study.rounds();
        if (terms.rounds() < needed) {
            throw new IllegalArgumentException("algorithm " + terms.method() + " releases in " + needed
                    + " rounds with these parameters, the plan has rounds " + terms.rounds() + ": write rounds: "
                    + needed);
        }
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
        ReleaseCentre subtracted = switch (rows.centre()) {
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

    /** {@return the study that is agreed on} */
    ReleaseStudy<R> releases();

    /** {@return the release of each site, with its cost} */
    Map<SiteId, ? extends ReleaseDesign<R>> designs();

    /** Finds the network of a release, which costs nothing. */
    Found found(R released);

    @Override
    default Study study() {
        return releases().study();
    }

    @Override
    default ReleaseSolver solver(SiteId site) {
        return new ReleaseSolver(UnitsOfSites.ofSite(designs(), site), units().openNoise());
    }

    @Override
    default ReleaseSolver stated(SiteId site) {
        return new ReleaseSolver(UnitsOfSites.ofSite(designs(), site), StatedNoise.of(units().noise()));
    }

    /** {@return the statistic that is summed, in front of the study's name} */
    default String statistic() {
        return "private moments";
    }

    @Override
    default SumForm sums() {
        String name = statistic() + " of study " + study().name();
        return new SumForm.Statistic(BOUND, name, releases().design().parts());
    }

    /** Columns are in the units that the release finds. */
    @Override
    default double unit() {
        return 1;
    }

    @Override
    default Map<String, Double> noise(SiteId site) {
        return Map.of(
                "releaseMu", UnitsOfSites.ofSite(designs(), site).options().mu());
    }

    /** {@return the form of sums over everything that a layout has a place for} */
    @Override
    default long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return study().sites() * (long) study().layout().size() * Double.BYTES;
    }

    /**
     * The network that a search found in a release.
     *
     * @param sigma of the noise of a diagonal entry
     */
    record Found(WeightMatrix network, Evidence evidence, List<String> notes, double sigma) {

        /** The same, with the marks that are left when causes may be hidden, where that is wanted. */
        Found marked(boolean hiddenCauses) {
            return hiddenCauses ? new Found(network, evidence.byMarks(), notes, sigma) : this;
        }
    }

    /** Runs the rounds and searches their release. It is over a quorum of the sites, or there is none. */
    @Override
    default Ended coordinate(Coordination with) throws InterruptedException {
        OutcomeRecorder remembered = new OutcomeRecorder(with.journal());
        Set<SiteId> included = new TreeSet<>();
        return releases()
                .run(with.channel(), with.aggregator(), remembered, releases().design()::released, included::addAll)
                .map(released -> UnusableSumsException.reading(() -> found(released)))
                .map(found -> {
                    // noise may make any of the sites stand out
                    Participation participation = new Participation();
                    participation.add(0, included);
                    // the network weighs every entry by its noise, and knows more than the probabilities
                    Evidence evidence = found.evidence().beingCautious();
                    return Ended.released(found.network(), Optional.of(evidence), participation, found.notes())
                            .withNoise(Map.of("matrixSigma", found.sigma()));
                })
                .orElseGet(() -> Ended.unreleased(remembered));
    }
}
