// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.internal.federation.site.SiteChannel;
import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry.LedgerReference;
import io.hedgerow.transport.internal.egress.EgressLog.EgressTotals;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EgressLogTest {

    private static final SiteId SITE = new SiteId("a");
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2030-01-02T03:04:05Z"));
    private static final LedgerReference LEDGER = new LedgerReference(12, "ab".repeat(32));

    @TempDir
    private Path temp;

    /** Keeps what was sent, and how long the log was then. */
    private static final class Sent implements SiteChannel {
        final List<SiteReply> replies = new ArrayList<>();
        final List<Long> logged = new ArrayList<>();
        private final EgressLog log;

        Sent(EgressLog log) {
            this.log = log;
        }

        @Override
        public CoordinatorMessage receive() {
            throw new AssertionError("nothing is received here");
        }

        private void keep(SiteReply reply) {
            replies.add(reply);
            logged.add(log.totals().messages());
        }

        @Override
        public void send(ProtectedUpdate update) {
            keep(update);
        }

        @Override
        public void send(SiteReply.Answer answer) {
            keep(answer);
        }

        @Override
        public void send(SiteReply.Failure failure) {
            keep(failure);
        }
    }

    private static Optional<LedgerReference> coverage(SiteReply reply) {
        return reply instanceof ProtectedUpdate ? Optional.of(LEDGER) : Optional.empty();
    }

    private Path logged() {
        Path path = temp.resolve("egress.log");
        try (EgressLog log = EgressLog.open(path)) {
            Sent sent = new Sent(log);
            LoggedSiteChannel channel =
                    new LoggedSiteChannel(sent, log, "hospital \"A\"\n", "study", EgressLogTest::coverage, CLOCK);
            channel.send(new ProtectedUpdate(SITE, "study", 3, "plain", Payload.copyOf(new byte[] {1, 2, 3})));
            channel.send(new SiteReply.Answer(SITE, "study", 3, 77, Payload.copyOf(new byte[10])));
            channel.send(new SiteReply.Failure(SITE, 4, SiteReply.Failure.Kind.REFUSED));
            assertEquals(3, sent.replies.size());
            assertEquals(List.of(1L, 2L, 3L), sent.logged, "in the log before it is sent");
        }
        return path;
    }

    @Test
    void everyMessage_isOneLineOfJson_beforeItIsSent() throws IOException {
        List<String> lines = Files.readAllLines(logged());
        assertEquals(4, lines.size());
        String digest = Sha256.hex(new byte[] {1, 2, 3});
        assertTrue(
                lines.get(1)
                        .startsWith("{\"number\":0,\"time\":\"2030-01-02T03:04:05Z\",\"type\":\"update\","
                                + "\"peer\":\"hospital \\\"A\\\"\\u000a\",\"study\":\"study\",\"round\":3,\"bytes\":3,"
                                + "\"sha256\":\"" + digest + "\",\"ledgerRecord\":12,\"ledgerHash\":\""
                                + "ab".repeat(32) + "\",\"previous\":\""),
                lines.get(1));
        assertTrue(lines.get(3).contains("\"type\":\"failure\""));
        assertTrue(
                lines.get(3).contains(Sha256.hex("REFUSED".getBytes(StandardCharsets.US_ASCII))),
                "the kind is the payload");
    }

    @Test
    void totals_addUp_alsoWhenOpenedAgain() {
        Path path = logged();
        EgressTotals totals = EgressLog.verify(path);
        assertEquals(3, totals.messages());
        assertEquals(3 + 10 + 7, totals.bytes());
        assertEquals(Map.of("update", 3L, "answer", 10L, "failure", 7L), totals.bytesByType());
        assertEquals(2, totals.withoutLedger());
        try (EgressLog log = EgressLog.open(path)) {
            assertEquals(totals, log.totals());
            log.append(new EgressEntry(
                    CLOCK.instant(), "update", "c", "study", 5, 100, Sha256.hex(new byte[100]), Optional.empty()));
        }
        assertEquals(120, EgressLog.verify(path).bytes());
    }

    @Test
    void everyChangedByte_isFound() throws IOException {
        Path path = logged();
        byte[] whole = Files.readAllBytes(path);
        // what ends inside of the last line is an incomplete one; so the last line feed is not changed here
        for (int at = 0; at < whole.length - 1; at++) {
            byte[] changed = whole.clone();
            changed[at] = (byte) (changed[at] ^ 1);
            Files.write(path, changed);
            assertThrows(JournalException.class, () -> EgressLog.verify(path), "byte " + at);
        }
    }

    @Test
    void incompleteLastLine_isCut() throws IOException {
        Path path = logged();
        byte[] whole = Files.readAllBytes(path);
        Files.write(path, Arrays.copyOf(whole, whole.length - 1));
        assertEquals(2, EgressLog.verify(path).messages());
        byte[] cut = Files.readAllBytes(path);
        assertEquals('\n', cut[cut.length - 1]);
        assertArrayEquals(Arrays.copyOf(whole, cut.length), cut);
    }

    @Test
    void whenTheLogCannotBeWritten_nothingIsSent() {
        EgressLog log = EgressLog.open(temp.resolve("egress.log"));
        Sent sent = new Sent(log);
        LoggedSiteChannel channel = new LoggedSiteChannel(sent, log, "c", "study", reply -> Optional.empty(), CLOCK);
        log.close();
        assertThrows(
                JournalException.class,
                () -> channel.send(new ProtectedUpdate(SITE, "study", 0, "plain", Payload.empty())));
        assertTrue(sent.replies.isEmpty());
    }

    @Test
    void entry_refusesWhatIsNoDigestOrType() {
        assertThrows(IllegalArgumentException.class, () -> new LedgerReference(1, "xyz"));
        assertThrows(
                IllegalArgumentException.class,
                () -> new EgressEntry(CLOCK.instant(), "update", "c", "s", 0, 1, "short", Optional.empty()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new EgressEntry(
                        CLOCK.instant(), "a\"b", "c", "s", 0, 1, Sha256.hex(new byte[0]), Optional.empty()));
    }

    @Test
    void securityLog_writesLines_shortensTexts_andStopsAtItsLimit() throws IOException {
        Path path = temp.resolve("security.log");
        try (SecurityLog log = SecurityLog.open(path, 10_000, CLOCK)) {
            SecurityEvents events = log;
            events.happened(new SecurityEvent(
                    SecurityEvent.Kind.WRONG_CERTIFICATE, "CN=x\n{\"", "study", "expired 2029-01-01"));
            events.happened(new SecurityEvent(SecurityEvent.Kind.REPLAY, "p", "", "x".repeat(5000)));
            for (int k = 0; k < 200; k++) {
                events.happened(new SecurityEvent(SecurityEvent.Kind.CONNECTION_REFUSED, "p", "", "again"));
            }
        }
        SecurityEvents.ignored().happened(new SecurityEvent(SecurityEvent.Kind.TAMPERING, "", "", ""));
        assertTrue(Files.size(path) <= 10_000);
        List<String> lines = Files.readAllLines(path);
        assertEquals(
                "{\"time\":\"2030-01-02T03:04:05Z\",\"kind\":\"WRONG_CERTIFICATE\",\"peer\":\"CN=x\\u000a{\\\"\","
                        + "\"study\":\"study\",\"detail\":\"expired 2029-01-01\"}",
                lines.get(1));
        assertTrue(lines.get(2).length() < 700);
        assertTrue(lines.size() < 150, "the rest is left out");
        assertFalse(lines.get(lines.size() - 1).isEmpty());
        SecurityLog.open(path, 10_000, CLOCK).close();
    }
}
