// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.simulation;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import java.util.Random;

/**
 * Simulates time series like the published code of papers 000 and 003, which differs from the model of their text (eq.
 * 2). Rows z of a linear network W are drawn independently of each other, with unit Gaussian noise. A lag is the same
 * rows shifted: y_t = [z_{t−1} | … | z_{t−p}], with zeros before the first. What is given as step t is x_t = z_t + y_t
 * A. So the past acts on x, but x never acts on what follows: this is no series of a vector autoregression. Since z =
 * zW + noise, the rows obey x_t = x_t W + y_t A (I − W) + noise, while A is what the papers compare with.
 *
 * <p>Graphs as in 000 §7.2: every pair of W is an edge with chance degree / d, oriented by a random order, and every
 * entry of A_i, own lags too, with chance 1 / d. Weights are ±[0.5, 2] for W, and the same over η^(i − 1) for A_i with
 * η = 1.5, where the text has ±[0.3, 0.5]. The code keeps one network for all its data sets; here every seed has
 * another. Written from what that code does; none of it is copied.
 *
 * @param slices the columns of a row: x, then y
 * @param within W: [d, d]
 * @param network W and A over these columns: [(p + 1)d, (p + 1)d]
 */
public record PublishedCodeSeries(TimeSlices slices, WeightMatrix within, WeightMatrix network) {

    /** The value of the setting {@code source} that asks for it. */
    public static final String NAME = "as-published-code";

    /** η: weights of A_i are over η^(i − 1). */
    private static final double DECAY = 1.5;

    private static final double LEAST = 0.5;
    private static final double MOST = 2;

    /**
     * Draws a model.
     *
     * @param variables d
     * @param lags p
     * @param degree mean number of edges of a variable within a step, in both directions
     */
    public static PublishedCodeSeries random(int variables, int lags, double degree, long seed) {
        Random random = new Random(seed);
        int edges = 0;
        for (int pair = 0; pair < variables * (variables - 1) / 2; pair++) {
            edges += random.nextDouble() < degree / variables ? 1 : 0;
        }
        WeightMatrix within = new ErdosRenyi(variables, edges).generate(seed);
        TimeSlices slices = new TimeSlices(VariableSchema.numbered(variables), lags);
        int q = variables * (lags + 1);
        double[] all = new double[q * q];
        for (int row = 0; row < q; row++) {
            for (int j = 0; j < variables; j++) {
                if (row < variables) {
                    all[row * q + j] = within.get(row, j);
                } else if (random.nextDouble() < 1.0 / variables) {
                    double size = (LEAST + (MOST - LEAST) * random.nextDouble()) / Math.pow(DECAY, slices.lag(row) - 1);
                    all[row * q + j] = random.nextBoolean() ? size : -size;
                }
            }
        }
        return new PublishedCodeSeries(slices, within, WeightMatrix.ofRows(q, all));
    }

    /** Draws rows [x | y]. */
    public RowSource rows(int count, long seed) {
        int d = slices.size();
        double[][] independent = LinearSem.of(within, Noise.GAUSSIAN).sample(count, seed);
        double[][] rows = new double[count][network.variables()];
        for (int t = 0; t < count; t++) {
            System.arraycopy(independent[t], 0, rows[t], 0, d);
            for (int k = d; k < rows[t].length; k++) {
                int lag = slices.lag(k);
                rows[t][k] = t < lag ? 0 : independent[t - lag][slices.variable(k)];
                for (int j = 0; j < d; j++) {
                    rows[t][j] += rows[t][k] * network.get(k, j);
                }
            }
        }
        return InMemoryRows.of(slices.stacked(), rows);
    }
}
