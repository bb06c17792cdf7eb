// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.data.RowSource;
import java.util.List;

/** Counts the units that are added to a phase. Not thread-safe. */
public final class UnitCounter implements RowSource.UnitSum<UnitCounter> {

    private final NoisyRound phase;
    private final long most;
    private long count;

    /** Limits the units: those beyond a number are counted and left out, so that a sum stays in its range. */
    public UnitCounter(NoisyRound phase, long most) {
        this.phase = phase;
        this.most = most;
    }

    public NoisyRound phase() {
        return phase;
    }

    public long count() {
        return count;
    }

    @Override
    public void add(double[] row) {
        if (count++ < most) {
            phase.add(row);
        }
    }

    @Override
    public void addPerson(List<double[]> rows) {
        if (count++ < most) {
            phase.addPerson(rows);
        }
    }

    @Override
    public void merge(UnitCounter other) {
        count += other.count;
        phase.merge(other.phase);
    }
}
