package io.hedgerow.secureagg.codec;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.mask.MaskKernel;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A coordinator that sees only sums, of which one lacks a site. With sums of values, the difference of two late rounds is the site's
 * upload, and from it the site's Gram matrix follows: at a fixed point the site's dual is G(I − B), so G = (z − ρW)(I − W)⁻¹ for the
 * upload z = ρB + β. With totals of changes of B the same attack finds nothing.
 */
class ChangesHideTheDifferenceTest {

    private static final int D = 3;
    private static final int SITES = 5;
    private static final double RHO = 1;
    private static final int ROUNDS = 80;

    @Test
    void missingSite_isFoundFromSumsOfValuesAndNotFromTotalsOfChanges() {
        Random random = new Random(3);
        double[][][] gram = new double[SITES][][];
        Arrays.setAll(gram, p -> gram(random));
        double[][][] b = new double[SITES][D][D];
        double[][][] beta = new double[SITES][D][D];
        double[][] w = new double[D][D];
        LaneLayout layout = LaneLayout.of(D * D, FixedPointPlan.oneLimb(SITES, 64));
        RunningTotal total = new RunningTotal(layout, SITES);
        AcknowledgedVector[] have = new AcknowledgedVector[SITES];
        Arrays.setAll(have, p -> new AcknowledgedVector(layout.lanes()));
        double[][] sumBefore = new double[D][D];
        double[] totalBefore = new double[D * D];
        for (int round = 0; round < ROUNDS; round++) {
            boolean last = round == ROUNDS - 1;
            double[][] sum = new double[D][D];
            long[] changes = new long[layout.lanes()];
            for (int p = 0; p < SITES; p++) {
                step(gram[p], b[p], beta[p], w);
                double[] flat = flat(b[p]);
                if (!last || p != 0) {
                    addTo(sum, b[p], RHO);
                    addTo(sum, beta[p], 1);
                    long[] change = new long[layout.lanes()];
                    new MaskKernel().apply(have[p].changeTo(layout.encode(flat)), List.of(), LaneSink.to(change));
                    have[p].acknowledge();
                    Arrays.setAll(changes, i -> changes[i] + change[i]);
                }
            }
            if (last) {
                double[][] upload = new double[D][D];
                addTo(upload, sumBefore, 1);
                addTo(upload, sum, -1);
                total.add(changes, SITES - 1);
                double[] now = total.decode();
                double[][] fromChanges = new double[D][D];
                for (int i = 0; i < D * D; i++) {
                    fromChanges[i / D][i % D] = totalBefore[i] - now[i];
                }
                double plain = relativeError(attack(upload, w), gram[0]);
                double hidden = relativeError(attack(fromChanges, w), gram[0]);
                assertTrue(plain < 0.05, "the attack must work on sums of values: " + plain);
                assertTrue(hidden > 0.5, "the attack must fail on totals of changes: " + hidden);
                return;
            }
            total.add(changes, SITES);
            totalBefore = total.decode();
            sumBefore = sum;
            w = new double[D][D];
            addTo(w, sum, 1 / (RHO * SITES));
            for (int i = 0; i < D; i++) {
                // no variable explains itself
                w[i][i] = 0;
            }
        }
    }

    private static double[][] attack(double[][] upload, double[][] w) {
        double[][] dual = new double[D][D];
        addTo(dual, upload, 1);
        addTo(dual, w, -RHO);
        // X (I − W) = dual, transposed to a left solve
        double[][] left = new double[D][D];
        double[][] right = new double[D][D];
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                left[i][j] = (i == j ? 1 : 0) - w[j][i];
                right[i][j] = dual[j][i];
            }
        }
        double[][] solved = solve(left, right);
        double[][] gram = new double[D][D];
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                gram[i][j] = solved[j][i];
            }
        }
        return gram;
    }

    /** (G + ρI) B = G + ρW − β, then β ← β + ρ(B − W). */
    private static void step(double[][] gram, double[][] b, double[][] beta, double[][] w) {
        double[][] left = new double[D][D];
        double[][] right = new double[D][D];
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                left[i][j] = gram[i][j] + (i == j ? RHO : 0);
                right[i][j] = gram[i][j] + RHO * w[i][j] - beta[i][j];
            }
        }
        double[][] solved = solve(left, right);
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                b[i][j] = solved[i][j];
                beta[i][j] += RHO * (b[i][j] - w[i][j]);
            }
        }
    }

    private static double[][] gram(Random random) {
        double[][] rows = new double[40][D];
        double[][] gram = new double[D][D];
        for (double[] row : rows) {
            row[0] = random.nextGaussian();
            row[1] = 0.8 * row[0] + random.nextGaussian();
            row[2] = -0.5 * row[1] + random.nextGaussian();
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    gram[i][j] += row[i] * row[j] / rows.length;
                }
            }
        }
        return gram;
    }

    private static void addTo(double[][] sum, double[][] term, double factor) {
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                sum[i][j] += factor * term[i][j];
            }
        }
    }

    private static double[] flat(double[][] matrix) {
        double[] flat = new double[D * D];
        Arrays.setAll(flat, i -> matrix[i / D][i % D]);
        return flat;
    }

    private static double relativeError(double[][] found, double[][] truth) {
        double error = 0;
        double norm = 0;
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                error += Math.pow(found[i][j] - truth[i][j], 2);
                norm += Math.pow(truth[i][j], 2);
            }
        }
        return Math.sqrt(error / norm);
    }

    private static double[][] solve(double[][] left, double[][] right) {
        double[][] a = Arrays.stream(left).map(double[]::clone).toArray(double[][]::new);
        double[][] x = Arrays.stream(right).map(double[]::clone).toArray(double[][]::new);
        for (int k = 0; k < D; k++) {
            double pivot = a[k][k];
            for (int i = 0; i < D; i++) {
                double factor = i == k ? 0 : a[i][k] / pivot;
                for (int j = 0; j < D; j++) {
                    a[i][j] -= factor * a[k][j];
                    x[i][j] -= factor * x[k][j];
                }
            }
        }
        for (int k = 0; k < D; k++) {
            for (int j = 0; j < D; j++) {
                x[k][j] /= a[k][k];
            }
        }
        return x;
    }
}
