// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.CausalOrder;
import io.hedgerow.core.internal.simulation.CompanionMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A structural vector autoregression x_t = x_t W + Σ_{i = 1..p} x_{t−i} A_i + u_t with independent noise u_t, from
 * which series can be drawn: the model of papers 000 and 004 (eq. 1).
 *
 * <p>Symbols: W: [d, d], acyclic; A_i: [d, d], A_i[k, j] ≠ 0 ⇔ x_{t−i, k} → x_{t, j}; own lags are allowed. Stationary:
 * all eigenvalues of its companion matrix are inside the unit circle. Immutable and thread-safe. Not private: simulated
 * records belong to no one.
 */
public final class StructuralVar {

    /** Steps before the first that is given: 0.97²⁰⁰ is 0.002. */
    private static final int BURN_IN = 200;
    /** Eigenvalues near 1 make series that need thousands of steps to settle. */
    private static final double LARGEST = 0.97;

    private static final int ATTEMPTS = 50;
    private static final long GRAPH = 1;
    private static final long LAGS = 2;
    private static final long DEVIATIONS = 3;
    private static final long BENT = 4;

    /** The kinds of differences between clients. */
    public enum Difference {
        /** Not at all. */
        NONE,
        /** One graph, weights plus normal noise of deviation 0.1. */
        JITTERED,
        /** One graph, signs and sizes of weights drawn anew. */
        SAME_GRAPH,
        /** A fifth of the edges elsewhere. */
        REWIRED,
        /** Another graph, with as many edges. */
        UNRELATED
    }

    private final TimeSlices slices;
    private final WeightMatrix stacked;
    private final double[] deviations;
    private final Noise noise;
    private final CausalOrder order;
    private final Optional<StructuralEquations> equations;

    private StructuralVar(TimeSlices slices, WeightMatrix stacked, double[] deviations, Noise noise) {
        this(slices, stacked, deviations, noise, Optional.empty());
    }

    private StructuralVar(
            TimeSlices slices,
            WeightMatrix stacked,
            double[] deviations,
            Noise noise,
            Optional<StructuralEquations> equations) {
        this.equations = equations;
        this.slices = slices;
        this.stacked = stacked;
        this.deviations = deviations;
        this.noise = Objects.requireNonNull(noise, "noise");
        this.order = CausalOrder.of(present(slices.size(), stacked));
    }

    /**
     * A model.
     *
     * @param stacked W and A as one network over the columns of {@link TimeSlices#stacked}, with no edge into the past
     * @param lags p
     * @param deviations of the noises: [d], finite and &gt; 0; copied
     * @param noise their shape
     * @throws IllegalArgumentException when W has a cycle, an edge leads into the past, or the series would not settle
     */
    public static StructuralVar of(WeightMatrix stacked, int lags, double[] deviations, Noise noise) {
        int d = stacked.variables() / (lags + 1);
        if (d * (lags + 1) != stacked.variables() || deviations.length != d) {
            throw new IllegalArgumentException("a model of " + deviations.length + " variables and " + lags
                    + " lags must have " + deviations.length * (lags + 1) + " columns, has " + stacked.variables());
        }
        requirePositive(deviations);
        for (int i = 0; i < stacked.variables(); i++) {
            for (int j = d; j < stacked.variables(); j++) {
                if (stacked.hasEdge(i, j)) {
                    throw new IllegalArgumentException("no edge may lead into the past, one leads to column " + j);
                }
            }
        }
        TimeSlices slices = new TimeSlices(VariableSchema.numbered(d), lags);
        StructuralVar model = new StructuralVar(slices, stacked, deviations.clone(), noise);
        if (!(model.slowest() < 1)) {
            throw new IllegalArgumentException(
                    "a series must settle: the largest eigenvalue must be below 1, was " + model.slowest());
        }
        return model;
    }

    private static void requirePositive(double[] deviations) {
        for (double deviation : deviations) {
            if (!(deviation > 0 && deviation < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("noise deviations must be finite and > 0, was " + deviation);
            }
        }
    }

    /**
     * {@return a random model: W an {@link ErdosRenyi} graph; in A_i every pair with the same chance, own lags too, and
     * weights divided by η^{i−1} (DYNOTEARS, Pamfil et al. 2020)} Drawn again until it settles well; after many
     * attempts A is made weaker instead.
     *
     * @param within W's graph
     * @param lags p; at least 1
     * @param lagged expected edges of each A_i; from 0 to d²
     * @param weights of A_1
     * @param decay η; at least 1
     * @param deviations of the noises: [d]
     * @param noise their shape
     * @param seed any number
     */
    public static StructuralVar random(
            ErdosRenyi within,
            int lags,
            double lagged,
            GraphGenerator.WeightRange weights,
            double decay,
            double[] deviations,
            Noise noise,
            long seed) {
        int d = within.variables();
        if (!(lagged >= 0 && lagged <= (double) d * d)) {
            throw new IllegalArgumentException("lagged edges must be from 0 to " + d * d + ", was " + lagged);
        }
        if (!(decay >= 1)) {
            throw new IllegalArgumentException("decay must be at least 1, was " + decay);
        }
        TimeSlices slices = new TimeSlices(VariableSchema.numbered(d), lags);
        for (int attempt = 0; ; attempt++) {
            WeightMatrix w = within.generate(RandomStream.derive(seed, GRAPH, attempt));
            RandomStream random = new RandomStream(RandomStream.derive(seed, LAGS, attempt));
            double[] all = stacked(w, slices, lagged, weights, decay, random);
            StructuralVar model = model(slices, all, deviations, noise);
            while (attempt == ATTEMPTS && !model.settles()) {
                scaleLags(all, d, 0.9);
                model = model(slices, all, deviations, noise);
            }
            if (model.settles()) {
                return of(model.stacked, lags, deviations, noise);
            }
        }
    }

    private static StructuralVar model(TimeSlices slices, double[] all, double[] deviations, Noise noise) {
        WeightMatrix stacked = WeightMatrix.ofRows(slices.size() * (slices.lags() + 1), all);
        return new StructuralVar(slices, stacked, deviations.clone(), noise);
    }

    private static double[] stacked(
            WeightMatrix w,
            TimeSlices slices,
            double lagged,
            GraphGenerator.WeightRange weights,
            double decay,
            RandomStream random) {
        int d = slices.size();
        int q = d * (slices.lags() + 1);
        double[] all = new double[q * q];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                all[i * q + j] = w.get(i, j);
            }
        }
        for (int row = d; row < q; row++) {
            double scale = StrictMath.pow(decay, 1 - slices.lag(row));
            for (int j = 0; j < d; j++) {
                if (random.nextUniform() < lagged / d / d) {
                    all[row * q + j] = scale * weights.draw(random);
                }
            }
        }
        return all;
    }

    private static void scaleLags(double[] all, int d, double factor) {
        int q = (int) Math.round(Math.sqrt(all.length));
        for (int k = d * q; k < all.length; k++) {
            all[k] *= factor;
        }
    }

    private static WeightMatrix present(int d, WeightMatrix stacked) {
        double[] w = new double[d * d];
        for (int k = 0; k < w.length; k++) {
            w[k] = stacked.get(k / d, k % d);
        }
        return WeightMatrix.ofRows(d, w);
    }

    /** {@return the meaning of the columns of {@link #network}: variables and lags} */
    public TimeSlices slices() {
        return slices;
    }

    /** {@return W and A as one network over the columns of {@link #slices}} */
    public WeightMatrix network() {
        return stacked;
    }

    /**
     * {@return the same model with noises of different variances}
     *
     * @param least deviation; above 0
     * @param most deviation; each is log-uniform between the two
     * @param seed any number
     */
    public StructuralVar withDeviations(double least, double most, long seed) {
        RandomStream random = new RandomStream(RandomStream.derive(seed, DEVIATIONS, 0));
        double[] drawn = new double[deviations.length];
        for (int j = 0; j < drawn.length; j++) {
            drawn[j] = least * StrictMath.pow(most / least, random.nextUniform());
        }
        requirePositive(drawn);
        return new StructuralVar(slices, stacked, drawn, noise, equations);
    }

    /**
     * {@return the same graph with functions instead of weights, drawn for each variable and all its causes: a model
     * whose {@link #network} has 1 at every edge}
     *
     * @param mechanism of all variables; curves are bounded, and lines have the weights of this model; one that adds
     *     noise
     * @param seed any number
     */
    public StructuralVar bending(Mechanism mechanism, long seed) {
        if (!mechanism.addsNoise()) {
            throw new IllegalArgumentException("the mechanism of a series must add noise to a mean, was " + mechanism);
        }
        StructuralEquations drawn = StructuralEquations.draw(stacked, mechanism, RandomStream.derive(seed, BENT, 0));
        return new StructuralVar(slices, StructuralEquations.edges(stacked), deviations, noise, Optional.of(drawn));
    }

    /**
     * {@return a client's model, stationary, with the same noises}
     *
     * @param difference from this one
     * @param seed of the client
     */
    public StructuralVar client(Difference difference, long seed) {
        if (equations.isPresent()) {
            throw new IllegalStateException("clients differ by weights, which a model of functions does not have");
        }
        return new ClientModels(this).draw(difference, seed);
    }

    StructuralVar unchecked(WeightMatrix others) {
        return new StructuralVar(slices, others, deviations, noise);
    }

    private double slowest() {
        return CompanionMatrix.largestEigenvalue(slices, stacked, order);
    }

    boolean settles() {
        return slowest() <= LARGEST;
    }

    int[] order() {
        return IntStream.range(0, slices.size()).map(order::variable).toArray();
    }

    /**
     * Series, drawn anew, and identically, at every pass.
     *
     * @param realisations how many series; at least 1
     * @param steps of each; at least 1
     * @param seed any number
     * @return columns realisation (1, 2, …), time (0, 1, …), x1, x2, …; thread-safe
     */
    public RowSource series(long realisations, long steps, long seed) {
        if (realisations < 1 || steps < 1) {
            throw new IllegalArgumentException(
                    "there must be at least 1 realisation of at least 1 step, were " + realisations + " of " + steps);
        }
        return new Series(realisations, steps, seed);
    }

    private final class Series implements RowSource {
        private final long realisations;
        private final long steps;
        private final long seed;

        Series(long realisations, long steps, long seed) {
            this.realisations = realisations;
            this.steps = steps;
            this.seed = seed;
        }

        @Override
        public VariableSchema schema() {
            List<String> names = new ArrayList<>(List.of("realisation", "time"));
            names.addAll(slices.variables().names());
            return new VariableSchema(names);
        }

        @Override
        public boolean keepsOrder() {
            return true;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            int d = slices.size();
            double[] row = new double[d + 2];
            double[] past = new double[d * slices.lags()];
            double[] now = new double[d];
            double[] both = new double[d + past.length];
            for (long r = 0; r < realisations; r++) {
                RandomStream random = new RandomStream(RandomStream.derive(seed, GRAPH, r));
                Arrays.fill(past, 0);
                for (long t = -BURN_IN; t < steps; t++) {
                    next(now, past, both, random);
                    if (past.length > 0) {
                        System.arraycopy(past, 0, past, d, past.length - d);
                        System.arraycopy(now, 0, past, 0, d);
                    }
                    if (t >= 0) {
                        row[0] = r + 1;
                        row[1] = t;
                        System.arraycopy(now, 0, row, 2, d);
                        consumer.accept(row);
                    }
                }
            }
        }

        private void next(double[] now, double[] past, double[] both, RandomStream random) {
            int d = now.length;
            for (int j = 0; j < d; j++) {
                now[j] = noise.draw(random) * deviations[j];
            }
            if (equations.isPresent()) {
                System.arraycopy(now, 0, both, 0, d);
                System.arraycopy(past, 0, both, d, past.length);
                equations.get().propagate(both);
                System.arraycopy(both, 0, now, 0, d);
                return;
            }
            for (int j = 0; j < d; j++) {
                for (int k = 0; k < past.length; k++) {
                    now[j] += past[k] * stacked.get(d + k, j);
                }
            }
            order.propagate(now);
        }
    }
}
