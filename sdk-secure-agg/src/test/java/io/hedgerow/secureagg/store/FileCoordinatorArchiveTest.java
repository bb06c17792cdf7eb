package io.hedgerow.secureagg.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.secureagg.coordinator.ArchivedSession;
import io.hedgerow.secureagg.coordinator.ReleasedSum;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.message.SessionOffer;
import io.hedgerow.secureagg.message.SessionStart;
import io.hedgerow.secureagg.message.SiteNonce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a coordinator finds again. */
class FileCoordinatorArchiveTest {

    private static final Octets HASH = Transcript.of("anything").hash();
    private static final Octets SIGNATURE = Octets.copyOf(new byte[64]);
    private static final Instant NOW = Instant.ofEpochMilli(1_234_567);

    @TempDir
    Path directory;

    private static SessionOffer offer(int number) {
        return new SessionOffer(Transcript.of("offer").u32(number).hash(), HASH, HASH, SIGNATURE);
    }

    private static SessionStart start() {
        return new SessionStart(HASH, List.of(new SiteNonce(HASH, 3, HASH, SIGNATURE)));
    }

    private static Receipt receipt(Octets previous, long slot) {
        return new Receipt(previous, HASH, slot, HASH, HASH, List.of(0, 2), List.of(), SIGNATURE);
    }

    private static ReleasedSum sum(Receipt receipt) {
        return new ReleasedSum(HASH, receipt, Octets.copyOf(new byte[] {1, 2}), Octets.copyOf(new byte[] {3}));
    }

    private static AbortCertificate certificate(long slot) {
        return new AbortCertificate(HASH, slot, List.of(new Refusal(HASH, slot, 1, SIGNATURE)));
    }

    @Test
    void aSession_comesBackAsItWas() {
        Receipt first = receipt(HASH, 0);
        Receipt second = receipt(first.digest(), 2);
        try (FileCoordinatorArchive archive = new FileCoordinatorArchive(directory)) {
            assertEquals(Optional.empty(), archive.session());
            assertEquals(Optional.empty(), archive.lastSum());
            archive.started(offer(1), start(), Instant.EPOCH);
            archive.opening(0);
            archive.started(offer(2), start(), NOW);
            archive.opening(0);
            archive.released(sum(first));
            archive.opening(1);
            archive.settled(certificate(1));
            archive.opening(2);
            archive.released(sum(second));
            archive.opening(3);
        }
        ArchivedSession expected =
                new ArchivedSession(offer(2), start(), NOW, 4, List.of(first, second), List.of(certificate(1)));
        try (FileCoordinatorArchive archive = new FileCoordinatorArchive(directory)) {
            assertEquals(Optional.of(expected), archive.session());
            assertEquals(Optional.of(sum(second)), archive.lastSum());
        }
    }

    @Test
    void aSumWhoseReceiptWasNotWritten_isKnownAllTheSame() throws IOException {
        Receipt first = receipt(HASH, 0);
        long before;
        try (FileCoordinatorArchive archive = new FileCoordinatorArchive(directory)) {
            archive.started(offer(1), start(), NOW);
            archive.opening(0);
            before = Files.size(directory.resolve("sessions"));
            archive.released(sum(first));
        }
        Path sessions = directory.resolve("sessions");
        byte[] all = Files.readAllBytes(sessions);
        for (int length : List.of((int) before, (int) before + 5, all.length - 1)) {
            Files.write(sessions, Arrays.copyOf(all, length));
            for (int restart = 0; restart < 2; restart++) {
                try (FileCoordinatorArchive archive = new FileCoordinatorArchive(directory)) {
                    assertEquals(List.of(first), archive.session().orElseThrow().receipts());
                    assertEquals(1, archive.session().orElseThrow().nextSlot());
                }
            }
        }
    }

    @Test
    void aSumOfTheSessionBefore_isNotAReceiptOfThisOne() {
        try (FileCoordinatorArchive archive = new FileCoordinatorArchive(directory)) {
            archive.started(offer(1), start(), NOW);
            archive.opening(0);
            archive.released(sum(receipt(HASH, 0)));
            archive.started(offer(2), start(), NOW);
            archive.opening(0);
        }
        try (FileCoordinatorArchive archive = new FileCoordinatorArchive(directory)) {
            assertEquals(List.of(), archive.session().orElseThrow().receipts());
        }
    }

    @Test
    void damage_isRefused() throws IOException {
        try (FileCoordinatorArchive archive = new FileCoordinatorArchive(directory)) {
            archive.started(offer(1), start(), NOW);
            archive.opening(0);
            archive.released(sum(receipt(HASH, 0)));
        }
        for (String name : List.of("sessions", "sum")) {
            Path file = directory.resolve(name);
            byte[] good = Files.readAllBytes(file);
            for (int at = 0; at < good.length; at += 3) {
                byte[] bad = good.clone();
                bad[at] ^= 4;
                Files.write(file, bad);
                assertThrows(StoreException.class, () -> new FileCoordinatorArchive(directory), name + " " + at);
            }
            Files.write(file, good);
        }
    }
}
