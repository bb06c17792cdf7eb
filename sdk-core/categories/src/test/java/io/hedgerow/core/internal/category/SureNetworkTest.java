// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SureNetworkTest {

    private static final VariableKind LETTERS = new VariableKind.Categorical(List.of("x", "y"));
    private static final CategoryColumns COLUMNS = new CategoryColumns(
            VariableSchema.of("a", "b", "c").with(Map.of("a", LETTERS, "b", LETTERS, "c", LETTERS)));
    private static final double[] A = {0.3, 0.7};
    private static final double[][] B = {{0.9, 0.1}, {0.2, 0.8}};
    private static final double[] C = {0.5, 0.5};

    /** a → b is beyond doubt, and c, of which the graph says that b causes it, depends on nothing. */
    @Test
    void shares_areOfTheRelationsBeyondDoubtAlone() {
        double[] counts = new double[8];
        double[] expected = new double[8];
        for (int cell = 0; cell < 8; cell++) {
            int a = cell % 2;
            int b = cell / 2 % 2;
            int c = cell / 4;
            expected[cell] = A[a] * B[a][b] * C[c];
            counts[cell] = 1000 * expected[cell] + (b == c ? 1 : -1);
        }
        int[] set = {0, 1, 2};
        TableStore tables = TableStore.of(3, List.of(CountTable.of(set, new int[] {2, 2, 2}, counts)));
        ParentSets graph = ParentSets.of(WeightMatrix.ofRows(3, new double[] {0, 1, 0, 0, 0, 1, 0, 0, 0}), 2);
        CountTable shares =
                SureNetwork.of(COLUMNS, tables, graph, new BdeuScore(1, 1)).shares(set);
        for (int cell = 0; cell < 8; cell++) {
            assertEquals(expected[cell], shares.count(cell), 1e-3);
        }
        assertEquals(
                0,
                FirstSums.information(shares.with(Arrays.stream(shares.counts())
                                .map(p -> 1000 * p)
                                .toArray())
                        .margin(new int[] {0, 2})),
                1e-12);
    }
}
