// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.search.ReleasedFigures.Margin;
import io.hedgerow.core.search.ReleasedFigures.Pair;
import io.hedgerow.core.search.ReleasedFigures.Range;
import io.hedgerow.core.search.ReleasedFigures.Statistic;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowFiguresTest {

    private static final Range ANY = new Range(0, 1);
    private static final VariableSchema SCHEMA = VariableSchema.of("x", "y", "a", "b", "c")
            .with(Map.of(
                    "a", VariableKind.categorical("no", "yes"),
                    "b", VariableKind.categorical("no", "yes"),
                    "c", VariableKind.categorical("0", "1", "2")));

    /** x = 1, 2, 3, 4; y = −2 x; a is yes where x is above 2; b half; c a level each but the last two. */
    private static final RowSource ROWS = InMemoryRows.of(
            SCHEMA, new double[][] {{1, -2, 0, 0, 0}, {2, -4, 0, 1, 1}, {3, -6, 1, 0, 2}, {4, -8, 1, 1, 2}});

    private static double margin(int variable, Statistic statistic, int level) {
        return RowFigures.of(ROWS).of(new Margin(variable, statistic, level, ANY));
    }

    private static double pair(int one, int other) {
        return RowFigures.of(ROWS).of(new Pair(one, other, ANY));
    }

    @Test
    void margins_areMeansDeviationsAndShares() {
        assertEquals(2.5, margin(0, Statistic.MEAN, -1), 1e-12);
        assertEquals(Math.sqrt(1.25), margin(0, Statistic.DEVIATION, -1), 1e-12);
        assertEquals(0.5, margin(4, Statistic.SHARE, 2), 1e-12);
    }

    /** Of numbers r; of two levels each |φ|; of a number and two levels the correlation with an indicator. */
    @Test
    void dependence_isACorrelationWhereThereIsOne() {
        assertEquals(-1, pair(0, 1), 1e-12);
        assertEquals(0, pair(2, 3), 1e-12);
        assertEquals(2 / Math.sqrt(5), pair(0, 2), 1e-12);
    }

    /** ‖S_ac‖² = 2 (1/64 + 1/64 + 1/16), ‖S_aa‖ = 1/2, ‖S_cc‖² = 2 · 9/256 + 1/16 + 2 · 1/256 + 4 · 1/64. */
    @Test
    void dependence_ofLevels_isTheRootOfTheRvCoefficient() {
        double both = Math.sqrt(2 * (2 / 64.0 + 1 / 16.0));
        double size = 0.5 * Math.sqrt(2 * 9 / 256.0 + 1 / 16.0 + 2 / 256.0 + 4 / 64.0);
        assertEquals(both / Math.sqrt(size), pair(2, 4), 1e-12);
    }

    @Test
    void constantColumns_dependOnNothing() {
        VariableSchema two = VariableSchema.of("x", "y");
        RowSource rows = InMemoryRows.of(two, new double[][] {{1, 5}, {2, 5}});
        assertEquals(0, RowFigures.of(rows).of(new Pair(0, 1, ANY)));
    }
}
