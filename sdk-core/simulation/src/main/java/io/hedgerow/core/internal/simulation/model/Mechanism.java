// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.model;

import io.hedgerow.core.internal.random.RandomStream;
import io.hedgerow.core.internal.simulation.SmoothCurve;
import io.hedgerow.core.internal.simulation.SmoothSurface;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * The dependence of a variable on its k parents: x_j = f_j(x_parents) + z_j, each f_j drawn once for a study, a
 * variable without parents being noise alone. {@link #BINARY} and {@link #POISSON} have no such noise. The nonlinear
 * ones are those of paper 001 (section 6.4), which takes them from NOTEARS-MLP (Zheng et al. 2020); U is uniform on
 * ±[0.5, 2].
 *
 * <p>The same seed gives the same functions, bit for bit, on every Java release. Not private: simulated records belong
 * to no one.
 */
public enum Mechanism {
    /** f(x) = Σ_i w_i x_i with the weights of the graph. */
    LINEAR {
        @Override
        ToDoubleFunction<double[]> draw(double[] weights, RandomStream random) {
            double[] w = weights.clone();
            return x -> dot(w, x);
        }
    },
    /** f(x) = Σ_u a_u σ(Σ_i W_ui x_i) with 100 hidden units, σ(t) = 1 / (1 + exp(−t)); a_u and W_ui from U. */
    MLP {
        @Override
        ToDoubleFunction<double[]> draw(double[] weights, RandomStream random) {
            double[][] first = new double[HIDDEN_UNITS][];
            Arrays.setAll(first, u -> uniform(weights.length, random));
            double[] second = uniform(HIDDEN_UNITS, random);
            return x -> {
                double sum = 0;
                for (int u = 0; u < HIDDEN_UNITS; u++) {
                    sum += second[u] / (1 + StrictMath.exp(-dot(first[u], x)));
                }
                return sum;
            };
        }
    },
    /** f(x) = Σ_i g_i(x_i), each g_i a Gaussian process with covariance exp(−(s − t)² / 2): {@link SmoothCurve}. */
    GP_ADD {
        @Override
        ToDoubleFunction<double[]> draw(double[] weights, RandomStream random) {
            SmoothCurve[] curves = new SmoothCurve[weights.length];
            Arrays.setAll(curves, i -> SmoothCurve.draw(random));
            return x -> {
                double sum = 0;
                for (int i = 0; i < curves.length; i++) {
                    sum += curves[i].at(x[i]);
                }
                return sum;
            };
        }
    },
    /** f is one Gaussian process of all parents with covariance exp(−‖x − y‖² / 2): {@link SmoothSurface}. */
    GP {
        @Override
        ToDoubleFunction<double[]> draw(double[] weights, RandomStream random) {
            return weights.length == 1 ? GP_ADD.draw(weights, random) : SmoothSurface.draw(weights.length, random)::at;
        }
    },
    /** f(x) = tanh(u·x) + cos(v·x) + sin(w·x), u, v and w from U. */
    MULTI_INDEX {
        @Override
        ToDoubleFunction<double[]> draw(double[] weights, RandomStream random) {
            double[] u = uniform(weights.length, random);
            double[] v = uniform(weights.length, random);
            double[] w = uniform(weights.length, random);
            return x -> StrictMath.tanh(dot(u, x)) + StrictMath.cos(dot(v, x)) + StrictMath.sin(dot(w, x));
        }
    },
    /** Each variable by a fair coin linear, or one of the four others, equally likely. */
    MIXED {
        @Override
        ToDoubleFunction<double[]> draw(double[] weights, RandomStream random) {
            Mechanism[] others = {MLP, GP_ADD, GP, MULTI_INDEX};
            Mechanism own = random.nextInt(2) == 0 ? LINEAR : others[random.nextInt(others.length)];
            return own.draw(weights, random);
        }
    },
    /**
     * x_j is 1 with probability σ(Σ_i w_i x_i), otherwise 0, with the weights of the graph: {@code logistic} of the
     * generator of NOTEARS. Nothing is added as noise.
     */
    BINARY {
        @Override
        ToDoubleFunction<double[]> draw(double[] weights, RandomStream random) {
            return LINEAR.draw(weights, random);
        }

        @Override
        public boolean addsNoise() {
            return false;
        }

        @Override
        double value(double predictor, double noise) {
            return uniform(noise) * (1 + StrictMath.exp(-predictor)) < 1 ? 1 : 0;
        }
    },
    /**
     * x_j is a count from the Poisson law of mean exp(Σ_i w_i x_i), with the weights of the graph: {@code poisson} of
     * the generator of NOTEARS. Means are at most 500 here, where that generator ends with an error; smaller weights
     * than those of {@link WeightRange#STANDARD} keep away from it. Nothing is added as noise.
     */
    POISSON {
        @Override
        ToDoubleFunction<double[]> draw(double[] weights, RandomStream random) {
            return LINEAR.draw(weights, random);
        }

        @Override
        public boolean addsNoise() {
            return false;
        }

        /** The least k whose distribution function is above a uniform number. */
        @Override
        double value(double predictor, double noise) {
            double mean = Math.min(LARGEST_MEAN, StrictMath.exp(predictor));
            double left = uniform(noise);
            double mass = StrictMath.exp(-mean);
            int k = 0;
            while (left >= mass && k < LARGEST_COUNT) {
                left -= mass;
                k++;
                mass *= mean / k;
            }
            return k;
        }
    };

    private static final int HIDDEN_UNITS = 100;
    private static final double LARGEST_MEAN = 500;

    /** More than 20 standard deviations above the largest mean: only rounding of the sum leads here. */
    private static final int LARGEST_COUNT = 1000;

    /**
     * {@return whether x_j is f_j(x_parents) plus noise; otherwise the value itself is drawn, and forms, variances and
     * differences of noise do not apply}
     */
    public boolean addsNoise() {
        return true;
    }

    /** x_j, from f_j(x_parents) and a noise: of variance 1 and {@link Noise#UNIFORM} where it is not added. */
    double value(double predictor, double noise) {
        return predictor + noise;
    }

    /** Uniform on [0, 1], from a number uniform on [−√3, √3]. */
    private static double uniform(double noise) {
        return 0.5 + noise / (2 * Math.sqrt(3));
    }

    /** f of k ≥ 1 parents; thread-safe. The weights of the graph count where f is linear. */
    abstract ToDoubleFunction<double[]> draw(double[] weights, RandomStream random);

    private static double[] uniform(int count, RandomStream random) {
        double[] drawn = new double[count];
        Arrays.setAll(drawn, i -> WeightRange.STANDARD.draw(random));
        return drawn;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
