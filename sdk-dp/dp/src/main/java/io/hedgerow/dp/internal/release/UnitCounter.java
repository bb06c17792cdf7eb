// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.data.RowSource;
import java.util.List;

/**
 * Adds units to a sum, one after the other, and counts them. Each sum s becomes clamp(s + x, −L, L) with what the unit
 * adds, x, and the public end L of its range. The first units cannot leave the range, so the sums are looked at only
 * after them. How many units there are decides about no unit: whatever the others are, one that is not there moves a
 * sum by |x| at most. Proof note: {@code docs/privacy-proofs/noisy-gram.md}. Not thread-safe.
 */
public final class UnitCounter implements RowSource.UnitSum<UnitCounter> {

    private final NoisyRound phase;
    private final long fitting;
    private long count;

    /** Begins without units, of which {@code fitting} certainly stay in the range of the phase. */
    public UnitCounter(NoisyRound phase, long fitting) {
        this.phase = phase;
        this.fitting = fitting;
    }

    public NoisyRound phase() {
        return phase;
    }

    public long count() {
        return count;
    }

    @Override
    public void add(double[] row) {
        phase.add(row);
        counted();
    }

    @Override
    public void addUser(List<double[]> rows) {
        phase.addUser(rows);
        counted();
    }

    private void counted() {
        if (++count > fitting) {
            phase.saturate();
        }
    }

    @Override
    public void merge(UnitCounter other) {
        count += other.count;
        phase.merge(other.phase);
    }
}
