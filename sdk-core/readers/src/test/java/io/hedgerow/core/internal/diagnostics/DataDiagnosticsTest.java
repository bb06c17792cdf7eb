// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics.DataWarning;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics.DataWarning.Kind;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DataDiagnosticsTest {

    private static final int ROWS = 200;

    @Test
    void warnings_whenDataIsOrdinary_areNone() {
        assertEquals(List.of(), warnings(4, row -> row));
    }

    @Test
    void warnings_whenColumnIsConstant_nameIt() {
        List<DataWarning> found = warnings(3, row -> new double[] {row[0], 0.1, row[2]});

        assertEquals(1, found.size());
        assertEquals(Kind.CONSTANT, found.get(0).kind());
        assertEquals(List.of("x2"), found.get(0).variables());
    }

    @Test
    void warnings_whenColumnIsConstantAcrossMergedParts_stillNameIt() {
        SufficientStatistics parts = accumulate(3, row -> new double[] {row[0], 0.1, row[2]}, 1)
                .merge(accumulate(3, row -> new double[] {row[0], 0.1, row[2]}, 2));

        assertEquals(
                Kind.CONSTANT,
                DataDiagnostics.warnings(VariableSchema.numbered(3), parts)
                        .get(0)
                        .kind());
    }

    @Test
    void warnings_whenColumnRepeatsAnotherInOtherUnits_nameBoth() {
        List<DataWarning> found = warnings(4, row -> new double[] {row[0], row[1], 32 - 1.8 * row[0], row[0]});

        assertEquals(
                List.of(List.of("x1", "x3"), List.of("x1", "x4")),
                found.stream().map(DataWarning::variables).toList());
        assertTrue(found.stream().allMatch(w -> w.kind() == Kind.DUPLICATE));
        assertEquals(
                "\"x3\" repeats \"x1\" (correlation -1): no method can tell their edges apart, leave one out",
                found.get(0).text());
    }

    /** A deviation of 3e-4 leaves 1 - correlation at 5e-8, far from 1e-12, and 9e-8 unexplained, below 1e-4. */
    @Test
    void warnings_whenColumnsAreAlmostEqual_doNotCallThemDuplicates() {
        List<DataWarning> found = warnings(3, row -> new double[] {row[0], row[1], row[0] + 1e-4 * row[2]});
        assertEquals(
                List.of(Kind.COLLINEAR), found.stream().map(DataWarning::kind).toList());
        assertEquals(
                "\"x3\" is in some unit \"x1\" (share of variance left over: 8.4e-08): edges among them hide others, and are"
                        + " not of causes; leave one out",
                found.get(0).text());
    }

    /** A total of rounded amounts, as tables have them; what is measured leaves more. */
    @Test
    void warnings_whenColumnIsARoundedTotal_tellOf_andNotOfAStrongRelation() {
        List<DataWarning> found =
                warnings(3, row -> new double[] {row[0], row[1], Math.rint(100 * (row[0] + row[1])) / 100});
        assertEquals(
                List.of(Kind.COLLINEAR), found.stream().map(DataWarning::kind).toList());
        assertEquals(List.of(), warnings(3, row -> new double[] {row[0], row[1], row[0] + row[1] + 0.05 * row[2]}));
    }

    @Test
    void warnings_whenManyColumnsFollowFromOthers_nameTenAndListTheRest() {
        List<DataWarning> found = warnings(14, row -> {
            double[] wide = new double[14];
            for (int j = 0; j < wide.length; j++) {
                wide[j] = row[0] + j * row[1];
            }
            return wide;
        });
        assertEquals(11, found.size());
        assertTrue(found.get(10).text().startsWith("and of 2 more columns others leave as little"), found.toString());
        assertEquals(2, found.get(10).variables().size());
    }

    @Test
    void warnings_whenColumnIsASumOfOthers_nameThoseOnly() {
        List<DataWarning> found =
                warnings(5, row -> new double[] {row[0], row[1], row[2], 2 * row[0] - row[2] + 5, row[4]});

        assertEquals(1, found.size());
        assertEquals(Kind.COLLINEAR, found.get(0).kind());
        // Which of the three is called the combination depends on the pivots; that exactly they belong together does
        // not.
        assertEquals(
                List.of("x1", "x3", "x4"),
                found.get(0).variables().stream().sorted().toList());
    }

    @Test
    void warnings_whenTwoGroupsAreCollinear_nameEach() {
        List<DataWarning> found =
                warnings(6, row -> new double[] {row[0], row[1], row[0] + row[1], row[3], row[4], row[3] - 3 * row[4]});

        assertEquals(
                List.of(List.of("x1", "x2", "x3"), List.of("x4", "x5", "x6")),
                found.stream()
                        .map(w -> w.variables().stream().sorted().toList())
                        .sorted(java.util.Comparator.comparing(List::toString))
                        .toList());
    }

    @Test
    void warnings_whenRowsAreFewerThanVariables_sayThatInstead() {
        StatisticsAccumulator accumulator = new StatisticsAccumulator(5);
        Random random = new Random(1);
        for (int r = 0; r < 5; r++) {
            accumulator.add(random.doubles(5).toArray());
        }

        List<DataWarning> found = DataDiagnostics.warnings(VariableSchema.numbered(5), accumulator.finish());

        assertEquals(
                List.of(Kind.FEW_ROWS), found.stream().map(DataWarning::kind).toList());
    }

    @Test
    void warnings_whenVariancesAreEqual_suspectStandardisation() {
        double[] one = {1, 0.2, 0, 0.2, 1, 0, 0, 0, 1};
        double[] nine = {9, 0, 0, 0, 9.008, 0, 0, 0, 9};
        double[] apart = {9, 0, 0, 0, 9.02, 0, 0, 0, 9};

        assertTrue(ofCovariance(one).get(0).text().startsWith("all variances are equal to 1, as after"));
        assertTrue(ofCovariance(nine).get(0).text().startsWith("all variances are equal, as after"));
        assertEquals(Kind.STANDARDISED, ofCovariance(nine).get(0).kind());
        assertEquals(List.of(), ofCovariance(apart));
        // Two equal variances are no sign of anything.
        assertEquals(List.of(), ofCovariance(new double[] {1, 0.2, 0.2, 1}));
    }

    @Test
    void warnings_whenScalesDifferWidely_nameTheExtremes() {
        List<DataWarning> found = ofCovariance(new double[] {1, 0, 0, 0, 2e6, 0, 0, 0, 5});

        assertEquals(1, found.size());
        assertEquals(Kind.SCALE, found.get(0).kind());
        assertEquals(List.of("x1", "x2"), found.get(0).variables());
        assertEquals(List.of(), ofCovariance(new double[] {1, 0, 0, 0, 9e5, 0, 0, 0, 5}));
    }

    @Test
    void requireLearnable_whenColumnsAreConstant_namesThemAllWithTheirValue() {
        SufficientStatistics moments = accumulate(3, row -> new double[] {7, row[1], -2.5}, 1);

        DataException e = assertThrows(
                DataException.class,
                () -> DataDiagnostics.requireLearnable(VariableSchema.of("a", "b", "c"), List.of(moments)));

        assertEquals(
                "columns \"a\" (always 7.0), \"c\" (always -2.5): must have a variance > 0, are constant:"
                        + " leave out (CellFormat.dropped), at every site",
                e.getMessage());
    }

    @Test
    void requireLearnable_whenAColumnVariesWithinRounding_saysSo() {
        SufficientStatistics moments = accumulate(1, row -> new double[] {1e15 + row[0]}, 1);

        DataException e = assertThrows(
                DataException.class, () -> DataDiagnostics.requireLearnable(VariableSchema.of("a"), List.of(moments)));

        assertTrue(e.getMessage().contains(", too little apart for sums of squares)"), e.getMessage());
    }

    @Test
    void requireLearnable_whenAllColumnsVary_passes() {
        // Small deviations on a large mean are still variation: 1e-5 at 1e8 is 700 times the spacing of doubles.
        SufficientStatistics moments = accumulate(2, row -> new double[] {1e8 + 1e-5 * row[0], row[1]}, 1);

        assertDoesNotThrow(() -> DataDiagnostics.requireLearnable(VariableSchema.numbered(2), List.of(moments)));
    }

    @Test
    void warnings_whenSchemaDoesNotFit_areRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> DataDiagnostics.warnings(VariableSchema.numbered(2), accumulate(3, row -> row, 1)));
    }

    private static List<DataWarning> ofCovariance(double[] covariance) {
        int d = (int) Math.sqrt(covariance.length);
        return DataDiagnostics.warnings(
                VariableSchema.numbered(d), SufficientStatistics.ofMoments(1000, new double[d], covariance));
    }

    private static List<DataWarning> warnings(int d, UnaryOperator<double[]> change) {
        return DataDiagnostics.warnings(VariableSchema.numbered(d), accumulate(d, change, 1));
    }

    /** Rows of independent normal variables with standard deviations 1, 2, …, changed. */
    private static SufficientStatistics accumulate(int d, UnaryOperator<double[]> change, long seed) {
        Random random = new Random(seed);
        StatisticsAccumulator accumulator = new StatisticsAccumulator(d);
        for (int r = 0; r < ROWS; r++) {
            double[] row = new double[d];
            for (int c = 0; c < d; c++) {
                row[c] = (c + 1) * random.nextGaussian();
            }
            accumulator.add(change.apply(row));
        }
        return accumulator.finish();
    }
}
