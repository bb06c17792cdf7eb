// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol.encoding;

import java.util.Arrays;

/**
 * Changes to a parameter vector: what is added to which entries. Everything between sites and coordinator is a change,
 * so that sums of changes are all the coordinator needs. Immutable; its text form shows no values.
 */
public final class SparseChange {

    private final int[] index;
    private final double[] value;

    private SparseChange(int[] index, double[] value) {
        this.index = index;
        this.value = value;
    }

    /** Takes over strictly increasing indices and finite values; the caller must not touch them again. */
    static SparseChange takeOver(int[] index, double[] value) {
        return new SparseChange(index, value);
    }

    /**
     * Copies a list of changes.
     *
     * @param index flat indices, strictly increasing, not negative
     * @param value finite; what is added at each index
     */
    public static SparseChange of(int[] index, double[] value) {
        if (index.length != value.length) {
            throw new IllegalArgumentException(
                    "index and value must have the same length, were " + index.length + " and " + value.length);
        }
        for (int k = 0; k < index.length; k++) {
            if (index[k] < 0 || (k > 0 && index[k] <= index[k - 1])) {
                throw new IllegalArgumentException(
                        "indices must be >= 0 and strictly increasing, was " + index[k] + " at position " + k);
            }
            if (!Double.isFinite(value[k])) {
                throw new IllegalArgumentException("values must be finite, position " + k + " was not");
            }
        }
        return new SparseChange(index.clone(), value.clone());
    }

    /** {@return the number of changed entries} */
    public int size() {
        return index.length;
    }

    /**
     * {@return the flat index of the entry at a position, 0 ≤ position &lt; size}
     *
     * @param position 0 ≤ position &lt; size
     */
    public int index(int position) {
        return index[position];
    }

    /**
     * {@return the change of the entry at a position, 0 ≤ position &lt; size}
     *
     * @param position 0 ≤ position &lt; size
     */
    public double value(int position) {
        return value[position];
    }

    /**
     * Adds this change to a vector.
     *
     * @param vector modified; longer than the last index
     */
    public void addTo(double[] vector) {
        for (int k = 0; k < index.length; k++) {
            vector[index[k]] += value[k];
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SparseChange that
                && Arrays.equals(index, that.index)
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(index) + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return "SparseChange[size=" + index.length + "]";
    }
}
