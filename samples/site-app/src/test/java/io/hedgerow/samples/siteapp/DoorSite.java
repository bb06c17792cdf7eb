// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.TestFederation;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The first site of a study, its rules and its policy, and an address at which everybody is hung up on. */
final class DoorSite implements AutoCloseable {

    /** What is agreed: each breaks other rules. */
    enum Agreed {
        PLAIN("fed-sparse", Optional.empty(), false),
        PRIVATE("dp-gram", Optional.of(2.0), false),
        MASKED("dp-gram", Optional.of(2.0), true);

        private final String algorithm;
        private final Optional<Double> epsilon;
        private final boolean masked;

        Agreed(String algorithm, Optional<Double> epsilon, boolean masked) {
            this.algorithm = algorithm;
            this.epsilon = epsilon;
            this.masked = masked;
        }

        LocalStudy study(Path directory, int rounds, int quorum) {
            Map<String, String> parameters = this == PLAIN ? Map.of("vote-rounds", "1") : Map.of();
            LocalStudy study = new LocalStudy(
                    directory,
                    new LocalStudy.Terms(
                            algorithm,
                            parameters,
                            epsilon.map(e -> PrivacyRequest.parse("epsilon=" + e)),
                            masked,
                            rounds,
                            quorum,
                            Duration.ofMinutes(1)),
                    InstantSource.system());
            study.create(TestFederation.rows(3));
            return study;
        }
    }

    final SignedPlan plan;
    final UntouchedRows rows = new UntouchedRows(TestFederation.rows(3).get(0));
    private final Path directory;
    private final ServerSocket deaf = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger dialled = new AtomicInteger();

    DoorSite(LocalStudy study) throws IOException {
        directory = study.site("site-1");
        plan = SignedPlan.read(study.plan());
        Thread hangingUp = new Thread(this::hangUp, "hangs up");
        hangingUp.setDaemon(true);
        hangingUp.start();
    }

    private void hangUp() {
        while (!deaf.isClosed()) {
            try {
                Socket caller = deaf.accept();
                dialled.incrementAndGet();
                caller.close();
            } catch (IOException gone) {
                // the caller, or this socket
            }
        }
    }

    Site site() {
        return Site.open(directory);
    }

    String address() {
        return "127.0.0.1:" + deaf.getLocalPort();
    }

    /** Writes a line of the rules or of the policy in place of the one with this key. */
    void write(String file, String indent, String key, String value) throws IOException {
        Path path = directory.resolve(file);
        String others = Files.readString(path).replaceAll("(?m)^" + indent + key + ":.*\n", "");
        Files.writeString(path, others + indent + key + ": " + value + "\n");
    }

    String read(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    /** Nobody was asked, nothing was read, charged or logged as sent. */
    void requireNothingHappened() {
        assertEquals(0, dialled.get(), "the coordinator was dialled");
        requireNothingSpent(0);
    }

    /**
     * Nothing was charged or logged as sent, and rows were read only to be counted. The coordinator may have been
     * dialled, to be told of the refusal.
     */
    void requireNothingSpent(int countings) {
        assertEquals(countings, rows.readings(), "rows were read");
        requireNothingCharged();
    }

    void requireNothingCharged() {
        if (Files.exists(site().home().ledger())) {
            LedgerHistory ledger = LedgerHistory.read(site().home().ledger());
            assertEquals(0.0, ledger.spent().spentEpsilon());
            assertEquals(0.0, ledger.spent().spentDelta());
        }
        if (Files.exists(site().home().egress())) {
            assertEquals(0, EgressLog.verify(site().home().egress()).messages());
        }
    }

    @Override
    public void close() throws IOException {
        deaf.close();
    }
}
