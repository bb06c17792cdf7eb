// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.List;

/**
 * Counts the units of a source: rows with {@link RowSource#sumOfRows}, users with {@link RowSource#sumOfUsers}. Not
 * private: with zero-out adjacency the number is secret. Not thread-safe.
 */
public final class UnitCount implements RowSource.UnitSum<UnitCount> {

    private static final long serialVersionUID = 1L;

    private long units;

    /** Creates a counter that has counted no unit. */
    public UnitCount() {}

    @Override
    public void add(double[] row) {
        units++;
    }

    @Override
    public void addUser(List<double[]> rows) {
        units++;
    }

    @Override
    public void merge(UnitCount other) {
        units += other.units;
    }

    /** {@return the number of units that were added} */
    public long units() {
        return units;
    }
}
