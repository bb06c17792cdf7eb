// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.denoise.mixed.MixedColumns;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.UnitCounter;
import io.hedgerow.dp.internal.release.histogram.CurveDesign.NoisyMarginals;
import io.hedgerow.dp.internal.release.mixed.MixedDesign;
import io.hedgerow.dp.internal.release.moments.GramSum;
import io.hedgerow.dp.internal.release.scale.MeanSum;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import io.hedgerow.dp.internal.release.series.LaggedSum;
import io.hedgerow.dp.internal.release.series.UserSeriesDesign;
import io.hedgerow.dp.internal.release.series.UserSeriesSource;
import io.hedgerow.spark.LocalSpark;
import io.hedgerow.spark.SparkRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sums that a local Spark makes of a table in three partitions are those of the same rows in memory, to the last bit.
 */
@Tag("slow")
class SparkSumsTest {

    private static final int D = 3;
    private static final int PERSONS = 40;
    private static final List<String> NAMES = List.of("age", "dose", "recovery");

    private static SparkSession spark;
    private static Dataset<Row> table;
    private static RowSource memory;

    /** Persons have one to four rows, far from each other; some cells are missing, one person is nobody. */
    @BeforeAll
    static void start() {
        spark = LocalSpark.session();
        Random random = new Random(11);
        List<Row> rows = new ArrayList<>();
        List<double[]> plain = new ArrayList<>();
        for (int visit = 0; visit < 4; visit++) {
            for (int user = 0; user < PERSONS; user++) {
                if (user % 4 >= visit) {
                    double recovery = Math.rint(3 * random.nextGaussian());
                    double[] cells = {50 + 10 * random.nextGaussian(), random.nextGaussian(), recovery};
                    boolean missing = random.nextInt(9) == 0;
                    rows.add(RowFactory.create((long) user, cells[0], missing ? null : cells[1], cells[2]));
                    plain.add(new double[] {user, cells[0], missing ? Double.NaN : cells[1], cells[2]});
                }
            }
        }
        StructType type = new StructType().add("patient", DataTypes.LongType);
        for (String name : NAMES) {
            type = type.add(name, DataTypes.DoubleType);
        }
        table = spark.createDataFrame(rows, type).repartition(3).cache();
        table.count();
        // Spark's own order of the rows, which a file of them would have
        List<double[]> inOrder = new ArrayList<>();
        table.toLocalIterator()
                .forEachRemaining(row -> inOrder.add(new double[] {
                    row.getLong(0), row.getDouble(1), row.isNullAt(2) ? Double.NaN : row.getDouble(2), row.getDouble(3)
                }));
        assertEquals(plain.size(), inOrder.size());
        List<String> all = new ArrayList<>(NAMES);
        all.add(0, "patient");
        memory = new Kept(new VariableSchema(all), inOrder);
    }

    /** Rows in memory that may hold NaN, as private sources do. */
    private record Kept(VariableSchema schema, List<double[]> rows) implements RowSource {
        @Override
        public void forEachRow(RowConsumer consumer) {
            rows.forEach(row -> consumer.accept(row.clone()));
        }
    }

    private static RowSource withoutUsers() {
        return new Kept(
                new VariableSchema(NAMES),
                ((Kept) memory)
                        .rows().stream()
                                .map(row -> new double[] {row[1], row[2], row[3]})
                                .toList());
    }

    private static SparkRows sparkRows() {
        return SparkRows.of(table.drop("patient"), MissingValues.AS_NAN);
    }

    private static SparkRows sparkUsers() {
        return SparkRows.ofUsers(table, "patient", MissingValues.AS_NAN);
    }

    private static List<Supplier<NoisyRound>> phases(boolean byUser) {
        int units = byUser ? PERSONS : ((Kept) memory).rows().size();
        ReleaseOptions options = ReleaseOptions.within(D, units, new PrivacyBudget(2, 1e-6));
        ReleaseOptions own = byUser ? options.withUsers(units) : options;
        double[] scores = new double[D * ScoreDesign.CELLS];
        Arrays.setAll(scores, k -> Math.sin(k));
        Marginal normal = Marginal.of(0, 1, NoisyMarginals.bins(new double[HistogramSum.CELLS], 1));
        FeatureMap curves = new FeatureMap(Collections.nCopies(D, normal), CurveDesign.WIDTH, new int[0][]);
        ScoreDesign ofScores = new ScoreDesign(own);
        CurveDesign ofCurves = new CurveDesign(own);
        MixedColumns both = new MixedColumns(
                new VariableSchema(NAMES)
                        .with(Map.of("recovery", VariableKind.categorical("none", "some", "most", "all"))),
                true);
        ReleaseOptions numbers = ReleaseOptions.within(2, units, new PrivacyBudget(2, 1e-6));
        MixedDesign ofBoth = new MixedDesign(byUser ? numbers.withUsers(units) : numbers, both);
        return List.of(
                () -> ofBoth.products(2),
                () -> ofBoth.sum(0, ofBoth.unannounced()),
                () -> ofScores.products(scores),
                () -> ofCurves.products(curves),
                () -> new ScaleSum(own, 2, false),
                () -> new MeanSum(own, 2),
                () -> new HistogramSum(own, 2),
                () -> new GramSum(D, units, Adjacency.REPLACE_ONE, false, 0, 2, 1, byUser),
                () -> new GramSum(D, units, Adjacency.REPLACE_ONE, false, 7, 2, 1, byUser));
    }

    private static NoisyRound begun(LaggedSum sum) {
        sum.begin(new double[D - 1], new double[] {10, 2});
        return sum;
    }

    private static NoisyRound begun(Supplier<NoisyRound> made) {
        NoisyRound phase = made.get();
        phase.begin(new double[] {50, 0, 0.5}, new double[] {10, 1, 2});
        return phase;
    }

    @Test
    void everyPhaseOfARelease_ofRows_hasTheSameStepsAsInMemory() {
        for (Supplier<NoisyRound> made : phases(false)) {
            UnitCounter here = withoutUsers().sumOfRows(new UnitCounter(begun(made), Long.MAX_VALUE));
            NoisyRound asked = begun(made);
            UnitCounter there = sparkRows().sumOfRows(new UnitCounter(asked, Long.MAX_VALUE));
            assertNotSame(asked, there.phase(), "added elsewhere");
            assertEquals(here.count(), there.count());
            assertArrayEquals(
                    here.phase().sums(), there.phase().sums(), asked.getClass().getSimpleName());
            assertTrue(here.count() > PERSONS);
        }
    }

    @Test
    void everyPhaseOfARelease_ofUsers_hasTheSameStepsAsInMemory() {
        for (Supplier<NoisyRound> made : phases(true)) {
            UnitCounter here = UserRows.of(memory, "patient").sumOfUsers(new UnitCounter(begun(made), Long.MAX_VALUE));
            UnitCounter there = sparkUsers().sumOfUsers(new UnitCounter(begun(made), Long.MAX_VALUE));
            assertEquals(PERSONS, there.count(), "all rows of a person come together");
            assertArrayEquals(
                    here.phase().sums(),
                    there.phase().sums(),
                    made.get().getClass().getSimpleName());
        }
    }

    /** A person's visits are a series by the day, which is one of the columns; Spark makes and adds the series. */
    @Test
    void lagsOfUsers_areMadeAndAddedWhereTheRowsAre() {
        Optional<UserSeriesSource.Clock> clock = Optional.of(new UserSeriesSource.Clock("age", 5));
        UserSeriesDesign options = new UserSeriesDesign(
                ReleaseOptions.within(D - 1, PERSONS, new PrivacyBudget(2, 1e-6))
                        .withUsers(PERSONS),
                2,
                3);
        LaggedSum asked = options.products();
        UnitCounter here = UserSeriesSource.of(UserRows.of(memory, "patient"), clock, 2, false)
                .sumOfUsers(new UnitCounter(begun(options.products()), Long.MAX_VALUE));
        begun(asked);
        UnitCounter there =
                UserSeriesSource.of(sparkUsers(), clock, 2, false).sumOfUsers(new UnitCounter(asked, Long.MAX_VALUE));
        assertNotSame(asked, there.phase(), "added elsewhere");
        assertEquals(PERSONS, there.count());
        assertArrayEquals(here.phase().sums(), there.phase().sums());
        assertTrue(Arrays.stream(there.phase().sums()).skip(D * D).anyMatch(sum -> sum != 0), "of lags, too");
    }

    /** In columns of text, which Spark's own cast ends at: no record ends the reading, or changes another one. */
    @Test
    void aCellOrAUserThatIsNoNumber_isMissing_andNothingElseChanges() {
        StructType text = new StructType().add("patient", DataTypes.StringType).add("age", DataTypes.StringType);
        Dataset<Row> rows = spark.createDataFrame(
                List.of(
                        RowFactory.create("7", "40"),
                        RowFactory.create("7", "about 50"),
                        RowFactory.create("unknown", "60")),
                text);
        List<Double> ages = new ArrayList<>();
        SparkRows.of(rows.drop("patient"), MissingValues.AS_NAN).forEachRow(row -> ages.add(row[0]));
        assertEquals(List.of(40.0, Double.NaN, 60.0), ages);
        ages.clear();
        SparkRows.of(rows.drop("patient"), MissingValues.USE).forEachRow(row -> ages.add(row[0]));
        assertEquals(List.of(40.0, Double.NaN, 60.0), ages);
        List<Double> levels = new ArrayList<>();
        SparkRows.of(rows.drop("patient"), MissingValues.AS_NAN)
                .withCategories(Map.of("age", VariableKind.categorical("60", "40")))
                .forEachRow(row -> levels.add(row[0]));
        assertEquals(List.of(1.0, Double.NaN, 0.0), levels);
        List<Double> users = new ArrayList<>();
        SparkRows.ofUsers(rows, "patient", MissingValues.AS_NAN).forEachUserRow((user, row) -> {
            assertEquals(7, user);
            users.add(row[0]);
        });
        assertEquals(List.of(40.0, Double.NaN), users);
    }

    /** Doubles are merged in another order: some ulps for each of three partitions. */
    @Test
    void statisticsWithoutABudget_areThoseOfMemory_butForTheirLastDigits() {
        RowSource complete = SparkRows.of(table.drop("patient"), MissingValues.SKIP_ROW);
        SufficientStatistics there =
                complete.sumOfRows(new StatisticsAccumulator(D)).finish();
        StatisticsAccumulator all = new StatisticsAccumulator(D);
        withoutUsers().forEachRow(row -> {
            if (Double.isFinite(row[1])) {
                all.add(row);
            }
        });
        SufficientStatistics here = all.finish();
        assertEquals(here.rows(), there.rows());
        for (int i = 0; i < D; i++) {
            assertEquals(here.mean(i), there.mean(i), 1e-12 * Math.abs(here.mean(i)));
            for (int j = 0; j < D; j++) {
                double size = Math.sqrt(here.covariance(i, i) * here.covariance(j, j));
                assertEquals(here.covariance(i, j), there.covariance(i, j), 1e-12 * size);
            }
        }
    }

    @Test
    void rows_oneAfterTheOther_areThoseOfTheTable() {
        List<double[]> read = new ArrayList<>();
        sparkRows().forEachRow(row -> read.add(row.clone()));
        List<double[]> expected = new ArrayList<>();
        withoutUsers().forEachRow(expected::add);
        assertEquals(expected.size(), read.size());
        for (int k = 0; k < read.size(); k++) {
            assertArrayEquals(expected.get(k), read.get(k));
        }
        List<Long> users = new ArrayList<>();
        sparkUsers().forEachUserRow((user, row) -> users.add(user));
        assertEquals(PERSONS, users.stream().distinct().count());
    }

    @Test
    void whatCannotBeSummed_isSaid() {
        RowSource strict = SparkRows.of(table.drop("patient"), MissingValues.REFUSE);
        DataException missing = assertThrows(DataException.class, () -> strict.sumOfRows(new StatisticsAccumulator(D)));
        assertTrue(missing.getMessage().contains("must hold finite numbers"), missing.getMessage());
        assertThrows(
                DataException.class,
                () -> sparkRows().sumOfUsers(new UnitCounter(begun(phases(true).get(0)), 9)));
        assertThrows(IllegalArgumentException.class, () -> SparkRows.ofUsers(table, "nobody", MissingValues.AS_NAN));
    }
}
