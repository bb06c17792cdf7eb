// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.RowTally;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Parses chunks of a file on worker threads and delivers their rows in order on the calling thread, so that neither the
 * rows nor the first error depend on timing. At most two chunks per worker, and two more, exist at any time. No worker
 * is alive after {@link #close}.
 */
final class CsvPipeline implements AutoCloseable {

    private final String file;
    private final CsvHeader header;
    private final CsvOptions options;
    private final Deque<Future<Rows>> pending = new ArrayDeque<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private @Nullable ExecutorService workers;
    private final RowTally tally;
    private long line;

    CsvPipeline(String file, CsvHeader header, CsvOptions options) {
        this.file = file;
        this.header = header;
        this.options = options;
        this.tally = new RowTally(header.schema(), options.missingValues(), options.keys());
    }

    /** Delivers all rows of an input that stands after its header. */
    void read(CsvInput input, RowSource.RowConsumer consumer) throws IOException, InterruptedException {
        line = input.linesBefore();
        double[] row = new double[header.schema().size()];
        CsvInput.Chunk chunk = input.next();
        while (chunk != null) {
            pending.add(submit(chunk));
            if (pending.size() >= 2 * options.threads()) {
                deliver(pending.remove(), row, consumer);
            }
            chunk = input.next();
        }
        while (!pending.isEmpty()) {
            deliver(pending.remove(), row, consumer);
        }
        if (options.linesAreRecords()) {
            return;
        }
        CsvRecords rest = new CsvRecords(header, options, cells -> {
            if (tally.handsOn(cells)) {
                consumer.accept(cells);
            }
        });
        requireNone(rest.read(input.rest()), rest.lines());
    }

    RowSource.Omitted omitted() {
        return tally.omitted(file, header.unused());
    }

    private Future<Rows> submit(CsvInput.Chunk chunk) throws IOException {
        if (options.threads() == 1 || (chunk.last() && workers == null)) {
            return CompletableFuture.completedFuture(parse(chunk));
        }
        if (workers == null) {
            workers = Executors.newFixedThreadPool(options.threads(), task -> {
                Thread thread = new Thread(task, "hedgerow-csv");
                thread.setDaemon(true);
                threads.add(thread);
                return thread;
            });
        }
        return workers.submit(() -> parse(chunk));
    }

    private Rows parse(CsvInput.Chunk chunk) throws IOException {
        Cells cells = new Cells(header.schema().size(), chunk.length());
        CsvRecords records = new CsvRecords(header, options, cells);
        if (options.linesAreRecords()) {
            new CsvLines(records, header.separator()).read(chunk.bytes(), chunk.from(), chunk.length());
            return new Rows(cells.values, cells.size, 0, null);
        }
        String problem = records.read(chunk.text());
        return new Rows(cells.values, cells.size, records.lines(), problem);
    }

    private void deliver(Future<Rows> parsed, double[] row, RowSource.RowConsumer consumer)
            throws InterruptedException {
        Rows rows = get(parsed);
        for (int at = 0; at < rows.size; at += row.length) {
            System.arraycopy(rows.cells, at, row, 0, row.length);
            if (tally.handsOn(row)) {
                consumer.accept(row);
            }
        }
        requireNone(rows.problem, rows.lines);
        line += rows.lines;
    }

    private static Rows get(Future<Rows> parsed) throws InterruptedException {
        try {
            return parsed.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("parsing failed", e.getCause());
        }
    }

    private void requireNone(@Nullable String problem, long relativeLine) {
        if (problem != null) {
            throw new DataException(file + ", line " + (line + relativeLine) + problem);
        }
    }

    /** Waits until the workers have ended, which takes one chunk each at most; keeps an interrupt for the caller. */
    @Override
    public void close() {
        if (workers == null) {
            return;
        }
        workers.shutdownNow();
        boolean interrupted = false;
        for (Thread thread : threads) {
            boolean ended = false;
            while (!ended) {
                try {
                    thread.join();
                    ended = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The parsed rows of one chunk, the number of its lines, and the problem that ended it early. */
    @SuppressWarnings("ArrayRecordComponent") // that is never compared
    private record Rows(
            double[] cells, int size, long lines, @Nullable String problem) {}

    private static final class Cells implements RowSource.RowConsumer {
        double[] values;
        int size;

        Cells(int columns, int bytes) {
            values = new double[columns + bytes / 8];
        }

        @Override
        public void accept(double[] row) {
            if (size + row.length > values.length) {
                values = Arrays.copyOf(values, values.length + values.length / 2 + row.length);
            }
            System.arraycopy(row, 0, values, size, row.length);
            size += row.length;
        }
    }
}
