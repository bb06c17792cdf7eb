package io.hedgerow.dp.method;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.RememberedEnd;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.dp.solver.GramCentre;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.dp.solver.GramReleaseSolver;
import io.hedgerow.dp.solver.GramStudy;
import io.hedgerow.dp.solver.PrivateGramSearch;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One private release of second moments, and a search on it. Behind masks, sites share the noise. */
record PrivateMomentsMethod(GramStudy gram, Map<SiteId, GramOptions> options, boolean ownUnits, double threshold)
        implements Method {

    /**
     * Beyond any count of rows; small enough that lanes carry the whole lattice of the noise, 2^-32, for a thousand
     * sites and more.
     */
    private static final double BOUND = 0x1p45;

    private static final double SMALLEST = 0.02;
    private static final double LARGEST = 3000;

    static PrivateMomentsMethod of(StudyTerms terms, MethodParameters parameters) {
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        int d = terms.schema().size();
        boolean ownUnits = parameters.flag("own-units");
        GramCentre centre = parameters.flag("private-mean") ? new GramCentre.PrivateMean() : GramCentre.none(d);
        double smallest = parameters.positive("smallest-deviation", SMALLEST);
        double largest = parameters.positive("largest-deviation", LARGEST);
        double threshold = parameters.has("threshold") ? parameters.positive("threshold", 1) : 0;
        double mu = GramOptions.mu(units.budget());
        int sharing = terms.noiseSharedBy().orElse(1);
        Map<SiteId, GramOptions> options = new TreeMap<>();
        units.sites().forEach((site, own) -> {
            GramOptions one =
                    new GramOptions(d, own.count(), own.adjacency(), smallest, largest, ownUnits, centre, mu, sharing);
            options.put(site, own.byPerson() ? one.withPersons(own.count()) : one);
        });
        requireAllRounds(terms, options.values().iterator().next().rounds());
        terms.requireAllSites();
        GramStudy gram = new GramStudy(
                terms.name(),
                terms.schema(),
                terms.sites().size(),
                options.values().iterator().next(),
                units.total(),
                terms.policy().deadline());
        return new PrivateMomentsMethod(gram, options, ownUnits, threshold);
    }

    /** What a site's rules and officers allowed is the plan's number of rounds: a release must not take more. */
    private static void requireAllRounds(StudyTerms terms, int needed) {
        if (terms.rounds() < needed) {
            throw new IllegalArgumentException("algorithm dp-gram releases in " + needed + " rounds"
                    + (needed > 2 ? " with a private mean" : "") + ", the plan has rounds " + terms.rounds()
                    + ": write rounds: " + needed);
        }
    }

    @Override
    public Study study() {
        return gram.study();
    }

    @Override
    public SumForm sums() {
        return new SumForm.Statistic(
                BOUND, "private moments of study " + gram.study().name());
    }

    @Override
    public GramReleaseSolver solver(SiteId site) {
        GramOptions own = options.get(site);
        if (own == null) {
            throw new IllegalArgumentException("site must be one of the terms, was " + site.value());
        }
        return new GramReleaseSolver(own);
    }

    @Override
    public Ended coordinate(
            CoordinatorChannel channel,
            Aggregator aggregator,
            RoundObserver observer,
            Journal<CoordinatorRecord> journal)
            throws InterruptedException {
        PrivateGramSearch search = ownUnits ? PrivateGramSearch.ownUnits() : PrivateGramSearch.equalVariances();
        RememberedEnd remembered = new RememberedEnd(journal);
        return gram.run(channel, aggregator, System::nanoTime, remembered)
                .map(released -> {
                    WeightMatrix found = search.search(released).network();
                    // a release is over all sites, or there is none; noise may make any of them stand out
                    return Ended.released(
                            threshold > 0 ? found.threshold(threshold) : found, channel.sites(), Set.of());
                })
                .orElseGet(() -> Ended.unreleased(remembered));
    }
}
