// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.internal.denoise.mixed.MixedColumns;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A category, a number, a category, two numbers: columns 0–2, 3, 4–5, 6 and 7. */
class MixedRowsTest {

    private static final int[] LEVELS = {3, 0, 2, 0, 0};
    private static final int[] NUMBERS = {3, 6, 7};
    private static final MixedColumns COLUMNS = MixedFixtures.columns(LEVELS);
    private static final MixedColumns HOLED = MixedFixtures.withHoles(LEVELS);
    private static final double W = MixedColumns.WEIGHT;
    private static final double[] CENTRE = {1, -2, 0.5};
    private static final double[] UNITS = {2, 0.5, 1};

    private static MixedRows begun() {
        MixedRows rows = new MixedRows(COLUMNS);
        rows.begin(CENTRE, UNITS);
        return rows;
    }

    private static double[] made(double... values) {
        double[] made = new double[COLUMNS.size()];
        Arrays.fill(made, 99); // all of it is overwritten
        begun().map(values, made);
        return made;
    }

    private static double norm(double... made) {
        return Math.sqrt(Arrays.stream(made).map(cell -> cell * cell).sum());
    }

    /** y = [(x − c) / a, 1.41 · indicators of levels]. */
    @Test
    void aRowIsItsNumbersInTheirUnits_andItsIndicators() {
        assertArrayEquals(new double[] {0, 0, W, 0.5, W, 0, 1, -0.5}, made(2, 2, 0, -1.5, 0));
        assertEquals(8, begun().columns());
        assertEquals(Math.sqrt(3 + 2 * Math.sqrt(6) + 2 + 2 * W * W), COLUMNS.radius(), 1e-15);
    }

    @Test
    void aNumberThatIsMissing_isTheCentre() {
        for (double none : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertArrayEquals(new double[] {W, 0, 0, 0, 0, W, 1, -0.5}, made(0, none, 1, -1.5, 0));
        }
    }

    @Test
    void aLevelThatIsMissingOrUnknown_hasNoIndicator() {
        for (double none : new double[] {
            Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1, 2, 0.5, 1e300, 1 + 0x1p-52
        }) {
            assertArrayEquals(new double[] {0, W, 0, 0.5, 0, 0, 1, -0.5}, made(1, 2, none, -1.5, 0));
        }
        assertArrayEquals(new double[] {W, 0, 0, 0.5, W, 0, 1, -0.5}, made(-0.0, 2, 0, -1.5, 0));
    }

    /** Behind all others, in the order of numbers; that it is seen is not clipped. */
    @Test
    void whereCellsMayBeMissing_eachNumberThatIsSeenHasAnIndicator() {
        MixedRows rows = new MixedRows(HOLED);
        rows.begin(CENTRE, UNITS);
        double[] made = new double[HOLED.size()];
        rows.map(new double[] {2, 2, 0, Double.NaN, 0}, made);
        assertArrayEquals(new double[] {0, 0, W, 0.5, W, 0, 0, -0.5, 1, 0, 1}, made);
        rows.map(new double[] {9, 1e9, Double.NaN, -2, Double.POSITIVE_INFINITY}, made);
        assertArrayEquals(new double[] {0, 0, 0, HOLED.radiusOfNumbers(), 0, 0, 0, 0, 1, 1, 0}, made, 1e-12);
        assertEquals(Math.sqrt(3 + 2 * Math.sqrt(6) + 2 + 3 + 2 * W * W), HOLED.radius(), 1e-15);
        assertEquals(9, HOLED.seen(1));
    }

    @Property
    void noRowIsLongerThanR_whateverItsValues(@ForAll @Size(5) double[] values, @ForAll long seed) {
        Random random = new Random(seed);
        double[] extreme = {
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MAX_VALUE,
            -Double.MAX_VALUE,
            Double.MIN_VALUE,
            0,
            -0.0,
            1,
            2,
            7,
            -1,
            1e154,
            1e-300
        };
        for (int trial = 0; trial < 20; trial++) {
            double[] row = values.clone();
            for (int j = 0; j < row.length; j++) {
                row[j] = random.nextInt(3) > 0 ? extreme[random.nextInt(extreme.length)] : row[j];
            }
            double[] made = made(row);
            double[] numbers =
                    Arrays.stream(NUMBERS).mapToDouble(at -> made[at]).toArray();
            assertTrue(norm(numbers) <= COLUMNS.radiusOfNumbers() * (1 + 1e-15 * numbers.length), Arrays.toString(row));
            assertTrue(norm(made) <= COLUMNS.radius() * (1 + 1e-14), Arrays.toString(row));
            double[] holed = new double[HOLED.size()];
            MixedRows rows = new MixedRows(HOLED);
            rows.begin(CENTRE, UNITS);
            rows.map(row, holed);
            assertTrue(norm(holed) <= HOLED.radius() * (1 + 1e-14), Arrays.toString(row));
            assertArrayEquals(made, Arrays.copyOf(holed, made.length));
            for (int c = 0; c < 3; c += 2) {
                double[] indicators = Arrays.copyOfRange(made, COLUMNS.first(c), COLUMNS.first(c) + LEVELS[c]);
                double sum = Arrays.stream(indicators).sum();
                assertTrue(sum == 0 || sum == W, Arrays.toString(row));
            }
        }
    }

    /** Also of numbers whose squares overflow. */
    @Property
    void longNumbersAreShortenedTogether_andIndicatorsStay(@ForAll @Size(3) double[] directions, @ForAll long seed) {
        double scale = Math.scalb(1.0, new Random(seed).nextInt(1000));
        double[] y = Arrays.stream(directions)
                .map(value -> Double.isNaN(value) || Double.isInfinite(value) ? 1 : Math.IEEEremainder(value, 1))
                .map(value -> scale * (value + 1.5))
                .toArray();
        double[] made = made(1, 1 + 2 * y[0], 0, -2 + 0.5 * y[1], 0.5 + y[2]);
        double largest = Math.max(y[0], Math.max(y[1], y[2]));
        double norm = largest * norm(y[0] / largest, y[1] / largest, y[2] / largest);
        double factor = Math.min(1, COLUMNS.radiusOfNumbers() / norm);
        for (int x = 0; x < 3; x++) {
            assertEquals(factor * y[x], made[NUMBERS[x]], 1e-12);
        }
        assertArrayEquals(new double[] {0, W, 0}, Arrays.copyOf(made, 3));
        assertArrayEquals(new double[] {W, 0}, Arrays.copyOfRange(made, 4, 6));
    }

    /** The rows before, and what was in the array, tell nothing. */
    @Property
    void aRowIsMadeOfItselfAlone(@ForAll @Size(5) double[] before, @ForAll @Size(5) double[] values) {
        MixedRows rows = begun();
        double[] second = new double[COLUMNS.size()];
        rows.map(before, second);
        double[] given = values.clone();
        rows.map(given, second);
        assertArrayEquals(made(values), second);
        assertArrayEquals(values, given, "the row is kept");
        double[] again = new double[COLUMNS.size()];
        rows.begin(new double[3], new double[] {1, 1, 1});
        rows.map(before, again);
        rows.begin(CENTRE, UNITS);
        rows.map(values, again);
        assertArrayEquals(made(values), again);
    }

    @Test
    void centreAndUnits_areThoseAtTheBeginning() {
        double[] centre = CENTRE.clone();
        double[] units = UNITS.clone();
        MixedRows rows = new MixedRows(COLUMNS);
        rows.begin(centre, units);
        Arrays.fill(centre, 7);
        Arrays.fill(units, 7);
        double[] made = new double[COLUMNS.size()];
        rows.map(new double[] {2, 2, 0, -1.5, 0}, made);
        assertArrayEquals(made(2, 2, 0, -1.5, 0), made);
    }
}
