// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.queue.QueuedStudy.State;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Studies of a queue that a test runs, and what the console says. */
abstract class StudyRunnerFixture {

    @TempDir
    Path temp;

    StudyQueue queue;

    @BeforeEach
    void open() {
        queue = new StudyQueue(temp.resolve("studies"));
    }

    void submit(String... names) throws IOException {
        for (String name : names) {
            queue.submit(
                    StudyQueueTest.write(temp.resolve(name + ".yaml"), name, ""),
                    Optional.empty(),
                    Optional.empty(),
                    100,
                    InstantSource.fixed(Instant.ofEpochSecond(queue.list().size())));
        }
    }

    QueuedStudy study(String name) throws IOException {
        return queue.list().stream()
                .filter(study -> study.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Studies that end when the test lets them, and note who ran with whom. */
    static class Recorded implements StudyWork {
        final Map<String, CountDownLatch> gates = new HashMap<>();
        final List<String> began = new CopyOnWriteArrayList<>();
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final Map<String, Long> bytes = new ConcurrentHashMap<>();
        final Map<String, Integer> sites = new HashMap<>();
        final Map<String, Error> errors = new HashMap<>();

        @Override
        public Set<String> look(List<QueuedStudy> all) {
            return Set.of();
        }

        @Override
        public Optional<String> waitsFor(QueuedStudy study) throws InterruptedException, IOException {
            return Optional.empty();
        }

        @Override
        public Need need(QueuedStudy study) {
            return new Need(bytes.getOrDefault(study.name(), 1L), sites.getOrDefault(study.name(), 1));
        }

        @Override
        public String run(QueuedStudy study) throws InterruptedException {
            began.add(study.name());
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                CountDownLatch gate = gates.get(study.name());
                if (gate != null) {
                    gate.await();
                }
                Error error = errors.get(study.name());
                if (error != null) {
                    throw error;
                }
                return "done";
            } finally {
                running.decrementAndGet();
            }
        }
    }

    final StringWriter console = new StringWriter();

    /** With {@code --quiet}. */
    Map<String, State> run(Recorded work, int atOnce, long bytes) throws Exception {
        CommandContext context = new CommandContext(
                Progress.silent(),
                new EventLog(new PrintWriter(console), EventLog.Format.TEXT, InstantSource.system()),
                true,
                InstantSource.system());
        Need all = new Need(bytes, 10);
        return new StudyRunner(queue, work, new StudyRunner.Limits(atOnce, all), context)
                .run(true).stream().collect(Collectors.toMap(QueuedStudy::name, QueuedStudy::state));
    }
}
