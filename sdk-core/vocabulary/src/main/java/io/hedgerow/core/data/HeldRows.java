// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import io.hedgerow.core.internal.memory.HeldBytes;
import io.hedgerow.core.internal.text.DeclaredNumber;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an opening that was paid for: all are read before the first is handed on, so a source that fails, or has
 * another number of units than was declared, has failed before anything was computed. Between the two it is noted that
 * rows are handed on, durably where there is a journal.
 *
 * <p>They are kept in memory until the opening is closed, so that the second half of a reading cannot fail either,
 * unless all openings of the process would take more than an eighth of it: then, and where a source sums its rows where
 * they are, they are read to be counted and read again to be handed on.
 */
final class HeldRows extends DataView.OpenedRows {

    private static final int BYTES_OF_A_ROW = 32;

    private final PrivacyUnit unit;
    private final OptionalLong units;
    private final Runnable begins;
    private final HeldBytes memory;
    /** The bytes that this opening has taken of the memory. */
    private long taken;

    private boolean released;
    private boolean begun;
    /** The rows; null before they were read, and when there are too many. */
    private volatile @Nullable List<double[]> held;

    private volatile @Nullable List<Long> users;

    HeldRows(RowSource source, PrivacyUnit unit, OptionalLong units, Runnable begins) {
        this(source, unit, units, begins, HeldBytes.ofProcess());
    }

    HeldRows(RowSource source, PrivacyUnit unit, OptionalLong units, Runnable begins, HeldBytes memory) {
        super(source);
        this.unit = unit;
        this.units = units;
        this.begins = begins;
        this.memory = memory;
    }

    @Override
    void begin() {
        if (!begun) {
            begins.run();
            begun = true;
        }
    }

    @Override
    boolean isOfSource(RuntimeException thrown) {
        return !begun && super.isOfSource(thrown);
    }

    /** Reads all rows for the first time, and hands on none of them. */
    private void read() {
        if (!begun) {
            try {
                noting(() -> requireDeclared(byUser() ? readUsers() : readRows()));
                begin();
            } finally {
                if (!begun) {
                    forget();
                }
            }
        }
    }

    /** False when there is no memory for a row, or the opening is closed. */
    private synchronized boolean take(long bytes) {
        boolean has = !released && memory.take(bytes);
        taken += has ? bytes : 0;
        return has;
    }

    /** Drops the rows and gives their memory back. */
    private synchronized void forget() {
        held = null;
        users = null;
        memory.giveBack(taken);
        taken = 0;
    }

    @Override
    synchronized void release() {
        released = true;
        forget();
    }

    private synchronized void keep(Holding holding) {
        if (!released) {
            held = holding.rows;
            users = holding.users;
        }
    }

    private boolean byUser() {
        return unit instanceof PrivacyUnit.UserUnit;
    }

    private long readRows() {
        if (sumsWhereRowsAre()) {
            return source.sumOfRows(new UnitCount()).units();
        }
        Holding holding = new Holding();
        source.forEachRow(row -> holding.add(row, 0));
        keep(holding);
        return holding.count;
    }

    private long readUsers() {
        if (sumsWhereRowsAre()) {
            return source.sumOfUsers(new UnitCount()).units();
        }
        Holding holding = new Holding();
        Set<Long> distinct = new HashSet<>();
        source.forEachUserRow((user, row) -> {
            distinct.add(user);
            holding.add(row, user);
        });
        keep(holding);
        return distinct.size();
    }

    private void requireDeclared(long found) {
        if (units.isPresent()) {
            new DeclaredNumber(units.getAsLong(), byUser())
                    .complaint(description(), found, "")
                    .ifPresent(complaint -> {
                        throw new DataException(complaint);
                    });
        }
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        read();
        List<double[]> rows = held;
        if (rows == null) {
            super.forEachRow(consumer);
            return;
        }
        double[] row = new double[schema().size()];
        for (double[] kept : rows) {
            System.arraycopy(kept, 0, row, 0, row.length);
            consumer.accept(row);
        }
    }

    @Override
    public void forEachUserRow(UserRowConsumer consumer) {
        read();
        List<double[]> rows = held;
        List<Long> whose = users;
        if (rows == null || whose == null) {
            super.forEachUserRow(consumer);
            return;
        }
        double[] row = new double[schema().size()];
        for (int k = 0; k < rows.size(); k++) {
            System.arraycopy(rows.get(k), 0, row, 0, row.length);
            consumer.accept(whose.get(k), row);
        }
    }

    @Override
    public <S extends UnitSum<S>> S sumOfRows(S empty) {
        read();
        return super.sumOfRows(empty);
    }

    @Override
    public <S extends UnitSum<S>> S sumOfUsers(S empty) {
        read();
        return super.sumOfUsers(empty);
    }

    /** Collects rows in memory until a limit is exceeded. */
    private final class Holding {
        private @Nullable List<double[]> rows = new ArrayList<>();
        private @Nullable List<Long> users = new ArrayList<>();
        private long count;

        void add(double[] row, long user) {
            count++;
            List<double[]> all = rows;
            List<Long> whose = users;
            if (all == null || whose == null) {
                return;
            }
            if (!take((long) Double.BYTES * row.length + BYTES_OF_A_ROW + (byUser() ? BYTES_OF_A_ROW : 0))) {
                rows = null;
                users = null;
                forget();
                return;
            }
            all.add(row.clone());
            if (byUser()) {
                whose.add(user);
            }
        }
    }
}
