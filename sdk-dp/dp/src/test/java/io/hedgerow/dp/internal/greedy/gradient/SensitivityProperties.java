// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.gradient;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

/** Brute force: whatever the rows, one unit moves no computed sum by more than is charged. */
class SensitivityProperties {

    private static final int Q = 3;
    private static final double C = ClippedGradient.BOUND;

    private static double[] all(ClippedGradient gradient, double[][] b, double clip) {
        double[] sums = new double[Q * Q];
        double[] column = new double[Q];
        for (int j = 0; j < Q; j++) {
            gradient.column(j, b[j], Rows.constant(Q, 1), clip, column);
            System.arraycopy(column, 0, sums, j * Q, Q);
        }
        return sums;
    }

    private static double largestMove(double[] a, double[] b) {
        double move = 0;
        for (int k = 0; k < a.length; k++) {
            move = Math.max(move, Math.abs(a[k] - b[k]));
        }
        return move;
    }

    private static double[] row(Random random, int spread) {
        double[] row = new double[Q];
        for (int i = 0; i < Q; i++) {
            row[i] = random.nextGaussian() * StrictMath.pow(10, random.nextInt(2 * spread + 1) - spread);
        }
        return row;
    }

    private static double[][] coefficients(Random random) {
        double[][] b = new double[Q][Q];
        for (double[] column : b) {
            for (int i = 0; i < Q; i++) {
                column[i] = random.nextBoolean() ? 3 * random.nextGaussian() : 0;
            }
        }
        return b;
    }

    @Property(tries = 400)
    void replacingARow_movesASumByAtMostTwiceTheBound_zeroingItOnce(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 600) int n,
            @ForAll @IntRange(min = 0, max = 160) int spread,
            @ForAll @Scale(6) @DoubleRange(min = 0.000001, max = 1000) double clip) {
        Random random = new Random(seed);
        double[][] rows = new double[n][];
        for (int k = 0; k < n; k++) {
            rows[k] = row(random, 1);
        }
        int k = random.nextInt(n);
        rows[k] = row(random, spread);
        double[][] b = coefficients(random);
        double[] before = all(new RowClippedGradient(Rows.blocks(rows)), b, clip);
        double[] replaced = all(new RowClippedGradient(Rows.blocks(Rows.with(rows, k, row(random, spread)))), b, clip);
        double[] zeroed = all(new RowClippedGradient(Rows.blocks(Rows.with(rows, k, new double[Q]))), b, clip);
        assertTrue(largestMove(before, replaced) <= 2 * C);
        assertTrue(largestMove(before, zeroed) <= C);
    }

    @Property(tries = 200)
    void replacingAUser_movesASumByAtMostTwiceTheBound_zeroingOnce(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 40) int users,
            @ForAll @IntRange(min = 0, max = 160) int spread,
            @ForAll @Scale(6) @DoubleRange(min = 0.000001, max = 1000) double clip) {
        Random random = new Random(seed);
        List<double[]> rows = new ArrayList<>();
        List<Integer> keys = new ArrayList<>();
        for (int k = 0; k < 4 * users; k++) {
            keys.add(k < users ? k : random.nextInt(users));
            rows.add(row(random, 1));
        }
        int user = random.nextInt(users);
        double[][] replaced = rows.toArray(new double[0][]);
        double[][] zeroed = rows.toArray(new double[0][]);
        for (int k = 0; k < keys.size(); k++) {
            if (keys.get(k) == user) {
                replaced[k] = row(random, spread);
                zeroed[k] = new double[Q];
            }
        }
        double[][] b = coefficients(random);
        Function<double[][], double[]> sums =
                data -> all(new UserClippedGradient(Rows.ofUsers(data, keys)), b, clip);
        double[] before = sums.apply(rows.toArray(new double[0][]));
        assertTrue(largestMove(before, sums.apply(replaced)) <= 2 * C);
        assertTrue(largestMove(before, sums.apply(zeroed)) <= C);
    }

    @Test
    void aUserWithManyRows_wouldBreakTheRowSums_byThatMany() {
        double[][] rows = Rows.random(1, 100, Q);
        double[][] replaced = rows.clone();
        for (int k = 0; k < 50; k++) {
            rows[k] = Rows.constant(Q, 10);
            replaced[k] = new double[] {10, -10, 10};
        }
        double[][] zero = new double[Q][Q];
        List<Integer> keys = new ArrayList<>();
        for (int k = 0; k < 100; k++) {
            keys.add(Math.max(0, k - 49));
        }
        double byRow = largestMove(
                all(new RowClippedGradient(Rows.blocks(rows)), zero, 1),
                all(new RowClippedGradient(Rows.blocks(replaced)), zero, 1));
        double byUser = largestMove(
                all(new UserClippedGradient(Rows.ofUsers(rows, keys)), zero, 1),
                all(new UserClippedGradient(Rows.ofUsers(replaced, keys)), zero, 1));
        assertTrue(byRow == 50 * 2 * C, "one person moves unprotected sums by " + byRow / C);
        assertTrue(byUser == 2 * C, "one person moves protected sums by " + byUser / C);
    }

    @Test
    void clippingTheAverage_hasASensitivityOfAboutNTimesTheCharge() {
        int n = 5000;
        double[][] rows = Rows.random(2, n, Q);
        double[][] a = Rows.with(rows, 7, new double[] {1e4, 1e4, 0});
        double[][] b = Rows.with(rows, 7, new double[] {1e4, -1e4, 0});
        double[][] zero = new double[Q][Q];
        double broken = largestMove(
                all(new AverageClippedGradient(Rows.blocks(a)), zero, 0.5),
                all(new AverageClippedGradient(Rows.blocks(b)), zero, 0.5));
        double right = largestMove(
                all(new RowClippedGradient(Rows.blocks(a)), zero, 0.5),
                all(new RowClippedGradient(Rows.blocks(b)), zero, 0.5));
        assertTrue(right == 2 * C);
        assertTrue(broken > 0.9 * n * 2 * C, "one row moves it by " + broken / (2 * C) + " times the charge");
    }
}
