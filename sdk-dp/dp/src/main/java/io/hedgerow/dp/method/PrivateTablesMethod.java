// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.dp.internal.denoise.table.NoisyTables;
import io.hedgerow.dp.internal.denoise.table.ReleasedTables;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;
import io.hedgerow.dp.internal.options.RowView;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseStudy;
import io.hedgerow.dp.internal.release.table.TableDesign;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs dp-gram of categories: a private release of tables of each two variables, one of tables of each with those that
 * tell most about it, and a search on them. Behind masks, sites share the noise.
 */
record PrivateTablesMethod(
        ReleaseStudy<NoisyTables> releases,
        Map<SiteId, TableDesign> designs,
        UnitsOfSites units,
        Search search,
        RowView rows)
        implements ReleaseMethod<NoisyTables> {

    /** The seed of the search, which costs nothing and is the same at every site. */
    private static final long SEED = 1;

    /** With 60 the search took minutes; refused before a budget is spent on a release that is not searched in time. */
    private static final int MOST_VARIABLES = 50;

    /** Whether a study of dp-gram is one of tables: some variable is a category. */
    static boolean isMeant(VariableSchema schema) {
        return schema.hasCategories();
    }

    static PrivateTablesMethod of(StudyTerms terms, MethodParameters parameters) {
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
        RowView rows = PrivateMomentsMethod.RANGE.withOwnUnits(parameters.flag("own-units"));
        PrivateTablesMethod method = of(
                terms.agreement(),
                UnitsOfSites.of(terms, parameters),
                parameters.knownEdges(),
                PrivateMomentsMethod.threshold(parameters),
                rows);
        ReleaseMethod.requireAllRounds(terms, method.study());
        return method;
    }

    private static void refuse(String parameter, boolean set) {
        if (set) {
            throw new IllegalArgumentException("parameter " + parameter + " of "
                    + PrivateMomentsMethod.DESCRIPTOR.name() + " is for variables that are"
                    + " numbers, all of this study are categorical: leave it out");
        }
    }

    private static PrivateTablesMethod of(
            Agreement agreement, UnitsOfSites units, KnownEdges known, double threshold, RowView rows) {
        VariableSchema schema = agreement.schema();
        if (schema.size() > MOST_VARIABLES) {
            throw new IllegalArgumentException(
                    PrivateMomentsMethod.DESCRIPTOR.name() + " searches tables of at most " + MOST_VARIABLES
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
                    knowledge);
        });
        ReleaseStudy<NoisyTables> tables = new ReleaseStudy<>(agreement, ReleaseMethod.any(designs), units.total());
        return new PrivateTablesMethod(tables, designs, units, new Search(knowledge, known, threshold), rows);
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
        int variables = study().schema().size();
        return Optional.of(ShownSettings.ofSearch(
                PrivateMomentsMethod.DESCRIPTOR.name(),
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
        return PrivateMomentsMethod.DESCRIPTOR.name() + " + tables whose margins agree + order-mcmc";
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        List<Integer> parts = releases.design().parts();
        return study().sites() * (long) parts.get(parts.size() - 1) * Double.BYTES;
    }

    @Override
    public Found found(NoisyTables released) {
        ReleasedTables.Found found = new ReleasedTables(
                        released, search.knowledge(), Math.min(1, search.threshold()), SEED)
                .search(study().schema());
        double sigma = Math.sqrt(released.tables().get(0).variance());
        return new Found(found.network(), found.evidence(), found.notes(), sigma);
    }
}
