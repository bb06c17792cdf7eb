// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClippedShareTest {

    /**
     * Rows (1, 2) and (3, 6) with a → b of weight 2, so that b has no residual and a has 1 and 3: S = (5, 20), with ρ2
     * = 1 M = (6, 21) and Σ M = 27. Entries x_b r_a are 2 and 18, those of x_a r_b 0; c_b = C·√(21/27).
     */
    @Test
    void share_isOfEntriesAboveTheBoundOfTheirRow() {
        RowsData data = new RowsData(
                WeightMatrix.of(new double[][] {{0, 2}, {0, 0}}),
                Sites.numbered("site ", List.of(InMemoryRows.of(new VariableSchema(List.of("a", "b")), new double[][] {
                            {1, 2}, {3, 6}
                        })))
                        .inMemory(),
                List.of());
        double ofOne = Math.sqrt(27.0 / 21);
        assertEquals(0, ClippedShare.of(data, 18.1 * ofOne, 1));
        assertEquals(0.25, ClippedShare.of(data, 17.9 * ofOne, 1));
        assertEquals(0.25, ClippedShare.of(data, 2.1 * ofOne, 1));
        assertEquals(0.5, ClippedShare.of(data, 1.9 * ofOne, 1));
    }
}
