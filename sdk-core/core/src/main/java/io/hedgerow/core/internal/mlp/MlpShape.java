// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.model.ParameterLayout;
import java.util.Arrays;
import java.util.List;

/**
 * The parameters θ of d networks with one hidden layer of m sigmoid units,
 *
 * <pre>x̂_j = b2_j + Σ_u a_ju σ(b1_ju + Σ_i W_jui x_i),   W_juj = 0</pre>
 *
 * <p>(Zheng, Dan, Aragam, Ravikumar and Xing 2020; paper 001, §5.2). The slice of target j is W_j, in which the m
 * parameters of a source stand together, then b1_j, a_j and b2_j: q = (d + 2)·m + 1.
 */
public record MlpShape(int variables, int hidden) {

    /** With more units than this a network of many variables would not fit into a message. */
    public static final int MOST_HIDDEN = 100;

    public MlpShape {
        if (variables < 1) {
            throw new IllegalArgumentException("variables must be at least 1, was " + variables);
        }
        if (hidden < 1 || hidden > MOST_HIDDEN) {
            throw new IllegalArgumentException("hidden must be from 1 to " + MOST_HIDDEN + ", was " + hidden);
        }
    }

    /** The layout of θ, in which acyclicity and ℓ1 apply to W. */
    public ParameterLayout layout() {
        return ParameterLayout.of(
                variables,
                List.of(
                        new ParameterLayout.Block("W", variables * hidden, hidden, 1),
                        new ParameterLayout.Block("b1", hidden, 0, 0),
                        new ParameterLayout.Block("a", hidden, 0, 0),
                        new ParameterLayout.Block("b2", 1, 0, 0)));
    }

    /** q. */
    int slice() {
        return (variables + 2) * hidden + 1;
    }

    int size() {
        return variables * slice();
    }

    /** First of the m parameters of i → j. */
    int edge(int i, int j) {
        return j * slice() + i * hidden;
    }

    /** First of b1_j. */
    int innerBias(int j) {
        return j * slice() + variables * hidden;
    }

    /** First of a_j. */
    int output(int j) {
        return innerBias(j) + hidden;
    }

    /** b2_j. */
    int outerBias(int j) {
        return output(j) + hidden;
    }

    /** True where θ is held at 0. */
    boolean[] selfEdges() {
        boolean[] held = new boolean[size()];
        for (int j = 0; j < variables; j++) {
            Arrays.fill(held, edge(j, j), edge(j, j) + hidden, true);
        }
        return held;
    }

    /** λ for W and 0 for the rest. */
    double[] l1(double lambda) {
        return ofWeights(lambda, 0);
    }

    /** One value for W, another for a, and 0 for the biases. */
    double[] ofWeights(double inner, double outer) {
        double[] all = new double[size()];
        for (int j = 0; j < variables; j++) {
            Arrays.fill(all, edge(0, j), innerBias(j), inner);
            Arrays.fill(all, output(j), outerBias(j), outer);
        }
        return all;
    }

    /** The start of a fit, since at θ = 0 all hidden units are alike: W, b1 in ±1/√d and a, b2 in ±1/√m. */
    double[] start(long seed) {
        SearchRandom random = new SearchRandom(seed);
        double inner = 1 / Math.sqrt(variables);
        double outer = 1 / Math.sqrt(hidden);
        double[] theta = new double[size()];
        for (int k = 0; k < theta.length; k++) {
            double range = k % slice() < (variables + 1) * hidden ? inner : outer;
            theta[k] = range * (2 * random.nextDouble() - 1);
        }
        for (int j = 0; j < variables; j++) {
            Arrays.fill(theta, edge(j, j), edge(j, j) + hidden, 0);
        }
        return theta;
    }
}
