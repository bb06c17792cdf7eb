// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Computes effects in series: by how much y is higher h steps after x was set one unit higher at one step (impulse
 * responses: Lütkepohl 2005, section 2.3). Moments have no columns that far apart, so coefficients of every family are
 * drawn from their posterior, one set for each graph, and followed along its paths:
 *
 * <pre>Ψ_0 = (I − W)⁻¹,   Ψ_h = Σ_k Ψ_{h−k} A_k (I − W)⁻¹,   k from 1 to the lags</pre>
 *
 * <p>Symbols: d variables; columns [x_t | x_{t−1} | … | x_{t−p}]; S of these; a family with k parents has df = n − k −
 * 1 degrees of freedom, coefficients w + s L⁻ᵀ z / √(χ² / df), S_PP = L Lᵀ, s² = residual variance / df.
 */
final class LaggedEffects {

    static final int HORIZON = 5;

    private static final long SEED = 1;

    private final int d;
    private final int columns;
    private final double[] s;
    private final double rows;
    private final List<ParentSets> drawn;
    private final Draws draws = new Draws(SEED);

    LaggedEffects(int targets, double[] s, double rows, List<ParentSets> drawn) {
        this.d = targets;
        this.columns = (int) Math.round(Math.sqrt(s.length));
        this.s = s;
        this.rows = rows;
        this.drawn = drawn;
    }

    List<Effect> all() {
        double[][][] responses = drawn.stream().map(this::responses).toArray(double[][][]::new);
        List<Effect> effects = new ArrayList<>();
        double[] values = new double[responses.length];
        for (int x = 0; x < d; x++) {
            for (int k = 0; k < (HORIZON + 1) * d; k++) {
                int at = k;
                int from = x;
                long count = Arrays.stream(responses)
                        .filter(one -> one[from][at] != 0)
                        .count();
                double probability = (double) count / values.length;
                if (k % d != x && probability >= NetworkEffects.LEAST) {
                    Arrays.setAll(values, g -> responses[g][from][at]);
                    Arrays.sort(values);
                    double[] there =
                            Arrays.stream(values).filter(value -> value != 0).toArray();
                    double[] ends = PosteriorEffects.ends(probability, share -> quantile(there, share));
                    effects.add(new Effect(
                            x,
                            k % d,
                            k / d,
                            Optional.empty(),
                            probability,
                            new TotalEffects.Interval(quantile(values, 0.5), ends[0], ends[1]),
                            TotalEffects.Identification.NONE));
                }
            }
        }
        return effects;
    }

    static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /** [x, h · d + y] in one graph with one draw of its coefficients; exactly 0 where no path leads. */
    private double[][] responses(ParentSets graph) {
        double[][] weights = new double[d][];
        Arrays.setAll(weights, j -> coefficients(graph, j));
        int[] order = Arrays.stream(graph.topologicalOrder()).filter(j -> j < d).toArray();
        return IntStream.range(0, d)
                .mapToObj(x -> response(graph, weights, order, x))
                .toArray(double[][]::new);
    }

    private double[] response(ParentSets graph, double[][] weights, int[] order, int x) {
        double[] response = new double[(HORIZON + 1) * d];
        response[x] = 1;
        for (int h = 0; h <= HORIZON; h++) {
            for (int j : order) {
                double sum = h == 0 && j == x ? 1 : 0;
                for (int p = 0; p < graph.count(j) && !(h == 0 && j == x); p++) {
                    int lag = graph.parent(j, p) / d;
                    if (lag <= h) {
                        sum += weights[j][p] * response[(h - lag) * d + graph.parent(j, p) % d];
                    }
                }
                response[h * d + j] = sum;
            }
        }
        return response;
    }

    private double[] coefficients(ParentSets graph, int j) {
        int k = graph.count(j);
        TargetRegression regression = new TargetRegression(columns, s, j, k);
        for (int p = 0; p < k; p++) {
            if (!regression.add(graph.parent(j, p))) {
                return new double[k]; // parents that determine each other
            }
        }
        double freedom = Math.max(1, rows - k - 1);
        double[] b = regression.coefficients(new double[k]);
        double scale = Math.sqrt(Math.max(0, regression.residualVariance()) / freedom / draws.chiSquaredShare(freedom));
        double[] noise = regression.coloured(
                IntStream.range(0, k).mapToDouble(p -> draws.gaussian()).toArray());
        for (int p = 0; p < k; p++) {
            b[p] += scale * noise[p];
        }
        return b;
    }
}
