// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.RowPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts that are first read at once, by a thread each: without a lock each thread would draw its own division. */
@Timeout(60)
class RowPartitionThreadsTest {

    private static final int PARTS = 8;
    private static final int PERSONS = 400;

    private final AtomicInteger readings = new AtomicInteger();
    private final List<Thread> readers = new ArrayList<>();

    /** The first reading ends when another one has begun, or when all other threads wait for it. */
    private void meet() {
        int own = readings.incrementAndGet();
        while (own == 1
                && readings.get() == 1
                && readers.stream().anyMatch(reader -> reader != Thread.currentThread() && !waits(reader))) {
            Thread.onSpinWait();
        }
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.BLOCKED || thread.getState() == Thread.State.WAITING;
    }

    /** Two rows of each person, far from each other; a reading is counted when it begins. */
    private RowSource visits() {
        double[][] cells = IntStream.range(0, 2 * PERSONS)
                .mapToObj(r -> new double[] {r % PERSONS, r})
                .toArray(double[][]::new);
        RowSource rows = UserRows.of(InMemoryRows.of(VariableSchema.of("key", "row"), cells), "key");
        return new RowSource() {
            @Override
            public VariableSchema schema() {
                return rows.schema();
            }

            @Override
            public boolean knowsUsers() {
                return true;
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                meet();
                rows.forEachRow(consumer);
            }

            @Override
            public void forEachUserRow(UserRowConsumer consumer) {
                meet();
                rows.forEachUserRow(consumer);
            }
        };
    }

    private static List<RowSource> divide(String how, RowSource source) {
        return switch (how) {
            case "by person" -> RowPartition.atRandom(source, PARTS, true);
            case "by person, sizes secret" -> RowPartition.atRandom(source, PARTS, false);
            case "shuffled" -> RowPartition.shuffled(source, PARTS, 7);
            default -> RowPartition.contiguous(source, PARTS);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"by person", "by person, sizes secret", "shuffled", "blocks"})
    void read_byAThreadForEachPart_dividesOnce(String how) throws InterruptedException {
        Collection<Integer> rows = new ConcurrentLinkedQueue<>();
        List<Set<Long>> users = new ArrayList<>();
        CountDownLatch all = new CountDownLatch(PARTS);
        for (RowSource part : divide(how, visits())) {
            Set<Long> own = new HashSet<>();
            users.add(own);
            readers.add(new Thread(() -> {
                all.countDown();
                awaitAll(all);
                part.forEachUserRow((user, row) -> {
                    own.add(user);
                    rows.add((int) row[0]);
                });
            }));
        }
        readers.forEach(Thread::start);
        for (Thread reader : readers) {
            reader.join();
        }
        assertEquals(PARTS + 1, readings.get(), "once to divide, and once for each part");
        assertEquals(
                IntStream.range(0, 2 * PERSONS).boxed().toList(),
                rows.stream().sorted().toList());
        if (how.startsWith("by person")) {
            assertEquals(PERSONS, users.stream().mapToInt(Set::size).sum(), "everybody in one part");
        }
    }

    private static void awaitAll(CountDownLatch all) {
        try {
            all.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
