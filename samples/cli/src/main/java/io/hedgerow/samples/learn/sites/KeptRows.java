// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.internal.RowPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Caches the rows of a file that is divided into P sites, so that it is not parsed P times. Rows that need more than an
 * eighth of the memory that Java may use are not kept, and are read from the file each time. For runs without a budget,
 * in one process. Thread-safe where the source is.
 */
final class KeptRows extends WrappedRows {

    private final long mostBytes;
    private volatile @Nullable List<double[]> kept;
    /** Found once: later readings gather nothing. */
    private volatile boolean tooMany;

    KeptRows(RowSource source) {
        this(source, Runtime.getRuntime().maxMemory() / 8);
    }

    KeptRows(RowSource source, long mostBytes) {
        super(source);
        // a source that promises no order must be seen to change: parts of two orders would mix
        this.mostBytes = source.keepsOrder() ? mostBytes : 0;
    }

    /** Rows as {@link RowPartition#contiguous} divides them, which are not read again for each part once kept. */
    static List<RowSource> blocks(KeptRows rows, int count) {
        List<RowSource> parts = RowPartition.contiguous(rows, count);
        return IntStream.range(0, count)
                .<RowSource>mapToObj(p -> new Block(parts.get(p), rows, p, count))
                .toList();
    }

    @Override
    public String keyText(double key) {
        return source.keyText(key);
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        List<double[]> rows = kept;
        if (rows == null) {
            read(consumer);
            return;
        }
        copy(rows, consumer);
    }

    private static void copy(List<double[]> rows, RowConsumer consumer) {
        for (double[] row : rows) {
            consumer.accept(row.clone());
        }
    }

    private void read(RowConsumer consumer) {
        // an array has a head of 16 bytes, and a list 4 to 8 for each
        long bytesOfRow = (long) Double.BYTES * schema().size() + 24;
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> {
            if ((rows.size() + 1) * bytesOfRow > mostBytes) {
                tooMany = true;
            }
            if (tooMany) {
                rows.clear();
            } else {
                rows.add(row.clone());
            }
            consumer.accept(row);
        });
        if (!tooMany) {
            kept = rows;
        }
    }

    private static final class Block extends WrappedRows {
        private final KeptRows all;
        private final int part;
        private final int count;

        private Block(RowSource part, KeptRows all, int number, int count) {
            super(part);
            this.all = all;
            this.part = number;
            this.count = count;
        }

        @Override
        public String keyText(double key) {
            return source.keyText(key);
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            List<double[]> rows = all.kept;
            if (rows == null) {
                source.forEachRow(consumer);
            } else {
                copy(rows.subList(start(part, rows.size()), start(part + 1, rows.size())), consumer);
            }
        }

        /** The first n mod P blocks have one row more. */
        private int start(int block, int rows) {
            return block * (rows / count) + Math.min(block, rows % count);
        }
    }
}
