package io.hedgerow.core.simulation;

import io.hedgerow.core.graph.WeightMatrix;

/**
 * Makes binary columns, counts and skewed amounts along the graph, so that it is the graph of what is recorded: a child
 * depends on its parents' recorded values and not on what lies behind them.
 *
 * <p>Behind column j is u_j = (z_j + Σ_i W[i, j] s_i) / √(ω_j + Σ_i W[i, j]²) + a_j with the site's offset a_j: about
 * standard normal. A binary column is 1 where u &gt; 0, a count is ⌊exp(1 + u/2)⌋, an amount exp(u/2). Parents act
 * through s: ±1 of a binary column, 2 log(x + ½) − 2 of a count, 2 log x = u of an amount. Relations between columns as
 * recorded are thus neither linear nor Gaussian.
 *
 * <p>Immutable and thread-safe.
 */
final class MixedColumns implements MappedRows.RowMap {

    /** What a column holds. */
    enum Kind {
        BINARY {
            @Override
            double recorded(double u) {
                return u > 0 ? 1 : 0;
            }

            @Override
            double score(double recorded) {
                return 2 * recorded - 1;
            }
        },
        COUNT {
            @Override
            double recorded(double u) {
                return Math.floor(StrictMath.exp(1 + u / 2));
            }

            @Override
            double score(double recorded) {
                return 2 * StrictMath.log(recorded + 0.5) - 2;
            }
        },
        AMOUNT {
            @Override
            double recorded(double u) {
                return StrictMath.exp(u / 2);
            }

            @Override
            double score(double recorded) {
                return 2 * StrictMath.log(recorded);
            }
        };

        abstract double recorded(double u);

        abstract double score(double recorded);

        /** A third of the columns of each kind, up to one, which ones by the seed. */
        static Kind[] assign(int variables, long seed) {
            int[] order = new RandomStream(seed).nextPermutation(variables);
            Kind[] kinds = new Kind[variables];
            for (int k = 0; k < variables; k++) {
                kinds[order[k]] = values()[k % values().length];
            }
            return kinds;
        }
    }

    private final CausalOrder order;
    private final WeightMatrix weights;
    private final Kind[] kinds;
    private final double[] offsets;
    private final double[] scales;

    /**
     * Columns over a model.
     *
     * @param model whose first variables are recorded, and the others hidden
     * @param kinds of the recorded ones
     * @param offsets a of the recorded ones
     */
    MixedColumns(LinearSem model, Kind[] kinds, double[] offsets) {
        this.order = model.order();
        this.weights = model.weights();
        this.kinds = kinds.clone();
        this.offsets = offsets.clone();
        this.scales = model.noiseVariances();
        for (int j = 0; j < scales.length; j++) {
            for (int i : order.parents(j)) {
                scales[j] += weights.get(i, j) * weights.get(i, j);
            }
            scales[j] = Math.sqrt(scales[j]);
        }
    }

    /** From the noises of all variables to the recorded columns. */
    @Override
    public void map(double[] noise, double[] recorded) {
        double[] scores = new double[noise.length];
        for (int position = 0; position < noise.length; position++) {
            int j = order.variable(position);
            double sum = noise[j];
            for (int i : order.parents(j)) {
                sum += weights.get(i, j) * scores[i];
            }
            double u = sum / scales[j];
            if (j < recorded.length) {
                recorded[j] = kinds[j].recorded(u + offsets[j]);
                scores[j] = kinds[j].score(recorded[j]);
            } else {
                scores[j] = u;
            }
        }
    }
}
