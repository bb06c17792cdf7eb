package io.hedgerow.core.simulation;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A federated study with a known truth: one graph, and for every site rows of a linear model on it. One seed fixes the
 * graph, the weights of every site and all rows; the streams of different sites are independent, and a site's rows do
 * not depend on how many sites there are.
 *
 * <p>With heterogeneity s each site has weights w_p ~ N(w, s²) on the true structure, drawn independently per edge (001
 * and 002 use s² = 0.1); without it all sites have the true weights.
 *
 * <p>Immutable and thread-safe. Not private: simulated records belong to nobody.
 */
public final class SimulatedStudy {

    private static final int GRAPH = 1;
    private static final int WEIGHTS = 2;
    private static final int ROWS = 3;

    private final WeightMatrix truth;
    private final List<LinearSem> sites;
    private final long rowsPerSite;
    private final long seed;

    private SimulatedStudy(Builder builder) {
        this.seed = builder.seed;
        this.rowsPerSite = builder.rowsPerSite;
        this.truth = builder.graph.generate(RandomStream.derive(seed, GRAPH, 0));
        LinearSem common = builder.model(truth);
        this.sites = IntStream.range(0, builder.sites)
                .mapToObj(p -> builder.heterogeneity == 0
                        ? common
                        : builder.model(perturbed(truth, builder.heterogeneity, RandomStream.derive(seed, WEIGHTS, p))))
                .toList();
    }

    /**
     * A study of one kind of graph; the rest has defaults: 8 sites, 5,000 rows each, Gaussian noise of variance 1, no
     * heterogeneity, seed 0.
     *
     * @param graph where the truth is drawn from
     * @return a builder
     */
    public static Builder of(GraphGenerator graph) {
        return new Builder(graph);
    }

    private static WeightMatrix perturbed(WeightMatrix truth, double deviation, long seed) {
        RandomStream random = new RandomStream(seed);
        double[] entries = truth.toRows();
        for (int k = 0; k < entries.length; k++) {
            double centre = entries[k];
            if (centre != 0) {
                do {
                    entries[k] = centre + deviation * random.nextGaussian();
                } while (entries[k] == 0);
            }
        }
        return WeightMatrix.ofRows(truth.variables(), entries);
    }

    /**
     * The common truth.
     *
     * @return W
     */
    public WeightMatrix truth() {
        return truth;
    }

    /**
     * Number of sites.
     *
     * @return P
     */
    public int sites() {
        return sites.size();
    }

    /**
     * The model of a site; its weights are the site's own truth.
     *
     * @param site from 0 to P − 1
     * @return the model
     */
    public LinearSem model(int site) {
        return sites.get(site);
    }

    /**
     * The rows of a site, drawn anew at every pass.
     *
     * @param site from 0 to P − 1
     * @return the source
     */
    public RowSource rows(int site) {
        return sites.get(site).rows(rowsPerSite, RandomStream.derive(seed, ROWS, site));
    }

    /** What a study is made of. Not thread-safe. */
    public static final class Builder {
        private final GraphGenerator graph;
        private int sites = 8;
        private long rowsPerSite = 5000;
        private Noise noise = Noise.GAUSSIAN;
        private double[] noiseVariances;
        private double heterogeneity;
        private long seed;

        private Builder(GraphGenerator graph) {
            this.graph = Objects.requireNonNull(graph, "graph");
            this.noiseVariances = new double[graph.variables()];
            Arrays.fill(noiseVariances, 1);
        }

        /**
         * Sets the number of sites.
         *
         * @param count P; at least 1
         * @return this
         */
        public Builder sites(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("sites must be >= 1, was " + count);
            }
            this.sites = count;
            return this;
        }

        /**
         * Sets the number of rows of every site.
         *
         * @param rows n_p; at least 1
         * @return this
         */
        public Builder rowsPerSite(long rows) {
            if (rows < 1) {
                throw new IllegalArgumentException("rowsPerSite must be >= 1, was " + rows);
            }
            this.rowsPerSite = rows;
            return this;
        }

        /**
         * Sets the shape of the noise.
         *
         * @param kind the shape
         * @return this
         */
        public Builder noise(Noise kind) {
            this.noise = Objects.requireNonNull(kind, "noise");
            return this;
        }

        /**
         * Sets the noise variance of every variable.
         *
         * @param variances ω: [d], finite and &gt; 0; copied
         * @return this
         */
        public Builder noiseVariances(double... variances) {
            this.noiseVariances = variances.clone();
            return this;
        }

        /**
         * Lets the weights differ between sites.
         *
         * @param deviation s, the standard deviation of a site's weight around the common one; finite, at least 0
         * @return this
         */
        public Builder heterogeneity(double deviation) {
            if (!(deviation >= 0 && deviation < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("heterogeneity must be finite and >= 0, was " + deviation);
            }
            this.heterogeneity = deviation;
            return this;
        }

        /**
         * Sets the seed.
         *
         * @param value any number
         * @return this
         */
        public Builder seed(long value) {
            this.seed = value;
            return this;
        }

        /**
         * Draws the truth; rows are drawn when they are read.
         *
         * @return the study
         * @throws IllegalArgumentException when the noise variances do not match the graph
         */
        public SimulatedStudy build() {
            return new SimulatedStudy(this);
        }

        private LinearSem model(WeightMatrix weights) {
            return LinearSem.of(weights, noise, noiseVariances);
        }
    }
}
