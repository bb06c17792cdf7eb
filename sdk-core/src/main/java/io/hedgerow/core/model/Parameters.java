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
     * @return an independent vector
     */
    public static Parameters copyOf(double[] values) {
        return new Parameters(values.clone());
    }

    /**
     * Takes an array over without a copy. The caller must not touch it again.
     *
     * @param values the parameters
     * @return a vector backed by the array
     */
    public static Parameters takeOver(double[] values) {
        return new Parameters(values);
    }

    /**
     * The zero vector.
     *
     * @param size its length
     * @return all zeros
     */
    public static Parameters zeros(int size) {
        return new Parameters(new double[size]);
    }

    /**
     * Length of the vector.
     *
     * @return number of parameters
     */
    public int size() {
        return values.length;
    }

    /**
     * One parameter.
     *
     * @param index flat index
     * @return its value
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

    /**
     * All parameters.
     *
     * @return a copy
     */
    public double[] toArray() {
        return values.clone();
    }

    /**
     * How many parameters are not exactly 0.
     *
     * @return the support size
     */
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
