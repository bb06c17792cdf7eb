// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

/**
 * Symmetric matrices as vectors of their upper triangle: row after row, in each from the diagonal on, d·(d+1)/2
 * entries. Immutable and thread-safe.
 *
 * @param dimension d
 */
public record UpperTriangle(int dimension) {

    /** The largest d whose square is an array. */
    private static final int LARGEST = 46340;

    public UpperTriangle {
        if (!(dimension >= 1 && dimension <= LARGEST)) {
            throw new IllegalArgumentException("dimension must be 1 to " + LARGEST + ", was " + dimension);
        }
    }

    /**
     * Length of the vector.
     *
     * @return d·(d+1)/2
     */
    public int size() {
        return (int) ((long) dimension * (dimension + 1) / 2);
    }

    /**
     * Takes the upper triangle out. The lower one is not looked at.
     *
     * @param square [d, d], row-major; not modified
     * @return the vector
     */
    public double[] pack(double[] square) {
        requireSize(square, dimension * dimension);
        double[] packed = new double[size()];
        int at = 0;
        for (int row = 0; row < dimension; row++) {
            int length = dimension - row;
            System.arraycopy(square, row * dimension + row, packed, at, length);
            at += length;
        }
        return packed;
    }

    /**
     * Restores the symmetric matrix.
     *
     * @param packed the vector; not modified
     * @return [d, d], row-major
     */
    public double[] unpack(double[] packed) {
        requireSize(packed, size());
        double[] square = new double[dimension * dimension];
        int at = 0;
        for (int row = 0; row < dimension; row++) {
            for (int column = row; column < dimension; column++) {
                square[row * dimension + column] = packed[at];
                square[column * dimension + row] = packed[at++];
            }
        }
        return square;
    }

    private static void requireSize(double[] values, int expected) {
        if (values.length != expected) {
            throw new IllegalArgumentException("values must be " + expected + ", were " + values.length);
        }
    }
}
