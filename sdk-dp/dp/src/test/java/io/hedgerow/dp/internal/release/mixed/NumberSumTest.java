// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.internal.release.scale.MeanSum;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Of rows of five columns, the numbers are the second and the fourth. */
class NumberSumTest {

    private static final int[] NUMBERS = {1, 3};
    private static final double[] CENTRE = {1, -1};
    private static final double[] UNITS = {2, 3};
    private static final ReleaseOptions OPTIONS = MixedFixtures.aboutMeans(2, 50, Adjacency.REPLACE_ONE, 1);

    private static List<Supplier<NoisyRound>> sums(ReleaseOptions options) {
        return List.of(
                () -> new ScaleSum(options, 2, false),
                () -> new MeanSum(options, 2),
                () -> new MeanSum(options, 2, false));
    }

    private static double[] numbers(double[] row) {
        return Arrays.stream(NUMBERS).mapToDouble(j -> row[j]).toArray();
    }

    private static double[] row(Random random) {
        double[] row = new double[5];
        Arrays.setAll(
                row, j -> random.nextInt(9) == 0 ? Double.NaN : Math.scalb(random.nextGaussian(), random.nextInt(9)));
        return row;
    }

    /** Those with only numbers, of rows and of users. */
    @Property(tries = 20)
    void sums_areThoseOfRowsOfNumbersAlone(@ForAll long seed) {
        for (boolean byUser : new boolean[] {false, true}) {
            for (Supplier<NoisyRound> made : sums(byUser ? OPTIONS.withUsers(50) : OPTIONS)) {
                Random random = new Random(seed);
                NoisyRound alone = made.get();
                NumberSum within = new NumberSum(made.get(), NUMBERS);
                alone.begin(CENTRE, UNITS);
                within.begin(CENTRE, UNITS);
                for (int unit = 0; unit < 20; unit++) {
                    List<double[]> rows = new ArrayList<>();
                    for (int r = 0; r < (byUser ? 1 + random.nextInt(4) : 1); r++) {
                        rows.add(row(random));
                    }
                    if (byUser) {
                        within.addUser(rows);
                        alone.addUser(rows.stream().map(NumberSumTest::numbers).toList());
                    } else {
                        within.add(rows.get(0));
                        alone.add(numbers(rows.get(0)));
                    }
                }
                assertArrayEquals(alone.sums(), within.sums());
                assertArrayEquals(alone.finish(GramFixtures.seeded(seed)), within.finish(GramFixtures.seeded(seed)));
            }
        }
    }

    @Test
    void costNoiseAndRange_areThoseOfTheSumWithin() {
        for (Supplier<NoisyRound> made : sums(OPTIONS)) {
            NoisyRound alone = made.get();
            NumberSum within = new NumberSum(made.get(), NUMBERS);
            assertEquals(alone.event(), within.event());
            assertArrayEquals(alone.sigmas(), within.sigmas());
            alone.sums()[0] = Long.MAX_VALUE;
            within.sums()[0] = Long.MAX_VALUE;
            alone.saturate();
            within.saturate();
            assertArrayEquals(alone.sums(), within.sums());
        }
    }
}
