// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.internal.federation.coordinator.Coordinator;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.study.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A coordinator that may be killed: arguments are its journal, the port of its sites, and where to write the result.
 */
final class CoordinatorProcess {

    private CoordinatorProcess() {}

    public static void main(String[] arguments) throws Exception {
        Study study = LocalStudy.of(2, 2);
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(Path.of(arguments[0]));
                LocalWire wire = LocalWire.connect(Integer.parseInt(arguments[1]))) {
            BlockingQueue<SiteReply> replies = new LinkedBlockingQueue<>();
            Thread reader = new Thread(() -> read(wire, replies), "reader");
            reader.setDaemon(true);
            reader.start();
            StudyResult result = new Coordinator(
                            study,
                            new Sites(wire, replies),
                            new InsecurePlainUpload(study),
                            LocalStudy.globalSolver(),
                            (report, consensus) -> {},
                            System::nanoTime,
                            journal)
                    .run();
            Files.writeString(Path.of(arguments[2]), text(result));
        }
    }

    /** All bits of what must be the same. */
    static String text(StudyResult result) {
        StringBuilder text = new StringBuilder(result.state() + "\n" + result.rounds() + "\n");
        for (double value : result.consensus().toArray()) {
            text.append(Long.toHexString(Double.doubleToRawLongBits(value))).append('\n');
        }
        return text.toString();
    }

    private static void read(LocalWire wire, BlockingQueue<SiteReply> replies) {
        try {
            while (true) {
                replies.add((SiteReply) wire.read());
            }
        } catch (IOException e) {
            // the sites are gone, or this process is
        }
    }

    private record Sites(LocalWire wire, BlockingQueue<SiteReply> replies) implements CoordinatorChannel {
        @Override
        public Set<SiteId> sites() {
            return Set.of(new SiteId("a"), new SiteId("b"));
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            write(message);
        }

        private void write(Object message) {
            try {
                wire.write(message);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void recall(List<Task> earlier) {
            earlier.forEach(task -> write(new LocalWire.Earlier(task)));
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            throw new AssertionError("no dialogue here");
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
            return Optional.ofNullable(replies.poll(timeout.toNanos(), TimeUnit.NANOSECONDS));
        }
    }
}
