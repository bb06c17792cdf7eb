// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.model;

import java.util.Arrays;

/** A flat parameter vector in the order of a {@link ParameterLayout}. Immutable; its text form shows no values. */
public final class Parameters {

    private final double[] values;

    private Parameters(double[] values) {
        this.values = values;
    }

    /**
     * Copies an array.
     *
     * @param values the parameters
     */
    public static Parameters copyOf(double[] values) {
        return new Parameters(values.clone());
    }

    /**
     * Takes an array over without a copy. The caller must not touch it again.
     *
     * @param values the parameters
     */
    public static Parameters takeOver(double[] values) {
        return new Parameters(values);
    }

    /**
     * {@return the zero vector of a length}
     *
     * @param size its length
     */
    public static Parameters zeros(int size) {
        return new Parameters(new double[size]);
    }

    /** {@return the number of parameters} */
    public int size() {
        return values.length;
    }

    /**
     * {@return the parameter at a flat index}
     *
     * @param index flat index
     */
    public double get(int index) {
        return values[index];
    }

    /**
     * Copies a run of parameters.
     *
     * @param from first flat index
     * @param into destination
     * @param at first index in the destination
     * @param length how many
     */
    public void copyTo(int from, double[] into, int at, int length) {
        System.arraycopy(values, from, into, at, length);
    }

    /** {@return a copy of all parameters} */
    public double[] toArray() {
        return values.clone();
    }

    /** {@return the number of parameters that are not exactly 0} */
    public int nonZeros() {
        int count = 0;
        for (double value : values) {
            if (value != 0) {
                count++;
            }
        }
        return count;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Parameters that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "Parameters[size=" + values.length + "]";
    }
}
