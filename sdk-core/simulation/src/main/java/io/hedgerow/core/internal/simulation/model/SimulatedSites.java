// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.ColumnKind;
import io.hedgerow.core.internal.simulation.MappedRows;
import io.hedgerow.core.internal.simulation.SiteDifferences;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The simulation behind {@code SimulatedStudy}, for graphs of any kind and with the models of the sites. Immutable and
 * thread-safe.
 */
public final class SimulatedSites {
    private static final int GRAPH = 1;
    private static final int WEIGHTS = 2;
    private static final int ROWS = 3;
    private static final int VARIANCES = 4;
    private static final int HIDDEN = 5;
    private static final int SITE_NOISE = 6;
    private static final int OFFSETS = 7;
    private static final int KINDS = 8;
    private static final int EQUATIONS = 9;
    private static final int UNITS = 10;
    /** As those of {@code SimulatedStudy}. */
    public enum Units {
        /** As simulated. With noises of equal variances, effects then have larger variances than their causes. */
        RAW,
        /** Every variable has population variance 1 in the common model; where nonlinear, by 10,000 simulated rows. */
        STANDARDISED,
        /** Every column is multiplied by exp(z) with z standard normal, drawn by the seed. */
        RANDOM,
        /** The same, drawn anew for each site: no column has one unit. */
        OF_SITES;

        /** A stream apart from the seeds of the rows. */
        private static final long STREAM = 0x756e697473L;

        /** The factors by which raw columns are multiplied. */
        double[] factors(double[] deviations, long seed) {
            double[] factors = new double[deviations.length];
            RandomStream random = new RandomStream(STREAM + seed);
            Arrays.setAll(factors, j -> switch (this) {
                case RAW -> 1;
                case STANDARDISED -> 1 / deviations[j];
                case RANDOM, OF_SITES -> StrictMath.exp(random.nextGaussian());
            });
            return factors;
        }
    }

    private final WeightMatrix truth;
    private final List<LinearSem> sites;
    /** Replaces the models' weights. */
    private final @Nullable StructuralEquations equations;

    private final ColumnKind[] kinds;
    /** The spread of the sites' means, for each variable, in its units before any change. */
    private final double[] spread;

    private final Units units;
    private final double[] deviations;
    private final long rowsPerSite;
    private final long seed;

    private SimulatedSites(Builder builder) {
        this.seed = builder.seed;
        this.rowsPerSite = builder.rowsPerSite;
        WeightMatrix visible = builder.graph.generate(stream(GRAPH, 0));
        int d = visible.variables();
        WeightMatrix weights =
                HiddenCauses.add(visible, builder.confounders, builder.graph.weights(), stream(HIDDEN, 0));
        double[] variances = Arrays.copyOf(builder.variances(stream(VARIANCES, 0)), weights.variables());
        Arrays.fill(variances, d, variances.length, 1);
        Noise noise = builder.mechanism.addsNoise() ? builder.noise : Noise.UNIFORM;
        LinearSem common = LinearSem.of(weights, noise, variances);
        this.sites = IntStream.range(0, builder.sites)
                .mapToObj(p -> builder.heterogeneity == 0 && builder.siteNoise == 0
                        ? common
                        : LinearSem.of(
                                SiteDifferences.weights(weights, builder.heterogeneity, stream(WEIGHTS, p)),
                                noise,
                                SiteDifferences.variances(variances, builder.siteNoise, stream(SITE_NOISE, p))))
                .toList();
        this.kinds = builder.mixed ? ColumnKind.assign(d, stream(KINDS, 0)) : new ColumnKind[0];
        this.equations = builder.mechanism == Mechanism.LINEAR
                ? null
                : StructuralEquations.draw(weights, builder.mechanism, stream(EQUATIONS, 0));
        this.truth = equations == null ? visible : StructuralEquations.edges(visible);
        double[] all = equations == null ? common.deviations() : equations.deviations(common, stream(EQUATIONS, 1));
        this.deviations = Arrays.copyOf(all, d);
        // what is recorded of a variable is recorded of it in standard deviations
        this.units = builder.mixed ? Units.STANDARDISED : builder.units;
        this.spread = Arrays.stream(deviations).map(s -> s * builder.offsets).toArray();
    }

    private long stream(int purpose, int index) {
        return RandomStream.derive(seed, purpose, index);
    }

    /** {@return a study with truth drawn from a graph of this kind; 8 sites with 5,000 rows, Gaussian noise, seed 0} */
    public static Builder of(GraphGenerator graph) {
        return new Builder(graph);
    }

    /** {@return W of recorded variables before changes of units; 1 at every edge where not linear} */
    public WeightMatrix truth() {
        return truth;
    }

    /** {@return P, the number of sites} */
    public int sites() {
        return sites.size();
    }

    /**
     * {@return the model of a site, before offsets, changes of units and mixed columns; its weights are the site's own
     * truth} Hidden causes come after the recorded variables.
     *
     * @param site from 0 to P − 1
     * @throws IllegalStateException when the mechanism is not linear: its functions have no such weights
     */
    public LinearSem model(int site) {
        if (equations != null) {
            throw new IllegalStateException("only linear models have weights: ask for rows, or a linear mechanism");
        }
        return sites.get(site);
    }

    /** {@return the rows of a site, drawn anew at every pass} */
    public RowSource rows(int site) {
        LinearSem model = sites.get(site);
        RandomStream random = new RandomStream(stream(OFFSETS, site));
        double[] offsets =
                Arrays.stream(spread).map(s -> s * random.nextGaussian()).toArray();
        double[] factors = units.factors(deviations, units == Units.OF_SITES ? stream(UNITS, site) : seed);
        long own = stream(ROWS, site);
        RowSource rows =
                equations == null ? model.rows(rowsPerSite, own) : model.rows(rowsPerSite, own, equations::propagate);
        return new MappedRows(rows, offsets.length, (all, row) -> {
            for (int j = 0; j < row.length; j++) {
                double value = (all[j] + offsets[j]) * factors[j];
                row[j] = kinds.length == 0 ? value : kinds[j].recorded(value);
            }
        });
    }

    /** Collects the parts of a study. Not thread-safe. */
    public static final class Builder {
        private final GraphGenerator graph;
        private int sites = 8;
        private long rowsPerSite = 5000;
        private Noise noise = Noise.GAUSSIAN;
        private Mechanism mechanism = Mechanism.LINEAR;
        private double[] noiseVariances;
        private double leastDeviation;
        private double mostDeviation;
        private double heterogeneity;
        private double siteNoise;
        private double offsets;
        private int confounders;
        private boolean mixed;
        private Units units = Units.RAW;
        private long seed;

        private Builder(GraphGenerator graph) {
            this.graph = Objects.requireNonNull(graph, "graph");
            this.noiseVariances = new double[graph.variables()];
            Arrays.fill(noiseVariances, 1);
        }

        /** Sets P; at least 1. */
        public Builder sites(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("sites must be >= 1, was " + count);
            }
            this.sites = count;
            return this;
        }

        /** Sets n_p; at least 1. */
        public Builder rowsPerSite(long rows) {
            if (rows < 1) {
                throw new IllegalArgumentException("rowsPerSite must be >= 1, was " + rows);
            }
            this.rowsPerSite = rows;
            return this;
        }

        /** Sets the shape of the noise. */
        public Builder noise(Noise kind) {
            this.noise = Objects.requireNonNull(kind, "noise");
            return this;
        }

        /** Sets how variables depend on their parents, hidden causes among them. */
        public Builder mechanism(Mechanism kind) {
            this.mechanism = Objects.requireNonNull(kind, "mechanism");
            return this;
        }

        /** Sets ω: [d], finite and &gt; 0; copied. */
        public Builder noiseVariances(double... variances) {
            this.noiseVariances = variances.clone();
            return this;
        }

        /** Draws the noise's standard deviation of every variable, log-uniform, instead of given variances. */
        public Builder noiseDeviations(double least, double most) {
            if (!(least > 0 && most >= least && most < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "noise deviations must satisfy 0 < least <= most < infinity, were " + least + ", " + most);
            }
            this.leastDeviation = least;
            this.mostDeviation = most;
            return this;
        }

        /** Lets the weights differ between sites: w_p ~ N(w, s²) on the true structure. */
        public Builder heterogeneity(double deviation) {
            this.heterogeneity = requireSpread("heterogeneity", deviation);
            return this;
        }

        /** Lets the noises differ between sites: standard deviations times exp(s z), z standard normal. */
        public Builder siteNoise(double deviation) {
            this.siteNoise = requireSpread("siteNoise", deviation);
            return this;
        }

        /** Lets the means differ between sites, by s standard deviations of the variable in the common model. */
        public Builder offsets(double deviations) {
            this.offsets = requireSpread("offsets", deviations);
            return this;
        }

        /** Adds hidden causes of four distinct variables each, with weights of the range that the edges have. */
        public Builder confounders(int causes) {
            if (causes < 0) {
                throw new IllegalArgumentException("confounders must be >= 0, was " + causes);
            }
            this.confounders = causes;
            return this;
        }

        /** Records binary columns, counts and amounts, a third of each, which ones by the seed. */
        public Builder mixedColumns() {
            this.mixed = true;
            return this;
        }

        /** Sets the units of the columns. */
        public Builder units(Units kind) {
            this.units = Objects.requireNonNull(kind, "units");
            return this;
        }

        private static double requireSpread(String name, double deviation) {
            if (!(deviation >= 0 && deviation < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(name + " must be finite and >= 0, was " + deviation);
            }
            return deviation;
        }

        /** Sets the seed. */
        public Builder seed(long value) {
            this.seed = value;
            return this;
        }

        /** {@return the study, with the truth drawn; rows are drawn when they are read} */
        public SimulatedSites build() {
            if (mixed && units != Units.RAW) {
                throw new IllegalArgumentException("mixed columns have units of their own, were to be " + units);
            }
            if (heterogeneity > 0 && mechanism != Mechanism.LINEAR) {
                throw new IllegalArgumentException("heterogeneity is of linear weights, so with mechanism " + mechanism
                        + " it must be 0, was " + heterogeneity);
            }
            boolean ownNoise = noise != Noise.GAUSSIAN
                    || siteNoise > 0
                    || leastDeviation > 0
                    || Arrays.stream(noiseVariances).anyMatch(variance -> variance != 1);
            if (ownNoise && !mechanism.addsNoise()) {
                throw new IllegalArgumentException(
                        "a study must leave form, variances and differences of noise as they are when its mechanism"
                                + " adds none, was " + mechanism);
            }
            return new SimulatedSites(this);
        }

        private double[] variances(long stream) {
            if (noiseVariances.length != graph.variables()) {
                throw new IllegalArgumentException(
                        "noiseVariances must have length " + graph.variables() + ", was " + noiseVariances.length);
            }
            return leastDeviation == 0
                    ? noiseVariances
                    : SiteDifferences.variances(noiseVariances.length, leastDeviation, mostDeviation, stream);
        }
    }
}
