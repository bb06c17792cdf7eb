// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.transport.internal.journal.FileJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a record in a journal cost, compared with writing and forcing as many bytes, and with writing them only?
 *
 * <p>{@code java -jar samples/lab/target/bench/benchmarks.jar JournalBenchmark}
 *
 * <p>A sum of d·10 changed entries, about 10 bytes each. The files are in the directory for temporary files, or in that
 * of the system property {@code hedgerow.benchmark.directory}: a file system in memory forces nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class JournalBenchmark {

    /** Number of changed entries in the sum. */
    @Param({"100", "10000"})
    public int entries;

    private @Nullable Path directory;
    private @Nullable FileJournal<CoordinatorRecord> journal;
    private @Nullable FileChannel plain;
    private CoordinatorRecord record = new CoordinatorRecord.Ended(StudyState.CONVERGED, "");
    private byte[] bytes = new byte[0];

    /** Makes the files. */
    @Setup
    public void open() {
        try {
            String where = System.getProperty("hedgerow.benchmark.directory", System.getProperty("java.io.tmpdir"));
            Path made = Files.createTempDirectory(Path.of(where), "journal");
            directory = made;
            FileJournal<CoordinatorRecord> opened = FileJournal.ofCoordinator(made.resolve("journal"));
            opened.next();
            journal = opened;
            plain = FileChannel.open(made.resolve("plain"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        double[] sum = new double[10 * entries];
        for (int k = 0; k < entries; k++) {
            sum[10 * k] = k + 0.5;
        }
        record = new CoordinatorRecord.Summed(new Aggregate(1, Set.of(new SiteId("a")), Parameters.takeOver(sum)), 1);
        bytes = new byte[9 * entries + 60];
    }

    /** Removes the files. */
    @TearDown
    public void remove() {
        try {
            Objects.requireNonNull(journal).close();
            Objects.requireNonNull(plain).close();
            Path made = Objects.requireNonNull(directory);
            for (String name : new String[] {"journal", "journal.lock", "plain", ""}) {
                Files.delete(made.resolve(name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The question. */
    @Benchmark
    public void journal() {
        Objects.requireNonNull(journal).append(record);
    }

    /** As many bytes, forced. */
    @Benchmark
    public void writeAndForce() {
        write(true);
    }

    /** As many bytes, lost with the power. */
    @Benchmark
    public void writeOnly() {
        write(false);
    }

    private void write(boolean forced) {
        try {
            FileChannel channel = Objects.requireNonNull(plain);
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            if (forced) {
                channel.force(false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
