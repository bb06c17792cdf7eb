// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.security.SecurityNotice.Kind;
import io.hedgerow.transport.security.SecurityNotice.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SecurityNoticesTest {

    @TempDir
    Path temp;

    static SecurityNotice notice(int number) {
        return new SecurityNotice(
                Instant.parse("2030-01-02T03:04:05Z"),
                Kind.BUDGET_SPENT,
                new SecurityNotice.Origin(Role.SITE, "north", "trial"),
                Optional.of("update"),
                Optional.empty(),
                Map.of("round", (double) number, "record", 7.0));
    }

    @Test
    void json_isOneLineOfAsciiInAFixedOrder() {
        assertEquals(
                "{\"format\":\"hedgerow security notice 1\",\"time\":\"2030-01-02T03:04:05Z\",\"event\":\"budget-spent\","
                        + "\"severity\":\"info\",\"role\":\"site\",\"node\":\"north\",\"study\":\"trial\","
                        + "\"reason\":\"update\",\"record\":7,\"round\":3}",
                notice(3).json());
    }

    /** Strangers choose the names in their certificates. */
    @Test
    void peer_isShortenedAndCannotEndALine() {
        String name = "CN=\"a\n\u2028{}" + "x".repeat(1000);
        SecurityNotice shown = new SecurityNotice(
                Instant.EPOCH,
                Kind.IDENTITY_REFUSED,
                new SecurityNotice.Origin(Role.COORDINATOR, "hub", "trial"),
                Optional.of("expired"),
                Optional.of(name),
                Map.of());
        assertEquals(200, shown.peer().orElseThrow().length());
        assertTrue(shown.json().chars().allMatch(c -> c >= ' ' && c < 0x7f), shown::json);
        assertTrue(shown.json().contains("\\u000a\\u2028"), shown::json);
    }

    @Test
    void reason_isACodeAndNoText() {
        SecurityNotice one = notice(0);
        assertThrows(
                IllegalArgumentException.class,
                () -> new SecurityNotice(
                        one.time(),
                        one.kind(),
                        one.origin(),
                        Optional.of("cell \"17.3\" of column age"),
                        one.peer(),
                        one.numbers()));
    }

    @Test
    void file_isForItsOwner_growsByLines_andCanBeMovedAway() throws IOException {
        Path file = temp.resolve("notices.jsonl");
        try (SecurityNotices notices = SecurityNotices.toFile(file)) {
            notices.accept(notice(0));
            notices.accept(notice(1));
        }
        assertEquals(List.of(notice(0).json(), notice(1).json()), Files.readAllLines(file));
        assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
        Files.move(file, temp.resolve("older"));
        try (SecurityNotices notices = SecurityNotices.toFile(file)) {
            notices.accept(notice(2));
        }
        assertEquals(List.of(notice(2).json()), Files.readAllLines(file));
    }

    @Test
    void stream_getsLines() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SecurityNotices notices = SecurityNotices.toStream(out);
        notices.accept(notice(5));
        notices.close();
        assertEquals(notice(5).json() + "\n", out.toString(StandardCharsets.US_ASCII));
        notices.accept(notice(6));
        assertEquals(1, notices.lost(), "after the end nothing is delivered");
    }

    /** A receiver that is away for longer than the buffer lasts: what was lost is counted, and told before the next. */
    @Test
    void receiverThatIsAway_delaysNoOne_andWhatIsLostIsCounted() throws Exception {
        CountDownLatch back = new CountDownLatch(1);
        CountDownLatch tried = new CountDownLatch(1);
        List<String> arrived = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch four = new CountDownLatch(4);
        SecurityNotices notices = new SecurityNotices(
                new SecurityNotices.Sink() {
                    @Override
                    public void write(SecurityNotice notice) throws IOException {
                        boolean away = back.getCount() > 0;
                        tried.countDown(); // after the look: the test may call it back at once
                        if (away) {
                            throw new IOException("away");
                        }
                        arrived.add(notice.kind().word() + " "
                                + notice.numbers().getOrDefault("round", -1.0).intValue() + " "
                                + notice.numbers().getOrDefault("lost", 0.0).intValue());
                        four.countDown();
                    }

                    @Override
                    public void close() {}
                },
                2,
                Duration.ofSeconds(30));
        notices.accept(notice(0));
        assertTrue(tried.await(30, TimeUnit.SECONDS), "one is being delivered, and two can wait");
        for (int k = 1; k <= 7; k++) {
            notices.accept(notice(k));
        }
        assertEquals(5, notices.lost());
        back.countDown();
        assertTrue(four.await(30, TimeUnit.SECONDS), arrived::toString);
        notices.close();
        assertEquals(List.of("notices-lost -1 5", "budget-spent 0 0", "budget-spent 1 0", "budget-spent 2 0"), arrived);
        assertEquals(5, notices.lost());
    }

    /** A receiver that takes a connection and reads nothing: closing gives up, and counts what was never delivered. */
    @Test
    void close_countsWhatCouldNotBeDelivered() throws Exception {
        CountDownLatch tried = new CountDownLatch(1);
        SecurityNotices notices = new SecurityNotices(
                new SecurityNotices.Sink() {
                    @Override
                    public void write(SecurityNotice notice) throws IOException {
                        tried.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                    }

                    @Override
                    public void close() {}
                },
                10,
                Duration.ofMillis(100));
        notices.accept(notice(0));
        notices.accept(notice(1));
        assertTrue(tried.await(30, TimeUnit.SECONDS));
        notices.close();
        notices.close();
        assertEquals(2, notices.lost());
    }

    /** A sink that fails in a way of its own is tried again like one that is away. */
    @Test
    void sinkThatFailsOtherwise_isTriedAgain_andWhatWaitsIsCounted() throws Exception {
        AtomicInteger failures = new AtomicInteger(2);
        CountDownLatch delivered = new CountDownLatch(1);
        CountDownLatch failedAgain = new CountDownLatch(1);
        SecurityNotices notices = new SecurityNotices(
                new SecurityNotices.Sink() {
                    @Override
                    public void write(SecurityNotice notice) {
                        if (failures.getAndDecrement() > 0) {
                            throw new IllegalStateException("broken");
                        }
                        if (delivered.getCount() == 0) {
                            failedAgain.countDown();
                            throw new IllegalStateException("broken for good");
                        }
                        delivered.countDown();
                    }

                    @Override
                    public void close() {
                        throw new IllegalStateException("broken at the end, too");
                    }
                },
                10,
                Duration.ofMillis(100));
        notices.accept(notice(0));
        assertTrue(delivered.await(30, TimeUnit.SECONDS), "the third attempt succeeds");
        notices.accept(notice(1));
        assertTrue(failedAgain.await(30, TimeUnit.SECONDS));
        notices.accept(notice(2));
        assertEquals(0, notices.lost(), "both wait");
        notices.close();
        assertEquals(2, notices.lost());
    }

    /** With a write that waits in the system, a message of TLS that says goodbye would wait behind it. */
    @Test
    void close_endsAWriteToAReceiverThatReadsNothing() throws Exception {
        try (SilentReceiver receiver = SilentReceiver.start(temp)) {
            SecurityNotices notices = new SecurityNotices(
                    SyslogSink.of("127.0.0.1", receiver.port(), receiver.authority()), 20_000, Duration.ofMillis(300));
            int sent = 0;
            long before;
            // until nothing leaves the buffer any more, in several looks: more than what sockets on loopback hold
            for (int still = 0; still < 4; still = receiver.hasAccepted() && notices.lost() > before ? still + 1 : 0) {
                for (before = notices.lost(); notices.lost() == before; sent++) {
                    notices.accept(notice(sent));
                }
                before = notices.lost();
                TimeUnit.MILLISECONDS.sleep(500);
                notices.accept(notice(sent++));
            }
            before = notices.lost();
            Thread closing = new Thread(notices::close, "closing");
            closing.setDaemon(true);
            closing.start();
            closing.join(60_000);
            assertFalse(closing.isAlive(), "closing must end without the receiver");
            assertEquals(before + 20_001, notices.lost(), "what waited is counted, and what was being sent");
        }
    }
}
