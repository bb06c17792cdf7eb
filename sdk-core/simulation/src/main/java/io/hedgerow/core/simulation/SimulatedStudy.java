// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;

/**
 * Simulates a federated study with a known true graph and rows for every site. One seed fixes the graph, what the
 * conditions draw and all rows; the streams of different sites are independent, and a site's rows do not depend on how
 * many sites there are.
 *
 * <p>Without conditions all sites have the same linear model with Gaussian noise of variance 1. Conditions make data as
 * people have them: other noises, nonlinear mechanisms, sites that differ, hidden causes, other units, columns of
 * several kinds. Each is drawn from a stream of its own. Immutable and thread-safe. Not private: no record is real.
 */
public final class SimulatedStudy {

    private final SimulatedSites drawn;

    private SimulatedStudy(SimulatedSites drawn) {
        this.drawn = drawn;
    }

    /** The shape of the noise: of mean 0, and of variance 1 before the variable's own variance is applied. */
    public enum Noise {
        /** Normal. */
        GAUSSIAN,
        /** Exponential, skewed to the right. */
        EXPONENTIAL,
        /** Gumbel, skewed to the right. */
        GUMBEL,
        /** Uniform on [−√3, √3]. */
        UNIFORM,
        /** Logistic. */
        LOGISTIC,
        /** Laplace: heavy tails on both sides. */
        LAPLACE
    }

    /**
     * The dependence of a variable on its parents: f(x_parents) plus noise, each f drawn once for a study. The
     * nonlinear ones are those of paper 001 (section 6.4); U is uniform on ±[0.5, 2].
     */
    public enum Mechanism {
        /** f(x) = Σ_i w_i x_i with the weights of the graph. */
        LINEAR,
        /** A neural network with 100 hidden units and weights from U. */
        MLP,
        /** f(x) = Σ_i g_i(x_i), each g_i a Gaussian process with covariance exp(−(s − t)² / 2). */
        GP_ADD,
        /** One Gaussian process of all parents with covariance exp(−‖x − y‖² / 2). */
        GP,
        /** f(x) = tanh(u·x) + cos(v·x) + sin(w·x), u, v and w from U. */
        MULTI_INDEX,
        /** Each variable by a fair coin linear, or one of the four others, equally likely. */
        MIXED,
        /** 1 with probability σ(Σ_i w_i x_i), otherwise 0; nothing is added as noise. */
        BINARY,
        /** A count from the Poisson law of mean exp(Σ_i w_i x_i), at most 500; nothing is added as noise. */
        POISSON
    }

    /** The units in which columns are measured. No site loses information by a change. */
    public enum Units {
        /** As simulated. With noises of equal variances, effects then have larger variances than their causes. */
        RAW,
        /** Every variable has population variance 1 in the common model; where nonlinear, by 10,000 simulated rows. */
        STANDARDISED,
        /** Every column is multiplied by exp(z) with z standard normal, drawn by the seed. */
        RANDOM,
        /** The same, drawn anew for each site: no column has one unit. */
        OF_SITES
    }

    /**
     * {@return a study of a random graph with a given number of edges and weights in ±[0.5, 2]; the rest has defaults:
     * 8 sites, 5,000 rows each, Gaussian noise of variance 1, no other conditions, seed 0}
     *
     * @param variables d; at least 1
     * @param edges from 0 to d (d − 1) / 2
     */
    public static Builder of(int variables, int edges) {
        return new Builder(new ErdosRenyi(variables, edges));
    }

    /**
     * {@return a study of this graph, with the same defaults}
     *
     * @param truth W, acyclic; W[i, j] ≠ 0 ⇔ i → j
     */
    public static Builder of(WeightMatrix truth) {
        return new Builder(new Given(truth));
    }

    /** {@return the common truth, W of recorded variables before changes of units; 1 at every edge where not linear} */
    public WeightMatrix truth() {
        return drawn.truth();
    }

    /** {@return P, the number of sites} */
    public int sites() {
        return drawn.sites();
    }

    /**
     * {@return the weights of a site's own model, before changes of units} Hidden causes come after the recorded
     * variables.
     *
     * @param site from 0 to P − 1
     * @throws IllegalStateException when the mechanism is not linear: its functions have no such weights
     */
    public WeightMatrix weights(int site) {
        return drawn.model(site).weights();
    }

    /**
     * {@return the rows of a site, drawn anew at every pass}
     *
     * @param site from 0 to P − 1
     */
    public RowSource rows(int site) {
        return drawn.rows(site);
    }

    /** A graph that nothing draws. */
    private record Given(WeightMatrix truth) implements GraphGenerator {
        @Override
        public int variables() {
            return truth.variables();
        }

        @Override
        public WeightMatrix generate(long seed) {
            return truth;
        }
    }

    /** Collects the parts of a study. Not thread-safe. */
    public static final class Builder {

        private final SimulatedSites.Builder parts;

        private Builder(GraphGenerator graph) {
            this.parts = SimulatedSites.of(graph);
        }

        /**
         * Sets the number of sites.
         *
         * @param count P; at least 1
         */
        public Builder sites(int count) {
            parts.sites(count);
            return this;
        }

        /**
         * Sets the number of rows of every site.
         *
         * @param rows n_p; at least 1
         */
        public Builder rowsPerSite(long rows) {
            parts.rowsPerSite(rows);
            return this;
        }

        /**
         * Sets the shape of the noise.
         *
         * @param kind the shape
         */
        public Builder noise(Noise kind) {
            parts.noise(io.hedgerow.core.internal.simulation.model.Noise.valueOf(kind.name()));
            return this;
        }

        /**
         * Sets how variables depend on their parents, hidden causes among them.
         *
         * @param kind linear without
         */
        public Builder mechanism(Mechanism kind) {
            parts.mechanism(io.hedgerow.core.internal.simulation.model.Mechanism.valueOf(kind.name()));
            return this;
        }

        /**
         * Sets the noise variance of every variable.
         *
         * @param variances ω: [d], finite and &gt; 0; copied
         */
        public Builder noiseVariances(double... variances) {
            parts.noiseVariances(variances);
            return this;
        }

        /**
         * Draws the noise's standard deviation of every variable, log-uniform, instead of given variances.
         *
         * @param least finite and &gt; 0
         * @param most finite, at least {@code least}
         */
        public Builder noiseDeviations(double least, double most) {
            parts.noiseDeviations(least, most);
            return this;
        }

        /**
         * Lets the weights differ between sites: w_p ~ N(w, s²) on the true structure, drawn independently per edge
         * (001 and 002 use s² = 0.1).
         *
         * @param deviation s, the standard deviation of a site's weight around the common one; finite, at least 0
         */
        public Builder heterogeneity(double deviation) {
            parts.heterogeneity(deviation);
            return this;
        }

        /**
         * Lets the noises differ between sites: a variable's noise at a site has the common standard deviation times
         * exp(s z) with z standard normal.
         *
         * @param deviation s; finite, at least 0
         */
        public Builder siteNoise(double deviation) {
            parts.siteNoise(deviation);
            return this;
        }

        /**
         * Lets the means differ between sites: each variable is moved at each site by a normal number whose standard
         * deviation is s of the variable's own in the common model. A mixed column is moved before it is recorded.
         *
         * @param deviations s; finite, at least 0
         */
        public Builder offsets(double deviations) {
            parts.offsets(deviations);
            return this;
        }

        /**
         * Adds hidden causes: each acts on four distinct variables, drawn uniformly, with weights in ±[0.5, 2] and a
         * noise of variance 1. They are in no row and not in the truth.
         *
         * @param causes at least 0
         */
        public Builder confounders(int causes) {
            parts.confounders(causes);
            return this;
        }

        /**
         * Records columns of three kinds, a third of each, which ones by the seed. Of a variable u, in its standard
         * deviations of the common model, a binary column holds whether u &gt; 0, a count ⌊exp(1 + u/2)⌋ and an amount
         * exp(u). The truth is the graph behind the columns: records of parents tell less than the parents, so not even
         * endless rows show it exactly. Such columns have units of their own.
         *
         * @return this
         */
        public Builder mixedColumns() {
            parts.mixedColumns();
            return this;
        }

        /**
         * Sets the units of the columns.
         *
         * @param kind of factors
         */
        public Builder units(Units kind) {
            parts.units(SimulatedSites.Units.valueOf(kind.name()));
            return this;
        }

        /**
         * Sets the seed.
         *
         * @param value any number
         */
        public Builder seed(long value) {
            parts.seed(value);
            return this;
        }

        /**
         * {@return the study, with the truth drawn; rows are drawn when they are read}
         *
         * @throws IllegalArgumentException when the noise variances do not match the graph, when there are hidden
         *     causes of fewer than four variables, mixed columns in other units, or weights that differ between sites
         *     where the mechanism has none, or when noise is set that the mechanism does not add
         */
        public SimulatedStudy build() {
            return new SimulatedStudy(parts.build());
        }
    }
}
