// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RowTallyTest {

    private static final double NONE = Double.NaN;

    private static final VariableSchema SCHEMA =
            VariableSchema.of("age", "dose", "sex").with(Map.of("sex", VariableKind.categorical("F", "M")));

    private static RowTally tally(MissingValues policy, double[]... rows) {
        RowTally tally = new RowTally(SCHEMA, policy, Set.of());
        for (double[] row : rows) {
            tally.handsOn(row);
        }
        return tally;
    }

    @Test
    void handsOn_isTheReadersPolicy() {
        double[] hole = {40, NONE, 1};
        double[] whole = {40, 2, 1};
        for (MissingValues policy : MissingValues.values()) {
            RowTally tally = new RowTally(SCHEMA, policy, Set.of());
            assertTrue(tally.handsOn(whole));
            assertEquals(policy != MissingValues.SKIP_ROW, tally.handsOn(hole), policy.toString());
        }
    }

    @Test
    void omitted_countsRowsAndCells_byThePolicy() {
        double[][] rows = {{40, NONE, 1}, {NONE, NONE, 0}, {41, 2, 1}};
        Map<String, Long> cells = Map.of("age", 1L, "dose", 2L);
        assertEquals(
                new RowSource.Omitted("a", 3, 0, 2, cells, List.of("b"), List.of()),
                tally(MissingValues.USE, rows).omitted("a", List.of("b")));
        assertEquals(
                new RowSource.Omitted("a", 3, 0, 0, Map.of(), List.of(), List.of()),
                tally(MissingValues.AS_NAN, rows).omitted("a", List.of()));
        RowSource.Omitted skipped = tally(MissingValues.SKIP_ROW, rows).omitted("a", List.of());
        assertEquals(List.of(3L, 2L, 0L), List.of(skipped.records(), skipped.rows(), skipped.kept()));
        assertEquals(cells, skipped.cells());
    }

    /** Kept ages 10, ..., 29 and left out 30, ..., 39: z = 15 / √(v · 30 / (10 · 20)), v = (30² − 1) / 12. */
    @Test
    void contrasts_areMeansAndShares_withTheErrorOfRowsDrawnAtRandom() {
        RowTally tally = new RowTally(SCHEMA, MissingValues.SKIP_ROW, Set.of());
        for (int k = 10; k < 40; k++) {
            tally.handsOn(new double[] {k, k < 30 ? 1 : NONE, k % 2});
        }
        List<RowContrast> found = tally.omitted("a", List.of()).contrasts();
        assertEquals(2, found.size(), "no row that was left out has a dose");
        RowContrast age = found.get(0);
        assertEquals(
                List.of("age", Optional.empty(), 19.5, 34.5),
                List.of(age.column(), age.level(), age.kept(), age.leftOut()));
        assertEquals(15 / Math.sqrt(899 / 12.0 * 30 / 200), age.deviations(), 1e-12);
        assertEquals(new RowContrast("sex", Optional.of("M"), 0.5, 0.5, 0), found.get(1));
        assertEquals(
                "the 10 rows with a missing cell are not like the others: mean age 34.5 instead of 19.5",
                RowContrast.difference(found, 10)
                        .orElseThrow()
                        .replace("34.50", "34.5")
                        .replace("19.50", "19.5"));
    }

    @Test
    void contrasts_ofFewCells_areNotJudged() {
        RowTally tally = new RowTally(SCHEMA, MissingValues.SKIP_ROW, Set.of());
        for (int k = 0; k < 100; k++) {
            tally.handsOn(new double[] {k < 9 ? 1e6 : k, k < 9 ? NONE : 1, k < 9 ? 1 : 0});
        }
        List<RowContrast> found = tally.omitted("a", List.of()).contrasts();
        assertEquals(1e6, found.get(0).leftOut());
        assertTrue(found.stream().allMatch(one -> Double.isNaN(one.deviations())), found.toString());
        assertEquals(Optional.empty(), RowContrast.difference(found, 9));
    }

    /** Of a category with three levels each has a share; keys say whose a row is, and have no mean. */
    @Test
    void contrasts_nameLevels_andNoKeys() {
        VariableSchema schema =
                VariableSchema.of("ward", "x", "risk").with(Map.of("risk", VariableKind.categorical("a", "b", "c")));
        RowTally tally = new RowTally(schema, MissingValues.SKIP_ROW, Set.of("ward"));
        for (int k = 0; k < 300; k++) {
            tally.handsOn(new double[] {k, k % 3 == 0 ? NONE : 1, k % 3 == 0 ? 2 : k % 2});
        }
        List<RowContrast> found = tally.omitted("a", List.of()).contrasts();
        assertEquals(
                List.of(Optional.of("a"), Optional.of("b"), Optional.of("c")),
                found.stream().map(RowContrast::level).toList());
        String said = RowContrast.difference(found, 100).orElseThrow();
        assertTrue(said.contains("risk is c in 100.0 % instead of 0.0 %"), said);
        assertTrue(said.contains("risk is a in 0.0 % instead of 50.0 %"), said);
    }

    /** 300 sets of ten columns of exponential numbers, a fiftieth of the cells missing: 3 would be found by chance. */
    @Test
    void rowsThatDifferByChance_areNotCalledOthers() {
        Random random = new Random(20);
        int found = 0;
        for (int set = 0; set < 300; set++) {
            RowTally tally = new RowTally(VariableSchema.numbered(10), MissingValues.SKIP_ROW, Set.of());
            for (int k = 0; k < 300; k++) {
                tally.handsOn(random.doubles(10)
                        .map(u -> random.nextInt(50) == 0 ? NONE : -Math.log(1 - u))
                        .toArray());
            }
            RowSource.Omitted omitted = tally.omitted("a", List.of());
            found += RowContrast.difference(omitted.contrasts(), omitted.rows()).isPresent() ? 1 : 0;
        }
        assertTrue(found <= 15, "a share of .05 is allowed, was of 300 " + found);
    }
}
