// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

/** A function to minimise, with its gradient; both are computed in one call because they share most of the work. */
@FunctionalInterface
public interface Objective {

    /**
     * Value and gradient.
     *
     * @param x the point, [n]; must not be modified
     * @param gradient receives the gradient, [n]; every entry must be written unless the value is infinite
     * @return the value; positive infinity (or NaN, treated alike) where the function is not defined
     */
    double evaluate(double[] x, double[] gradient);
}
