// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.scale.MeanSum;
import io.hedgerow.dp.internal.release.scale.ScaleSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

/**
 * Brute force: whatever rows a person has and however many, the exact whole-number sums move by no more than the
 * sensitivity from which the noise is made, when the person is replaced by another or becomes zeros.
 */
class GramUserProperties {

    private static double[] ones(int d) {
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static double[] row(Random random, int d, int kind) {
        double[] row = new double[d];
        for (int j = 0; j < d; j++) {
            row[j] = switch (kind) {
                case 0 -> random.nextGaussian();
                case 1 -> random.nextGaussian() * StrictMath.exp(20 * random.nextGaussian());
                case 2 -> random.nextInt(3) - 1;
                case 3 -> random.nextInt(8) == 0 ? Double.MAX_VALUE : Double.MIN_VALUE;
                case 4 -> random.nextInt(4) == 0 ? Double.NaN : Double.POSITIVE_INFINITY;
                default -> 0;
            };
        }
        return row;
    }

    /** Up to 40 rows: of one kind, of any kinds, or one row many times. */
    private static List<double[]> user(Random random, int d, int kind) {
        List<double[]> rows = new ArrayList<>();
        double[] same = row(random, d, kind % 6);
        int count = 1 + random.nextInt(40);
        int how = random.nextInt(3);
        for (int k = 0; k < count; k++) {
            rows.add(how == 0 ? same : row(random, d, how == 1 ? kind % 6 : random.nextInt(6)));
        }
        return rows;
    }

    private static double distance(int d, long[] a, long[] b) {
        double sum = 0;
        int at = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++, at++) {
                double difference = a[at] - b[at];
                sum += (i == j ? 1 : 2) * difference * difference;
            }
        }
        return Math.sqrt(sum);
    }

    private static GramSum products(int d, Adjacency adjacency, boolean vanishes, double radius, double multiplier) {
        return new GramSum(d, 100, adjacency, vanishes, radius, multiplier, 1, true);
    }

    private static long[] exact(GramSum sum, double[] units, List<double[]> rows) {
        sum.begin(new double[units.length], units);
        sum.addUser(rows);
        return sum.sums().clone();
    }

    @Property(tries = 300)
    void aReplacedUserMovesTheMatrixByAtMostTheSensitivity(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 12) int d,
            @ForAll @IntRange(max = 5) int kind,
            @ForAll @IntRange(max = 5) int otherKind,
            @ForAll boolean directions,
            @ForAll @DoubleRange(min = 0.01, max = 500) @Scale(3) double multiplier) {
        Random random = new Random(seed);
        double radius = directions ? 0 : StrictMath.exp(3 * random.nextGaussian());
        GramSum sum = products(d, Adjacency.REPLACE_ONE, false, radius, multiplier);
        double[] units = new double[d];
        for (int j = 0; j < d; j++) {
            units[j] = StrictMath.exp(5 * random.nextGaussian());
        }
        long[] one = exact(sum, units, user(random, d, kind));
        long[] other = exact(sum, units, user(random, d, otherKind));
        assertTrue(distance(d, one, other) <= sum.sensitivity());
    }

    @Property(tries = 200)
    void aUserWhoBecomesZerosMovesTheMatrixByAtMostTheSensitivityOfZeroOut(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int d, @ForAll @IntRange(max = 5) int kind) {
        Random random = new Random(seed);
        GramSum sum = products(d, Adjacency.ZERO_OUT, true, 0, 1);
        List<double[]> rows = user(random, d, kind);
        long[] one = exact(sum, ones(d), rows);
        List<double[]> zeros = new ArrayList<>();
        rows.forEach(row -> zeros.add(new double[d]));
        assertTrue(distance(d, one, exact(sum, ones(d), zeros)) <= sum.sensitivity());
        assertTrue(distance(d, exact(sum, ones(d), zeros), new long[one.length]) == 0, "zeros add nothing");
    }

    /**
     * Looks for the pair of persons that moves the matrix most: starts at random, keeps what is worse, ever smaller
     * steps.
     */
    private static double worst(
            Random random, int d, int rows, GramSum sum, BiConsumer<GramSum, List<double[]>> adder) {
        double worst = 0;
        for (int start = 0; start < 4; start++) {
            double[][] pair = new double[2 * rows][];
            for (int k = 0; k < pair.length; k++) {
                pair[k] = row(random, d, 0);
            }
            double here = moved(d, pair, sum, adder);
            for (int step = 0; step < 400; step++) {
                double[][] near = new double[pair.length][];
                for (int k = 0; k < near.length; k++) {
                    near[k] = pair[k].clone();
                    near[k][random.nextInt(d)] += 2 * Math.exp(-step / 100.0) * random.nextGaussian();
                }
                double there = moved(d, near, sum, adder);
                if (there >= here) {
                    pair = near;
                    here = there;
                }
            }
            worst = Math.max(worst, here);
        }
        return worst;
    }

    private static double moved(int d, double[][] pair, GramSum sum, BiConsumer<GramSum, List<double[]>> adder) {
        long[][] sums = new long[2][];
        for (int side = 0; side < 2; side++) {
            sum.begin(new double[d], ones(d));
            adder.accept(sum, Arrays.asList(pair).subList(side * pair.length / 2, (side + 1) * pair.length / 2));
            sums[side] = sum.sums().clone();
        }
        return distance(d, sums[0], sums[1]);
    }

    /** How near a random search comes is chance, so the searches are always the same. */
    @Property(tries = 10, seed = "47")
    void theWorstUsersThatASearchFinds_areWithinTheSensitivity_andNearIt(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int rows) {
        GramSum sum = products(3, Adjacency.REPLACE_ONE, false, 0, 1);
        double worst = worst(new Random(seed), 3, rows, sum, GramSum::addUser);
        assertTrue(worst <= sum.sensitivity());
        // the search ends where both persons' rows are nearly parallel and at right angles to the other's
        assertTrue(worst >= 0.8 * sum.sensitivity(), worst + " of " + sum.sensitivity());
    }

    /**
     * The broken variant: every row is clipped, not the person. The same search finds persons that move the sum
     * further.
     */
    @Property(tries = 10, seed = "47")
    void rowsThatAreClippedOneByOne_areFoundToExceedTheSensitivity(@ForAll long seed) {
        GramSum sum = products(3, Adjacency.REPLACE_ONE, false, 0, 1);
        double worst = worst(new Random(seed), 3, 4, sum, (broken, rows) -> rows.forEach(broken::add));
        assertTrue(worst > 2 * sum.sensitivity(), worst + " of " + sum.sensitivity());
    }

    @Property(tries = 20)
    void usersWithParallelRowsAtRightAngles_attainTheSensitivity(@ForAll @IntRange(min = 2, max = 12) int d) {
        GramSum sum = products(d, Adjacency.REPLACE_ONE, false, 0, 1);
        double[] first = new double[d];
        first[0] = 3;
        double[] last = new double[d];
        last[d - 1] = -0.2;
        double moved = distance(
                d,
                exact(sum, ones(d), List.of(first, first, first, first)),
                exact(sum, ones(d), List.of(last, last, last, last, last)));
        // a row has 2¹⁵/√m steps, rounded: relative 2⁻¹⁵·√5 on squares, and as much again where it had to be shortened
        assertTrue(moved >= sum.sensitivity() * (1 - 8 * 0x1p-15), moved + " of " + sum.sensitivity());
    }

    @Property(tries = 50)
    void aUserWithOneRow_countsAsARowDoes(@ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int d) {
        double[] row = row(new Random(seed), d, 0);
        GramSum ofUsers = products(d, Adjacency.REPLACE_ONE, false, 0, 1);
        long[] user = exact(ofUsers, ones(d), List.of(row));
        GramSum ofRows = new GramSum(d, 100, Adjacency.REPLACE_ONE, false, 0, 1);
        ofRows.begin(new double[d], ones(d));
        ofRows.add(row);
        long[] alone = ofRows.sums().clone();
        for (int at = 0; at < user.length; at++) {
            // steps of 2⁻³⁰ and 2⁻³²; rows are off by half a step of 2⁻¹⁵, or were shortened by √d/2 steps of 2⁻¹⁶
            double tolerance = 0x1p-14 * (1 + Math.sqrt(d));
            assertTrue(Math.abs(user[at] * 0x1p-30 - alone[at] * 0x1p-32) < tolerance);
        }
    }

    @Property(tries = 200)
    void meansOverAUsersRows_moveByAtMostTheSensitivity(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 12) int d,
            @ForAll @IntRange(max = 5) int kind,
            @ForAll @IntRange(max = 5) int otherKind) {
        Random random = new Random(seed);
        ReleaseOptions options = new ReleaseOptions(
                        d, 100, Adjacency.REPLACE_ONE, 0.01, 100, false, ReleaseCentre.none(d), 1)
                .withUsers(100);
        List<double[]> one = user(random, d, kind);
        List<double[]> other = user(random, d, otherKind);
        ScaleSum scale = new ScaleSum(options, 1, false);
        assertTrue(length(of(scale, one), of(scale, other)) <= scale.sensitivity());
        MeanSum mean = new MeanSum(options, 1);
        assertTrue(length(of(mean, one), of(mean, other)) <= mean.sensitivity());
        // half of it when the person becomes zeros, which both sums are without
        assertTrue(2 * length(of(scale, one), new long[d]) <= scale.sensitivity());
        assertTrue(2 * length(of(mean, one), new long[d]) <= mean.sensitivity());
    }

    private static long[] of(ScaleSum sum, List<double[]> rows) {
        sum.begin(new double[rows.get(0).length], ones(rows.get(0).length));
        sum.addUser(rows);
        return sum.sums().clone();
    }

    private static long[] of(MeanSum sum, List<double[]> rows) {
        sum.begin(new double[rows.get(0).length], ones(rows.get(0).length));
        sum.addUser(rows);
        return sum.sums().clone();
    }

    private static double length(long[] a, long[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += (double) (a[j] - b[j]) * (a[j] - b[j]);
        }
        return Math.sqrt(sum);
    }

    @Example
    void manyRowsOfOneUser_countAsOneRow() {
        GramSum sum = products(2, Adjacency.REPLACE_ONE, false, 0, 1);
        double[] row = {0.6, -0.8};
        List<double[]> many = new ArrayList<>();
        for (int k = 0; k < 1000; k++) {
            many.add(row);
        }
        double[] released = new double[3];
        long[] steps = exact(sum, ones(2), many);
        for (int at = 0; at < 3; at++) {
            released[at] = steps[at] * 0x1p-30;
        }
        // each of 1000 rows has 2¹⁵/√1000 = 1036 steps, off by half a step: relative 5e-4 in all the same way
        assertArrayEquals(new double[] {0.36, -0.48, 0.64}, released, 2e-3);
    }
}
