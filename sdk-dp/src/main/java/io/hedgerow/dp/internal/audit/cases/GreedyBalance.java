// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import java.util.function.DoubleUnaryOperator;

/**
 * Learns how much further a coordinator must push one edge than the other, so that a selection between the two is as
 * likely to take either. Far from there one edge always wins, which shows nothing. Where scores are in units of their
 * sensitivity, equal pushes in these units balance; where they are not, other pushes do, and there a scale that is too
 * small for one of the edges shows. So the balance is learned from runs of the code, and not computed as the code
 * should.
 *
 * <p>Bisection by majorities, half of the runs on each data set. What is learned decides about power only: the runs of
 * the audit come after it. Learns once, at the first call. Not thread-safe.
 */
final class GreedyBalance {

    /**
     * The largest lead, as a power of 2: scores of variables whose second moments are 1/16 and 16 are out of proportion
     * by 2⁸ at most.
     */
    private static final double WIDEST = 10;
    /**
     * The number of bisections until one lead differs from the next by less than a tenth of the canary, pushes being
     * thousands of it.
     */
    private static final int HALVINGS = 22;

    private static final int RUNS = 8;

    private final DoubleUnaryOperator left;
    private final DoubleUnaryOperator right;
    private double lead = Double.NaN;

    /**
     * Takes runs on two data sets, as a function of the lead: how often the first edge is selected, less the other,
     * when it is pushed 2^lead times as far.
     */
    GreedyBalance(DoubleUnaryOperator left, DoubleUnaryOperator right) {
        this.left = left;
        this.right = right;
    }

    /** The binary logarithm of the first push divided by the second. */
    double lead() {
        if (Double.isNaN(lead)) {
            double low = -WIDEST;
            double high = WIDEST;
            double middle = 0;
            double net = net(middle);
            // at a tie either edge is taken: by chance, or each on one of the data sets when there is no noise
            for (int k = 0; k < HALVINGS && net != 0; k++) {
                if (net > 0) {
                    high = middle;
                } else {
                    low = middle;
                }
                middle = (low + high) / 2;
                net = net(middle);
            }
            lead = middle;
        }
        return lead;
    }

    private double net(double at) {
        double net = 0;
        for (int k = 0; k < RUNS; k++) {
            net += Math.signum(left.applyAsDouble(at)) + Math.signum(right.applyAsDouble(at));
        }
        return net;
    }
}
