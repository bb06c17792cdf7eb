// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.table;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.denoise.table.NoisyTables;
import io.hedgerow.dp.internal.denoise.table.TableCandidates;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep.Kind;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Releases tables of categories privately: of each two variables, then one of each variable with the others that tell
 * most about it. Rows of indicators have a fixed norm, so nothing is clipped and no scales are released.
 *
 * <p>What a site sends has the cells of pairs, and behind them those of the second round. What it is told in the second
 * round has the candidates of each variable in front. Proof notes: {@code docs/privacy-proofs/noisy-tables.md}. O(n
 * d²).
 *
 * @param options of the release; the centre must be 0
 * @param shape what the tables are of
 * @param knowledge of edges beforehand: required causes are candidates
 */
public record TableDesign(ReleaseOptions options, TableShape shape, EdgeKnowledge knowledge)
        implements ReleaseDesign<NoisyTables> {

    private static final List<ReleaseStep> STEPS =
            List.of(new ReleaseStep(Kind.TABLES, 0.4), new ReleaseStep(Kind.TABLES, 0.6));

    public TableDesign {
        options.requireKnownCentre("a release of tables");
        if (options.variables() != shape.variables()) {
            throw new IllegalArgumentException("options must be of the " + shape.variables()
                    + " variables of the tables, were of " + options.variables());
        }
    }

    /**
     * Of a schema of categories.
     *
     * @param mayMiss whether cells may be missing, which is then a level more of each variable
     * @throws IllegalArgumentException when tables have too many cells, or there is no room for the required causes of
     *     one
     */
    public static TableDesign of(
            ReleaseOptions options, VariableSchema schema, boolean mayMiss, EdgeKnowledge knowledge) {
        TableShape shape = TableShape.of(schema, mayMiss);
        for (int j = 0; j < schema.size(); j++) {
            int[] table = {j};
            for (int i : knowledge.requiredOfEach()[j]) {
                if (!shape.fits(table, i)) {
                    throw new IllegalArgumentException("a category and its required causes must be at most "
                            + TableShape.MOST_CANDIDATES + " causes with " + TableShape.MOST_CELLS
                            + " combinations of levels, \"" + schema.names().get(j) + "\" has "
                            + knowledge.requiredOfEach()[j].length + ": require fewer, or group levels");
                }
                table = TableShape.with(table, i);
            }
        }
        return new TableDesign(options, shape, knowledge);
    }

    @Override
    public String name() {
        return MomentDesign.NAME;
    }

    @Override
    public List<ReleaseStep> steps() {
        return STEPS;
    }

    @Override
    public List<Integer> parts() {
        return shape.parts();
    }

    @Override
    public ParameterLayout layout() {
        return shape.layout();
    }

    private List<int[]> tables(int round, Parameters told) {
        return round == 0 ? shape.pairs() : shape.tables(told.toArray());
    }

    /** {@inheritDoc} As many tables with as many cells whatever was told: one of each variable. */
    @Override
    public NoisyRound sum(int round, Parameters told) {
        return tableSum(round, told);
    }

    private TableSum tableSum(int round, Parameters told) {
        int cells = parts().get(round + 1) - parts().get(round);
        return new TableSum(options, shape, tables(round, told), cells, noiseMultiplier(round));
    }

    /** What a round released: cells of its tables, one after the other. */
    public double[] released(int round, Parameters all) {
        return Arrays.copyOfRange(all.toArray(), parts().get(round), parts().get(round + 1));
    }

    private List<NoisyTables.Table> noisy(int round, Parameters sum, Parameters told, Total total) {
        double sigma = tableSum(round, told).sigma() * Math.sqrt(total.sites());
        return shape.read(tables(round, told), released(round, sum)).stream()
                .map(counts -> new NoisyTables.Table(counts, sigma * sigma))
                .toList();
    }

    @Override
    public Parameters announced(int round, Parameters sum, Parameters before, Total total) {
        NoisyTables pairs = tables(noisy(0, sum, before, total), total);
        return Parameters.takeOver(shape.announced(
                new TableCandidates(pairs).candidates(TableShape.MOST_CANDIDATES, knowledge, shape::fits)));
    }

    @Override
    public NoisyTables released(List<Parameters> sums, Parameters told, Total total) {
        List<NoisyTables.Table> all = new ArrayList<>(noisy(0, sums.get(0), told, total));
        all.addAll(noisy(1, sums.get(1), told, total));
        return tables(all, total);
    }

    private NoisyTables tables(List<NoisyTables.Table> all, Total total) {
        return shape.mayMiss()
                ? NoisyTables.withMissing(shape.variables(), total.units(), all)
                : NoisyTables.of(shape.variables(), total.units(), all);
    }
}
