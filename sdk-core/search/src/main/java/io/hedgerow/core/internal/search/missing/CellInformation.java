// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.sums.PairCounts;
import java.util.Optional;

/**
 * What normal rows with missing cells tell of the covariances of d columns: Fisher's information, [p, p] for the p =
 * d(d+1)/2 entries a ≤ b, in deviations of the columns. Of rows in which what is seen has the precisions W,
 *
 * <pre>I[ab, ce] = Σ (W_ac W_be + W_ae W_bc) f_ab f_ce,   f_ab = ½ where a = b, else 1</pre>
 *
 * <p>(Magnus and Neudecker 2019, §15). Its inverse V has the errors of likeliest covariances. A correlation of two
 * combinations u, v then has the variance hᵀ V h, h_ab = u_a v_b + u_b v_a, whereas f rows with all cells would give (1
 * + (uᵀ S v)²) / f: the rest is a noise, and a search treats it as the noise of any release. Not thread-safe.
 */
public final class CellInformation {

    /** More columns would have an information of more than 7 MB, and its inverse would take more than a few seconds. */
    public static final int MOST_COLUMNS = 50;

    private final int d;
    private final int p;
    /** The upper triangle, row by row. */
    private final double[] sum;

    public CellInformation(int variables) {
        this.d = variables;
        this.p = d * (d + 1) / 2;
        this.sum = new double[p * (p + 1) / 2];
    }

    /** The information of all sites, from the sum of {@link #values()}. */
    public static CellInformation of(int variables, double[] values) {
        CellInformation all = new CellInformation(variables);
        System.arraycopy(values, 0, all.sum, 0, all.sum.length);
        return all;
    }

    /** p(p+1)/2. */
    public static int size(int variables) {
        int p = variables * (variables + 1) / 2;
        return p * (p + 1) / 2;
    }

    public double[] values() {
        return sum.clone();
    }

    /** Adds that of rows in which some columns, rising, are seen with precisions W: [d, d]. */
    void add(double times, double[] w, int[] seen) {
        for (int first = 0; first < seen.length; first++) {
            int a = seen[first];
            for (int second = first; second < seen.length; second++) {
                int b = seen[second];
                double weight = a == b ? times / 2 : times;
                int row = row(place(a, b));
                for (int third = first; third < seen.length; third++) {
                    int c = seen[third];
                    double ac = weight * w[a * d + c];
                    double bc = weight * w[b * d + c];
                    int at = row + place(c, 0);
                    for (int last = third == first ? second : third; last < seen.length; last++) {
                        int e = seen[last];
                        double value = ac * w[b * d + e] + bc * w[a * d + e];
                        sum[at + e] += c == e ? value / 2 : value;
                    }
                }
            }
        }
    }

    /** The place of the pair a ≤ b among all. */
    private int place(int a, int b) {
        return a * d - a * (a + 1) / 2 + b;
    }

    /** Where the row of a pair would begin if it were whole. */
    private int row(int pair) {
        return pair * p - pair * (pair + 1) / 2;
    }

    /**
     * The noise of likeliest correlations beyond that of so many rows without missing cells; empty where round-off
     * hides what rows tell, as of columns of which some determine others twice.
     *
     * @param correlation [d, d]
     * @param rows f
     */
    Optional<MomentNoise> noise(double[] correlation, double rows) {
        double[] errors = new double[p * p];
        int at = 0;
        for (int x = 0; x < p; x++) {
            for (int y = x; y < p; y++) {
                errors[x * p + y] = sum[at];
                errors[y * p + x] = sum[at++];
            }
        }
        double[] inverse = new double[p * p];
        if (!SmallCholesky.factor(errors, p, 0)) {
            return Optional.empty();
        }
        SmallCholesky.invert(errors, p, inverse);
        return Optional.of(new MomentNoise(
                d,
                d,
                (u, v) -> beyondRows(Math.max(0, variance(inverse, u, v) - complete(correlation, u, v) / rows), rows)));
    }

    /**
     * The same where that information is too much: as if a correlation of two combinations were of the rows that have
     * both columns of each pair, by the weights of the pairs, u_a² v_b² / (|u|² |v|²).
     */
    static MomentNoise noiseOfPairs(int variables, PairCounts pairs, double rows) {
        int d = variables;
        double[] surplus = new double[d * d];
        for (int k = 0; k < surplus.length; k++) {
            surplus[k] = Math.max(0, 1 / pairs.rows(k / d, k % d) - 1 / rows);
        }
        return new MomentNoise(d, d, (u, v) -> {
            double sum = 0;
            double all = 0;
            for (int a = 0; a < d; a++) {
                for (int b = 0; u[a] != 0 && b < d; b++) {
                    double weight = u[a] * u[a] * v[b] * v[b];
                    all += weight;
                    sum += weight * surplus[a * d + b];
                }
            }
            return sum / all;
        });
    }

    /**
     * A correlation that few rows tell of is one given all other columns, whose slopes are fitted in these rows: as
     * many count as d is above, and none where all rows have all cells.
     */
    private double beyondRows(double variance, double rows) {
        double told = 1 / (1 / rows + variance);
        double left = Math.max(1, told - d * (1 - told / rows));
        return 1 / left - 1 / rows;
    }

    private double complete(double[] s, double[] u, double[] v) {
        double both = product(s, u, v);
        return product(s, u, u) * product(s, v, v) + both * both;
    }

    private double product(double[] s, double[] u, double[] v) {
        double sum = 0;
        for (int a = 0; a < d; a++) {
            for (int b = 0; u[a] != 0 && b < d; b++) {
                sum += u[a] * s[a * d + b] * v[b];
            }
        }
        return sum;
    }

    private double variance(double[] inverse, double[] u, double[] v) {
        int[] places = new int[p];
        double[] h = new double[p];
        int used = 0;
        int at = 0;
        for (int a = 0; a < d; a++) {
            for (int b = a; b < d; b++) {
                double entry = a == b ? u[a] * v[a] : u[a] * v[b] + u[b] * v[a];
                if (entry != 0) {
                    places[used] = at;
                    h[used++] = entry;
                }
                at++;
            }
        }
        double sum = 0;
        for (int x = 0; x < used; x++) {
            for (int y = 0; y < used; y++) {
                sum += h[x] * h[y] * inverse[places[x] * p + places[y]];
            }
        }
        return sum;
    }
}
