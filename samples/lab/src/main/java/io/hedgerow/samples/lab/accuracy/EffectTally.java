// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.Arrays;
import java.util.List;

/**
 * Measures how well estimated total effects, their intervals and P(x affects y) agree with a linear truth W, over
 * several data sets. Pairs that a result leaves out count as P = 0 with the interval [0, 0]. The calibration error of P
 * is over ten bins of equal width. Not thread-safe.
 */
final class EffectTally {

    private static final int BINS = 10;
    private static final double SURELY = 0.95;
    private static final double ROUND_OFF = 1e-12;

    private final double[] said = new double[BINS];
    private final double[] happened = new double[BINS];
    private long pairs;
    private long held;
    private long effects;
    private long effectsHeld;
    private long sure;
    private long sureRight;
    private long identified;
    private long identifiedHeld;
    private double error;
    private double errorOfAll;
    private double width;

    /** Adds a data set: what was found, the truth, and the covariances of its rows, S: [d, d]. */
    void add(TotalEffects found, WeightMatrix truth, double[][] s) {
        int d = truth.variables();
        double[][] total = totals(truth);
        double[][] precision = inverse(s);
        for (int x = 0; x < d; x++) {
            for (int y = 0; y < d; y++) {
                if (x != y) {
                    add(found.of(x, y), total[x][y]);
                    errorOfAll += Math.abs(-precision[y][x] / precision[y][y] - total[x][y]);
                }
            }
        }
    }

    private void add(List<Effect> found, double truth) {
        double probability = found.isEmpty() ? 0 : found.get(0).probability();
        double lower = found.isEmpty() ? 0 : found.get(0).change().lower();
        double upper = found.isEmpty() ? 0 : found.get(0).change().upper();
        boolean holds = lower - ROUND_OFF <= truth && truth <= upper + ROUND_OFF;
        boolean affects = truth != 0;
        int bin = Math.min(BINS - 1, (int) (BINS * probability));
        said[bin] += probability;
        happened[bin] += affects ? 1 : 0;
        pairs++;
        held += holds ? 1 : 0;
        effects += affects ? 1 : 0;
        effectsHeld += affects && holds ? 1 : 0;
        sure += probability >= SURELY ? 1 : 0;
        sureRight += probability >= SURELY && affects ? 1 : 0;
        error += Math.abs((found.isEmpty() ? 0 : found.get(0).change().median()) - truth);
        width += upper - lower;
        if (!found.isEmpty()
                && found.get(0).identification().identified()
                && found.get(0).identification().restsOn().isEmpty()) {
            identified++;
            identifiedHeld += holds ? 1 : 0;
        }
    }

    /** (I − W)⁻¹ as paths give it: exactly 0 where none leads from x to y. */
    static double[][] totals(WeightMatrix truth) {
        int d = truth.variables();
        double[][] total = new double[d][d];
        double[][] paths = new double[d][d]; // of one length
        for (int x = 0; x < d; x++) {
            paths[x][x] = 1;
        }
        for (int length = 1; length < d; length++) {
            double[][] longer = new double[d][d];
            for (int x = 0; x < d; x++) {
                for (int i = 0; i < d; i++) {
                    for (int y = 0; paths[x][i] != 0 && y < d; y++) {
                        longer[x][y] += paths[x][i] * truth.get(i, y);
                    }
                }
            }
            paths = longer;
            for (int x = 0; x < d; x++) {
                for (int y = 0; y < d; y++) {
                    total[x][y] += paths[x][y];
                }
            }
        }
        return total;
    }

    /** Of a positive definite matrix, by Gauss and Jordan. */
    static double[][] inverse(double[][] s) {
        int d = s.length;
        double[][] a = Arrays.stream(s).map(double[]::clone).toArray(double[][]::new);
        for (int k = 0; k < d; k++) {
            double pivot = a[k][k];
            a[k][k] = 1;
            for (int j = 0; j < d; j++) {
                a[k][j] /= pivot;
            }
            for (int i = 0; i < d; i++) {
                double factor = a[i][k];
                if (i != k) {
                    a[i][k] = 0;
                    for (int j = 0; j < d; j++) {
                        a[i][j] -= factor * a[k][j];
                    }
                }
            }
        }
        return a;
    }

    /** The share of intervals that hold the true effect. */
    double ofAll() {
        return (double) held / pairs;
    }

    /** The same of effects that are not 0. */
    double ofEffects() {
        return (double) effectsHeld / effects;
    }

    long effects() {
        return effects;
    }

    /** Σ_b |Σ P − number of effects| / pairs. */
    double calibrationError() {
        double sum = 0;
        for (int b = 0; b < BINS; b++) {
            sum += Math.abs(said[b] - happened[b]);
        }
        return sum / pairs;
    }

    /** The number of pairs with P of .95 and more. */
    long sure() {
        return sure;
    }

    double sureRight() {
        return (double) sureRight / sure;
    }

    /** The mean distance of the median from the truth. */
    double error() {
        return error / pairs;
    }

    /** The same of the coefficients when y is regressed on all other variables. */
    double errorOfAllOthers() {
        return errorOfAll / pairs;
    }

    double width() {
        return width / pairs;
    }

    /** Pairs whose effect is identified, also with hidden causes. */
    long identified() {
        return identified;
    }

    double ofIdentified() {
        return (double) identifiedHeld / identified;
    }
}
