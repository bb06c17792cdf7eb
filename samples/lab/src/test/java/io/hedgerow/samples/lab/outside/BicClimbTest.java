// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import org.junit.jupiter.api.Test;

class BicClimbTest {

    private static final int D = 4;

    /** Covariances of x1 = e1, x2 = e2, x3 = x1 + x2 + e3, x4 = b x3 + e4, all noises of variance 1. */
    private static double[] collider(double b) {
        double[][] effect = {{1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 1, 0}, {b, b, b, 1}};
        double[] covariance = new double[D * D];
        for (int k = 0; k < D * D; k++) {
            for (int noise = 0; noise < D; noise++) {
                covariance[k] += effect[k / D][noise] * effect[k % D][noise];
            }
        }
        return covariance;
    }

    private static EquivalenceClass type(double... weights) {
        return EquivalenceClass.of(Dag.of(WeightMatrix.ofRows(D, weights)));
    }

    @Test
    void climb_onExactCovariances_findsTheClass() {
        EquivalenceClass found = EquivalenceClass.of(BicClimb.climb(D, collider(0.8), 1000));
        assertEquals(0, found.distance(type(0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0)));
    }

    /** An edge gains n ln(1 + b² · 3) − ln n: the variance of x3 is 3. */
    @Test
    void climb_takesAnEdgeExactlyWhenItsGainExceedsItsPrice() {
        double rows = 1000;
        double even = Math.sqrt((Math.exp(Math.log(rows) / rows) - 1) / 3);
        Dag without = BicClimb.climb(D, collider(even * 0.99), rows);
        Dag with = BicClimb.climb(D, collider(even * 1.01), rows);
        assertEquals(2, without.weights().edgeCount());
        assertEquals(3, with.weights().edgeCount());
    }

    @Test
    void climb_whereAColumnIsAnothersDouble_ends() {
        double[] covariance = {1, 2, 0, 0, 2, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        assertTrue(BicClimb.climb(D, covariance, 100).weights().edgeCount() <= 1);
    }
}
