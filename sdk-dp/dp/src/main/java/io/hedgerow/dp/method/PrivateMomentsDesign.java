// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.denoise.figures.GramFigures;
import io.hedgerow.dp.internal.denoise.network.ReleasedStructure;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;
import io.hedgerow.dp.internal.options.Centre;
import io.hedgerow.dp.internal.options.RowView;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.internal.release.moments.MomentLook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs dp-gram: one private release of second moments, and a search on it.
 *
 * @param looks whether nothing is searched: the release says what columns are like
 */
record PrivateMomentsDesign(
        VariableSchema schema,
        Map<SiteId, MomentDesign> releases,
        RowView rows,
        Search search,
        UnitsOfSites units,
        double unit,
        boolean looks)
        implements NoisyDesign<PrivateGram> {

    static final List<Parameter> DEVIATIONS = deviations("0.02", "3000");

    /** The range of deviations without parameters. */
    static final RowView RANGE = RowView.within(0.02, 3000);

    static final Parameter THRESHOLD =
            Parameter.positive("threshold", "smallest weight of an edge").usually("every edge that was found is kept");

    static final Parameter CENTRE = Parameter.number("centre.NAME", "public value that a variable is about")
            .usually("0");

    private static final Parameter CENTRE_OF_SCORES = Parameter.number(
                    "centre.NAME", "public value that a variable is about; in plans only with transform")
            .usually("0");

    static final Parameter OWN_UNITS = Parameter.flag("own-units", "columns are in unrelated units, or have none");

    static final Parameter MISSING = Parameter.choice(
                    "missing",
                    List.of("use"),
                    "cells may be missing: that each is seen is summed, too, so that pairs are of rows that have both")
            .usually("a number that is missing counts as 0, or as the centre");

    private static final Parameter UNIT = Parameter.positive(
                    "unit", "public variance that counts as 1: rows are divided by its root; not with transform")
            .usually("1")
            .only(Parameter.Where.IN_ONE_PROCESS);

    static final MethodDescriptor DESCRIPTOR = MethodDescriptor.of(
                    MomentDesign.NAME,
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
                    PrivateScoresDesign.TRANSFORM,
                    CENTRE_OF_SCORES,
                    THRESHOLD,
                    MISSING,
                    UNIT)
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

    static ReleaseMethod of(StudyTerms terms, MethodParameters parameters) {
        boolean looks = terms.method().equals(LOOK.name());
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        double unit = looks ? 1 : parameters.positive(UNIT.name(), 1);
        // a plan has no centre of this release: sites that differ in it would not know
        RowView read = RowView.read(parameters, terms.schema(), unit, RANGE, !looks && parameters.isInOneProcess());
        RowView rows = looks ? read.withPrivateMean() : read;
        Search search = looks ? Search.NONE : Search.read(parameters);
        EdgeKnowledge.of(search.known(), terms.schema()); // refuses names of no variable before anything is spent
        int d = terms.schema().size();
        requireSearchable(d);
        int sharing = terms.noiseSharedBy().orElse(1);
        Map<SiteId, MomentDesign> designs = ReleaseMethod.designs(
                units,
                left -> own -> new MomentDesign(
                        ReleaseMethod.options(rows, own, d, left.budget()).withNoiseSharedBy(sharing)));
        PrivateMomentsDesign design =
                new PrivateMomentsDesign(terms.schema(), designs, rows, search, units, unit, looks);
        return ReleaseMethod.of(terms, terms.schema(), design);
    }

    /**
     * The parameters of the search on a release, which spends no budget.
     *
     * @param threshold smallest weight of an edge; 0 keeps every one that was found
     */
    record Search(double threshold, KnownEdges known, boolean hiddenCauses) {

        static final Search NONE = new Search(0, KnownEdges.none(), false);

        static Search read(MethodParameters parameters) {
            return new Search(
                    PrivateMomentsDesign.threshold(parameters), parameters.knownEdges(), parameters.hiddenCauses());
        }
    }

    /** The smallest weight of an edge; 0 without the parameter. */
    static double threshold(MethodParameters parameters) {
        return parameters.has(THRESHOLD.name()) ? parameters.positive(THRESHOLD.name(), 1) : 0;
    }

    @Override
    public Optional<Record> shownSettings() {
        if (looks) {
            return Optional.empty();
        }
        return Optional.of(ShownSettings.ofSearch(
                DESCRIPTOR.name(),
                schema.size(),
                rows,
                search.threshold(),
                search.known(),
                GreedyDefaults.of(schema.size(), units.budget())));
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

    @Override
    public String components() {
        return looks ? DESCRIPTOR.name() + " + look" : COMPONENTS;
    }

    @Override
    public long publishedBytes(Study study, long coefficients) {
        long d = schema.size();
        return study.sites() * (d * (d + 1) / 2 + d) * Double.BYTES;
    }

    /** {@inheritDoc} A private mean had other shares of the budget in earlier revisions, and one round less. */
    @Override
    public int revision() {
        return rows.centre() == Centre.PRIVATE ? 3 : 1;
    }

    @Override
    public boolean readsSingleSites() {
        return looks;
    }

    @Override
    public Supplier<Found> read(Sums sums) {
        if (!looks) {
            return NoisyDesign.super.read(sums);
        }
        MomentDesign release = ReleaseMethod.any(releases);
        ReleaseDesign.Summed all = release.summed(sums, units.counts());
        MomentLook look = new MomentLook(release, schema, all.last(), all.announced(), sums.messages(), units.counts());
        sums.countAsOne();
        Found found = Found.ofColumns(look.figures(), look.sentences())
                .withNoise(SIGMA, release.released(all).sigma());
        return () -> found;
    }

    @Override
    public Found found(PrivateGram released) {
        EdgeKnowledge known = EdgeKnowledge.of(search.known(), schema);
        Found found = found(released, rows.ownUnits(), known, search.threshold(), List.of(), released.sigma())
                .weighing(this::inUnitsOfData);
        return search.hiddenCauses() ? found.weighing(Evidence::byMarks) : found;
    }

    @Override
    public Optional<ReleasedFigures> figures(PrivateGram released) {
        return new GramFigures(released).find().map(this::inUnitsOfData);
    }

    /** Figures of the data, of rows that were divided by the root of the unit. */
    private ReleasedFigures inUnitsOfData(ReleasedFigures figures) {
        double root = Math.sqrt(unit);
        return new ReleasedFigures(
                figures.margins().stream()
                        .map(one -> new ReleasedFigures.Margin(
                                one.variable(),
                                one.statistic(),
                                one.level(),
                                new ReleasedFigures.Range(
                                        root * one.range().lower(),
                                        root * one.range().upper())))
                        .toList(),
                figures.pairs());
    }

    /** Equations of the data, of rows that were divided by the root of the unit. */
    private Evidence inUnitsOfData(Evidence evidence) {
        return evidence.with(
                evidence.pairs(),
                evidence.equations().stream()
                        .map(one ->
                                new Evidence.Equation(one.intercept() * Math.sqrt(unit), one.noiseVariance() * unit))
                        .toList());
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
        return NoisyDesign.found(strong, found.of(strong), notes, sigma);
    }
}
