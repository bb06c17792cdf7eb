// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.internal.denoise.figures.TableFigures;
import io.hedgerow.dp.internal.denoise.table.NoisyTables;
import io.hedgerow.dp.internal.denoise.table.ReleasedTables;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;
import io.hedgerow.dp.internal.options.RowView;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.table.TableDesign;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs dp-gram of categories: a private release of tables of each two variables, one of tables of each with those that
 * tell most about it, and a search on them. Behind masks, sites share the noise.
 */
record PrivateTablesDesign(
        VariableSchema schema, Map<SiteId, TableDesign> releases, UnitsOfSites units, Search search, RowView rows)
        implements NoisyDesign<NoisyTables> {

    /** The seed of the search, which costs nothing and is the same at every site. */
    private static final long SEED = 1;

    /** With 60 the search took minutes; refused before a budget is spent on a release that is not searched in time. */
    private static final int MOST_VARIABLES = 50;

    /** Whether a study of dp-gram is one of tables: every variable is a category. */
    static boolean isMeant(VariableSchema schema) {
        return schema.categorical().size() == schema.size();
    }

    static ReleaseMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        for (String name : List.of("transform", "smallest-deviation", "largest-deviation")) {
            refuse(name, parameters.has(name));
        }
        for (String name : terms.schema().names()) {
            refuse("centre." + name, parameters.has("centre." + name));
        }
        refuse("private-mean", parameters.flag("private-mean"));
        refuse("hidden-causes", parameters.hiddenCauses());
        // categories have no unit anyway
        RowView rows = PrivateMomentsDesign.RANGE.withOwnUnits(parameters.flag("own-units"));
        PrivateTablesDesign design = of(
                terms.agreement(),
                UnitsOfSites.of(terms, parameters),
                parameters.text(PrivateMomentsDesign.MISSING.name()).isPresent(),
                parameters.knownEdges(),
                PrivateMomentsDesign.threshold(parameters),
                rows);
        return ReleaseMethod.of(terms, terms.schema(), design);
    }

    private static void refuse(String parameter, boolean set) {
        if (set) {
            throw new IllegalArgumentException("parameter " + parameter + " of "
                    + PrivateMomentsDesign.DESCRIPTOR.name() + " is for variables that are"
                    + " numbers, all of this study are categorical: leave it out");
        }
    }

    private static PrivateTablesDesign of(
            Agreement agreement,
            UnitsOfSites units,
            boolean mayMiss,
            KnownEdges known,
            double threshold,
            RowView rows) {
        VariableSchema schema = agreement.schema();
        if (schema.size() > MOST_VARIABLES) {
            throw new IllegalArgumentException(
                    PrivateMomentsDesign.DESCRIPTOR.name() + " searches tables of at most " + MOST_VARIABLES
                            + " categorical variables, the study has " + schema.size() + ": name fewer variables");
        }
        EdgeKnowledge knowledge = EdgeKnowledge.of(known, schema);
        Map<SiteId, TableDesign> designs = ReleaseMethod.designs(units, left -> {
            ReleaseOptions usual = ReleaseOptions.within(schema.size(), 1, left.budget());
            return own -> TableDesign.of(
                    new ReleaseOptions(
                            schema.size(),
                            own.count(),
                            own.adjacency(),
                            usual.smallest(),
                            usual.largest(),
                            true,
                            ReleaseCentre.none(schema.size()),
                            usual.mu(),
                            agreement.noiseSharedBy().orElse(1),
                            own.byUser()),
                    schema,
                    mayMiss,
                    knowledge);
        });
        return new PrivateTablesDesign(schema, designs, units, new Search(knowledge, known, threshold), rows);
    }

    /**
     * The parameters of the search, which spends no budget.
     *
     * @param knowledge what is known, of these variables
     * @param known the same as it was said
     * @param threshold smallest weight of an edge, which no edge of categories has above 1
     */
    record Search(EdgeKnowledge knowledge, KnownEdges known, double threshold) {}

    @Override
    public Optional<Record> shownSettings() {
        int variables = schema.size();
        return Optional.of(ShownSettings.ofSearch(
                PrivateMomentsDesign.DESCRIPTOR.name(),
                variables,
                rows,
                search.threshold(),
                search.known(),
                GreedyDefaults.of(variables, units.budget())));
    }

    @Override
    public String statistic() {
        return "private tables";
    }

    @Override
    public String components() {
        return PrivateMomentsDesign.DESCRIPTOR.name() + " + tables whose margins agree + order-mcmc";
    }

    @Override
    public long publishedBytes(Study study, long coefficients) {
        List<Integer> parts = parts();
        return study.sites() * (long) parts.get(parts.size() - 1) * Double.BYTES;
    }

    @Override
    public Optional<ReleasedFigures> figures(NoisyTables released) {
        return Optional.of(new TableFigures(released).find());
    }

    @Override
    public Found found(NoisyTables released) {
        ReleasedTables.Found found =
                new ReleasedTables(released, search.knowledge(), Math.min(1, search.threshold()), SEED).search(schema);
        double sigma = Math.sqrt(released.tables().get(0).variance());
        return NoisyDesign.found(found.network(), found.evidence(), found.notes(), sigma);
    }
}
