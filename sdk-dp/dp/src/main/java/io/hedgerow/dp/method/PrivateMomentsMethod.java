// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.denoise.network.ReleasedStructure;
import io.hedgerow.dp.internal.options.SolverOptions;
import io.hedgerow.dp.internal.release.ReleaseStudy;
import io.hedgerow.dp.internal.release.SeenReleases;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.internal.release.moments.MomentLook;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import java.util.List;
import java.util.Map;

/**
 * One private release of second moments, and a search on it.
 *
 * @param looks whether nothing is searched: the release says what columns are like
 */
record PrivateMomentsMethod(
        ReleaseStudy<PrivateGram> releases,
        Map<SiteId, MomentDesign> designs,
        PrivateSettings settings,
        UnitsOfSites units,
        double unit,
        boolean hiddenCauses,
        boolean looks)
        implements ReleaseMethod<PrivateGram> {

    static final List<Parameter> DEVIATIONS = deviations("0.02", "3000");

    static final Parameter THRESHOLD =
            Parameter.positive("threshold", "smallest weight of an edge").usually("every edge that was found is kept");

    static final Parameter CENTRE = Parameter.number("centre.NAME", "public value that a variable is about")
            .usually("0");

    private static final Parameter CENTRE_OF_SCORES = Parameter.number(
                    "centre.NAME", "public value that a variable is about; only with transform")
            .usually("0");

    static final Parameter OWN_UNITS = Parameter.flag("own-units", "columns are in unrelated units, or have none");

    static final MethodDescriptor DESCRIPTOR = MethodDescriptor.of(
                    PrivateAlgorithm.DP_GRAM.id(),
                    "one private release of second moments, then a search",
                    MethodTrait.PROMISE,
                    MethodTrait.RELEASE,
                    MethodTrait.SHARED_NOISE,
                    MethodTrait.SEARCH,
                    MethodTrait.CATEGORIES)
            .with(
                    UnitsOfSites.ROWS_OF_SITE,
                    UnitsOfSites.PERSONS_OF_SITE,
                    Parameter.flag(
                            "private-mean",
                            "a private mean of each site is released and subtracted; not with transform"),
                    Parameter.flag(OWN_UNITS.name(), OWN_UNITS.sentence() + "; not with transform"),
                    PrivateScoresMethod.TRANSFORM,
                    CENTRE_OF_SCORES,
                    THRESHOLD)
            .with(DEVIATIONS)
            .markingHiddenCauses()
            .knowingEdges();

    /** The release with private means and without a search. */
    static final MethodDescriptor LOOK = MethodDescriptor.of(
                    "dp-inspect",
                    "the release that " + DESCRIPTOR.name()
                            + " with private-mean makes, and what is beyond its noise; no search, so no" + " network",
                    MethodTrait.PROMISE,
                    MethodTrait.RELEASE,
                    MethodTrait.SHARED_NOISE,
                    MethodTrait.LOOK)
            .with(UnitsOfSites.ROWS_OF_SITE, UnitsOfSites.PERSONS_OF_SITE, OWN_UNITS)
            .with(DEVIATIONS);

    static final String COMPONENTS = DESCRIPTOR.name() + " + least squares in the metric of the noise + order-mcmc";

    /**
     * The most variables: the search of more was not tried; refused before a budget is spent on a release that could
     * not be searched.
     */
    private static final int MOST_VARIABLES = 500;

    /** The seed of the search, which costs nothing and is the same at every site. */
    private static final long SEED = 1;

    /** The limits that every variable is expected to keep, with these defaults. */
    static List<Parameter> deviations(String smallest, String largest) {
        return List.of(
                Parameter.positive(
                                "smallest-deviation",
                                "public: no standard deviation of a variable is expected below it")
                        .usually(smallest),
                Parameter.positive(
                                "largest-deviation", "public: no standard deviation of a variable is expected above it")
                        .usually(largest));
    }

    static PrivateMomentsMethod of(StudyTerms terms, MethodParameters parameters) {
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        PrivateSettings usual = PrivateSettings.recommended(
                PrivateAlgorithm.DP_GRAM,
                terms.schema().size(),
                terms.sites().size(),
                units.budget().epsilon());
        boolean looks = terms.method().equals(LOOK.name());
        boolean mean = looks || parameters.flag("private-mean");
        PrivateSettings settings = usual.ofMoments(
                        !looks && parameters.has("threshold") ? parameters.positive("threshold", 1) : usual.threshold(),
                        parameters.positive("smallest-deviation", usual.smallestDeviation()),
                        parameters.positive("largest-deviation", usual.largestDeviation()),
                        mean ? PrivateSettings.Centre.PRIVATE : PrivateSettings.Centre.NONE,
                        parameters.flag("own-units"))
                .knowing(looks ? KnownEdges.none() : parameters.knownEdges());
        PrivateMomentsMethod method = of(terms.agreement(), settings, units, 1, !looks && parameters.hiddenCauses());
        ReleaseMethod.requireAllRounds(terms, method.study());
        if (looks) {
            terms.requireAllSites();
        }
        terms.requireAllSitesIfMasked();
        return looks ? method.looking() : method;
    }

    private PrivateMomentsMethod looking() {
        return new PrivateMomentsMethod(releases, designs, settings, units, unit, false, true);
    }

    static PrivateMomentsMethod of(
            Agreement agreement, PrivateSettings settings, UnitsOfSites units, double unit, boolean hiddenCauses) {
        knowledge(agreement.schema(), settings); // refuses names of no variable before anything is spent
        int d = agreement.schema().size();
        requireSearchable(d);
        int sharing = agreement.noiseSharedBy().orElse(1);
        Map<SiteId, MomentDesign> designs = ReleaseMethod.designs(
                units,
                left -> own -> new MomentDesign(
                        SolverOptions.ofMoments(own, settings, d, left.budget()).withNoiseSharedBy(sharing)));
        ReleaseStudy<PrivateGram> moments =
                new ReleaseStudy<>(agreement, agreement.schema(), ReleaseMethod.any(designs), units.counts());
        return new PrivateMomentsMethod(moments, designs, settings, units, unit, hiddenCauses, false);
    }

    static void requireSearchable(int variables) {
        if (variables > MOST_VARIABLES) {
            throw new IllegalArgumentException(
                    "algorithm " + DESCRIPTOR.name() + " searches networks of at most " + MOST_VARIABLES
                            + " variables, the study has " + variables + ": name fewer variables, or take "
                            + PrivateConsensusMethod.STEPS.name() + ", which"
                            + " learns in rounds");
        }
    }

    private static EdgeKnowledge knowledge(VariableSchema schema, PrivateSettings settings) {
        return EdgeKnowledge.of(settings.known() == null ? KnownEdges.none() : settings.known(), schema);
    }

    @Override
    public String components() {
        return looks ? DESCRIPTOR.name() + " + look" : COMPONENTS;
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        long d = study().schema().size();
        return study().sites() * (d * (d + 1) / 2 + d) * Double.BYTES;
    }

    /** {@inheritDoc} A private mean had other shares of the budget in earlier revisions, and one round less. */
    @Override
    public int revision() {
        return settings.centre() == PrivateSettings.Centre.PRIVATE ? 3 : 1;
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        if (!looks) {
            return ReleaseMethod.super.coordinate(with);
        }
        SeenReleases seen = new SeenReleases(with.journal(), study().layout().size());
        OutcomeRecorder remembered = new OutcomeRecorder(seen);
        return releases.run(with.channel(), with.aggregator(), remembered, (sums, announced, total) -> {
                    Parameters last = sums.get(sums.size() - 1);
                    MomentLook look = new MomentLook(
                            (MomentDesign) releases.design(),
                            study().schema(),
                            last,
                            announced,
                            seen.all(),
                            units.counts());
                    Participation participation = new Participation();
                    participation.add(0, with.channel().sites());
                    double sigma =
                            releases.design().released(sums, announced, total).sigma();
                    return Ended.looked(look.figures(), participation, look.sentences())
                            .withNoise(Map.of("matrixSigma", sigma));
                })
                .orElseGet(() -> Ended.unreleased(remembered));
    }

    @Override
    public Found found(PrivateGram released) {
        EdgeKnowledge known = knowledge(study().schema(), settings);
        return found(released, settings.ownUnits(), known, settings.threshold(), List.of(), released.sigma())
                .marked(hiddenCauses);
    }

    /** Finds the network of a release, which costs nothing. */
    static Found found(
            PrivateGram released,
            boolean ownUnits,
            EdgeKnowledge known,
            double threshold,
            List<String> notes,
            double sigma) {
        StructureSearch search = StructureSearch.of(released.variables(), SEED).knowing(known);
        ReleasedStructure.Found found = new ReleasedStructure(released, search, ownUnits).search();
        WeightMatrix strong = known.strong(found.network(), threshold);
        return new Found(strong, EdgeKnowledge.kept(found.evidence(), found.network(), strong), notes, sigma);
    }
}
