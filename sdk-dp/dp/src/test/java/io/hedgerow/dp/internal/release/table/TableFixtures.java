// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.table;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.denoise.table.NoisyTables;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Releases of tables for tests. */
public final class TableFixtures {

    private TableFixtures() {}

    /** Variables with so many levels. */
    static VariableSchema schema(int... levels) {
        Map<String, VariableKind> kinds = new LinkedHashMap<>();
        for (int j = 0; j < levels.length; j++) {
            kinds.put(
                    "x" + (j + 1),
                    new VariableKind.Categorical(
                            IntStream.range(0, levels[j]).mapToObj(l -> "l" + l).toList()));
        }
        return VariableSchema.numbered(levels.length).with(kinds);
    }

    static ReleaseOptions options(int d, long rows, Adjacency adjacency, double mu) {
        return new ReleaseOptions(d, rows, adjacency, 0.02, 3000, true, ReleaseCentre.none(d), mu);
    }

    static TableDesign design(double mu, int... levels) {
        return TableDesign.of(
                options(levels.length, 10, Adjacency.REPLACE_ONE, mu),
                schema(levels),
                false,
                EdgeKnowledge.none(levels.length));
    }

    /** A whole release of one site, whose rows have all cells. */
    public static NoisyTables release(RowSource rows, long count, PrivacyBudget budget, NoiseSource noise) {
        return release(rows, count, false, budget, noise);
    }

    /** A whole release of one site. */
    public static NoisyTables release(
            RowSource rows, long count, boolean mayMiss, PrivacyBudget budget, NoiseSource noise) {
        VariableSchema schema = rows.schema();
        int d = schema.size();
        TableDesign design = TableDesign.of(
                options(d, count, Adjacency.REPLACE_ONE, ReleaseOptions.mu(budget)),
                schema,
                mayMiss,
                EdgeKnowledge.none(d));
        ReleaseDesign.Total total = new ReleaseDesign.Total(1, count);
        Parameters told = design.unannounced();
        List<Parameters> sums = new ArrayList<>();
        for (int round = 0; round < design.rounds(); round++) {
            NoisyRound sum = design.sum(round, told);
            sum.begin(new double[d], new double[d]);
            rows.forEachRow(sum::add);
            double[] all = new double[design.layout().size()];
            double[] released = sum.finish(noise);
            System.arraycopy(released, 0, all, design.parts().get(round), released.length);
            sums.add(Parameters.takeOver(all));
            if (round + 1 < design.rounds()) {
                told = design.announced(round, sums.get(round), told, total);
            }
        }
        return design.released(sums, told, total);
    }
}
