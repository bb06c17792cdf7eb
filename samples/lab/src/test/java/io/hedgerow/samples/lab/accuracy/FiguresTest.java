// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.samples.lab.accuracy.NonlinearTable.NonlinearRow;
import io.hedgerow.samples.lab.accuracy.StructureTable.StructureRow;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Meter.Range;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.lab.table.Spread.SortingSpread;
import io.hedgerow.samples.learn.SortingChecks;
import io.hedgerow.samples.output.Table;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FiguresTest {

    private static final SortingSpread SORTING =
            SortingSpread.of(List.of(new SortingChecks(0.5, 1, 0.25, 4), new SortingChecks(0.5, 3, 0.75, 4)));

    @Test
    void spread_hasTheSampleStandardDeviation() {
        Spread spread = Spread.of(2, 4, 4, 4, 5, 5, 7, 9);
        assertEquals(5, spread.mean());
        // Σ (x − 5)² = 32; n − 1 = 7
        assertEquals(Math.sqrt(32.0 / 7), spread.deviation(), 1e-15);
        assertEquals("5.0±2.1", spread.text(1));
    }

    @Test
    void spread_ofOneValue_hasNoDeviation() {
        assertEquals(new Spread(3, 0, List.of(3.0)), Spread.of(3));
        assertThrows(IllegalArgumentException.class, Spread::of);
    }

    @Test
    void range_sortsAndTakesTheMiddle() {
        assertEquals(new Range(1, 2, 9), Range.of(9, 1, 2));
        assertEquals(new Range(1, 2.5, 4), Range.of(4, 3, 1, 2));
        assertEquals("1.000 / 2.500 / 4.000", new Range(1, 2.5, 4).text());
        assertThrows(IllegalArgumentException.class, Range::of);
    }

    @Test
    void table_alignsLabelsLeftAndFiguresRight() {
        Table table =
                new Table(1, List.of("method", "SHD"), List.of(List.of("fed-sparse", "2.2±1.8"), List.of("gram", "0")));
        assertEquals("""
                | method     |     SHD |
                | ---------- | ------: |
                | fed-sparse | 2.2±1.8 |
                | gram       |       0 |
                """, table.markdown());
        assertEquals("""
                | method | SHD |
                | --- | --: |
                | fed-sparse | 2.2±1.8 |
                | gram | 0 |
                """, table.compact());
    }

    @Test
    void table_whenARowIsShort_isRefused() {
        assertThrows(
                IllegalArgumentException.class, () -> new Table(0, List.of("a", "b"), List.of(List.of("only one"))));
    }

    static <R> List<String> cells(List<Column<R>> columns, R row) {
        return columns.stream().map(column -> column.cell().apply(row)).toList();
    }

    @Test
    void row_countsFailuresAndAveragesTheRest() {
        WeightMatrix truth = WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0});
        WeightMatrix reversed = WeightMatrix.ofRows(2, new double[] {0, 0, 1, 0});
        StructureRow row = StructureRow.of(
                2,
                "m",
                List.of(
                        new StructureRow.Run(StructureMetrics.of(truth, truth), 1_000_000, 0, 1, Optional.empty()),
                        new StructureRow.Run(StructureMetrics.of(reversed, truth), 3_000_000, 0, 3, Optional.empty())),
                1,
                SORTING);
        assertEquals(3, row.runs());
        assertEquals(1, row.failures());
        assertEquals(Spread.of(0, 1), row.shd(), "a reversal counts as 1");
        assertEquals(Spread.of(0, 0), row.classShd(), "one edge alone has no direction within its class");
        assertEquals(Spread.of(1, 3), row.megabytes());
    }

    @Test
    void sorting_isSpreadByFigure() {
        assertEquals(
                List.of("0.50±0.00", "2.0±1.4", "0.50±0.35", "4.0±0.0"),
                cells(SortingSpread.columns(Function.<SortingSpread>identity()), SORTING));
    }

    @Test
    void nonlinearRow_countsFailuresAndAveragesTheRest() {
        WeightMatrix truth = WeightMatrix.ofRows(2, new double[] {0, 1, 0, 0});
        SortingChecks sorting = new SortingChecks(1, 0, 0.5, 1);
        NonlinearRow.Run right = new NonlinearRow.Run(
                Mechanism.GP_ADD, 2, 7, "gram", StructureMetrics.of(truth, truth), false, 0.5, sorting);
        NonlinearRow.Run empty = new NonlinearRow.Run(
                Mechanism.GP_ADD, 2, 8, "gram", StructureMetrics.of(WeightMatrix.empty(2), truth), true, 1.5, sorting);
        NonlinearRow.Run failed = new NonlinearRow.Run(Mechanism.GP_ADD, 2, 9, "gram", null, false, 99, sorting);
        NonlinearRow row = NonlinearRow.of(List.of(right, empty, failed));
        assertEquals(
                List.of("gp-add", "2", "gram", "3", "1", "0.5±0.7", "0.5±0.7", "1", "1.00±0.71"),
                cells(NonlinearRow.columns(), row).subList(0, 9));
        assertEquals("gp-add,2,8,gram,1,1,true,1.5,1.0,0,0.5,1\n", empty.line());
        assertEquals("gp-add,2,9,gram,,,,,1.0,0,0.5,1\n", failed.line());
        assertEquals(NonlinearRow.RUNS_HEADER.split(",").length, failed.line().split(",").length);
        assertNull(NonlinearRow.of(List.of(failed)).cpuSeconds());
    }

    @Test
    void row_whenEveryRunFailed_hasNoFigures() {
        StructureRow row = StructureRow.of(2, "m", List.of(), 2, SORTING);
        assertNull(row.shd());
        assertEquals(
                List.of("2", "m", "2", "2", "-"),
                cells(StructureRow.columns(true, false), row).subList(0, 5));
    }
}
