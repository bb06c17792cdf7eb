// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.internal.file.Sha256;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Generates the cells of canaries in random directions, so that every published number is affected. Directions follow
 * from a seed, by SHA-256; noise does not. Not thread-safe.
 */
final class Canary {

    /** A cell beyond every bound and range. */
    static final double LARGE = 1e6;

    static final double SMALL = 1 / LARGE;

    private final int d;
    private final long seed;
    private long drawn;

    Canary(int variables, long seed) {
        this.d = variables;
        this.seed = seed;
    }

    double uniform() {
        ByteBuffer asked = ByteBuffer.allocate(2 * Long.BYTES).putLong(seed).putLong(drawn++);
        return (ByteBuffer.wrap(Sha256.of(asked.array())).getLong() >>> 11) * 0x1p-53;
    }

    /** Draws signs, each 1 or −1. */
    double[] signs() {
        double[] signs = new double[d];
        Arrays.setAll(signs, j -> uniform() < 0.5 ? 1 : -1);
        return signs;
    }

    int variable() {
        return (int) (uniform() * d);
    }

    /** Draws a direction, no number of which is nearly 0. */
    double[] direction() {
        double[] direction = signs();
        for (int j = 0; j < d; j++) {
            direction[j] *= 0.5 + uniform();
        }
        return unit(direction);
    }

    /** Draws a direction at right angles to another one; the same for one variable, where there is none. */
    double[] besides(double[] direction) {
        double[] other = direction();
        double along = 0;
        for (int j = 0; j < d; j++) {
            along += other[j] * direction[j];
        }
        for (int j = 0; j < d && d > 1; j++) {
            other[j] -= along * direction[j];
        }
        return unit(other);
    }

    /** Draws numbers between ½ and 2, for units that a coordinator announces. */
    double[] units() {
        double[] units = new double[d];
        Arrays.setAll(units, j -> 0.5 + 1.5 * uniform());
        return units;
    }

    static double[] unit(double[] vector) {
        double square = 0;
        for (double x : vector) {
            square += x * x;
        }
        double norm = Math.sqrt(square);
        double[] unit = new double[vector.length];
        Arrays.setAll(unit, j -> vector[j] / norm);
        return unit;
    }

    /** c + a·u·length, number by number. */
    static double[] at(double[] centre, double[] units, double[] direction, double length) {
        double[] cells = new double[centre.length];
        Arrays.setAll(cells, j -> centre[j] + units[j] * direction[j] * length);
        return cells;
    }
}
