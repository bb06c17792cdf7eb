// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

/** A function to minimise, with its gradient, in one call because they share most of the work. */
@FunctionalInterface
public interface Objective {

    /**
     * Gives f(x), x: [n], not to be modified, and writes every entry of the gradient, [n], unless the value is
     * infinite; positive infinity (or NaN, treated alike) where the function is not defined.
     */
    double evaluate(double[] x, double[] gradient);
}
