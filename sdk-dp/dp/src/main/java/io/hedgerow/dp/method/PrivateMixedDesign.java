// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.internal.denoise.mixed.MixedColumns;
import io.hedgerow.dp.internal.denoise.mixed.NoisyColumns;
import io.hedgerow.dp.internal.denoise.mixed.ReleasedColumns;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;
import io.hedgerow.dp.internal.options.Centre;
import io.hedgerow.dp.internal.options.RowView;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.internal.release.mixed.MixedDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs dp-gram of numbers beside categories, or of which some are missing: scales and means of numbers, then one
 * private release of second moments of numbers and indicators of levels, and a search on it. Behind masks, sites share
 * the noise. Rows are about a private mean unless values are public that numbers are about: a mean far from 0 would
 * hide what varies about it.
 */
record PrivateMixedDesign(
        VariableSchema schema,
        Map<SiteId, MixedDesign> releases,
        RowView rows,
        UnitsOfSites units,
        KnownEdges known,
        double threshold)
        implements NoisyDesign<NoisyColumns> {

    /** The seed of the search, which costs nothing and is the same at every site. */
    private static final long SEED = 1;

    /** More were not tried; refused before a budget is spent on a release that could not be searched. */
    private static final int MOST_VARIABLES = 100;

    /** Whether a study of dp-gram is one of both kinds, or of numbers of which some are missing. */
    static boolean isMeant(VariableSchema schema, MethodParameters parameters) {
        return schema.categorical().size() < schema.size() && (schema.hasCategories() || mayMiss(parameters));
    }

    private static boolean mayMiss(MethodParameters parameters) {
        return parameters.text(PrivateMomentsDesign.MISSING.name()).isPresent();
    }

    static ReleaseMethod of(StudyTerms terms, MethodParameters parameters) {
        VariableSchema schema = terms.schema();
        String beside = schema.hasCategories() ? "categories" : "missing: use";
        refuse(parameters.has("transform"), "transform", beside, "numbers are summed as they are");
        refuse(parameters.has("unit"), "unit", beside, "every number has a unit of its own");
        refuse(parameters.hiddenCauses(), "hidden-causes", beside, "marks are of numbers that all rows have");
        for (String name : schema.categorical()) {
            refuse(parameters.has("centre." + name), "centre." + name, beside, "a category is about no number");
        }
        if (schema.size() > MOST_VARIABLES) {
            throw new IllegalArgumentException(
                    PrivateMomentsDesign.DESCRIPTOR.name() + " with " + beside + " searches networks of at most "
                            + MOST_VARIABLES + " variables, the study has " + schema.size()
                            + ": name fewer variables");
        }
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        RowView read = RowView.read(parameters, schema, 1, PrivateMomentsDesign.RANGE, parameters.isInOneProcess());
        MixedColumns shape = new MixedColumns(schema, mayMiss(parameters));
        RowView rows = ofNumbers(read, shape);
        // refuses names of no variable, and families too large to be searched, before anything is spent
        shape.requireRoom(EdgeKnowledge.of(parameters.knownEdges(), schema), schema.names());
        int sharing = terms.noiseSharedBy().orElse(1);
        Map<SiteId, MixedDesign> designs = ReleaseMethod.designs(
                units,
                left -> own -> new MixedDesign(
                        ReleaseMethod.options(rows, own, shape.numbers().length, left.budget())
                                .withNoiseSharedBy(sharing),
                        shape));
        return ReleaseMethod.of(
                terms,
                schema,
                new PrivateMixedDesign(
                        schema,
                        designs,
                        rows,
                        units,
                        parameters.knownEdges(),
                        PrivateMomentsDesign.threshold(parameters)));
    }

    private static void refuse(boolean given, String parameter, String beside, String why) {
        if (given) {
            throw new IllegalArgumentException("parameter " + parameter + " of "
                    + PrivateMomentsDesign.DESCRIPTOR.name() + " cannot be combined with " + beside + ": " + why
                    + ", so leave it out");
        }
    }

    /** The view of the numbers alone, each in a unit of its own and about a mean. */
    private static RowView ofNumbers(RowView read, MixedColumns shape) {
        RowView own = read.withOwnUnits(true);
        if (read.centre() != Centre.PUBLIC) {
            return own.withPrivateMean();
        }
        List<Double> values = new ArrayList<>();
        for (int j : shape.numbers()) {
            values.add(read.values().get(j));
        }
        return new RowView(own.smallest(), own.largest(), own.centre(), values, own.bound(), true);
    }

    @Override
    public Optional<Record> shownSettings() {
        return Optional.of(ShownSettings.ofSearch(
                PrivateMomentsDesign.DESCRIPTOR.name(),
                schema.size(),
                rows,
                threshold,
                known,
                GreedyDefaults.of(schema.size(), units.budget())));
    }

    @Override
    public String statistic() {
        return "private moments of numbers and levels";
    }

    @Override
    public String components() {
        return PrivateMomentsDesign.DESCRIPTOR.name() + " + blocks of columns + order-mcmc";
    }

    @Override
    public long publishedBytes(Study study, long coefficients) {
        return study.sites() * (long) study.layout().size() * Double.BYTES;
    }

    @Override
    public Found found(NoisyColumns released) {
        EdgeKnowledge knowledge = EdgeKnowledge.of(known, schema);
        ReleasedColumns.Found found = new ReleasedColumns(released, schema, knowledge, threshold, SEED).search();
        return NoisyDesign.found(found.network(), found.evidence(), found.notes(), released.sigma());
    }

    @Override
    public Optional<ReleasedFigures> figures(NoisyColumns released) {
        return Optional.of(released.figures());
    }
}
