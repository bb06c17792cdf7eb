// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.transport.internal.journal.FileJournal.JournalCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJournalTest {

    private static final List<SiteRecord.Again> AGAIN = List.of(SiteRecord.Again.values());

    private static final SiteId SITE = new SiteId("a-site");

    @TempDir
    private Path temp;

    private static <R> List<R> readAll(FileJournal<R> journal) {
        List<R> all = new ArrayList<>();
        for (Optional<R> next = journal.next(); next.isPresent(); next = journal.next()) {
            all.add(next.get());
        }
        return all;
    }

    private static Payload payload(Random random) {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return Payload.copyOf(bytes);
    }

    /** All bits, also those of −0, the smallest and the largest. */
    private static Parameters vector(Random random, int size) {
        double[] values = new double[size];
        for (int k = 0; k < size; k++) {
            values[k] = switch (random.nextInt(6)) {
                case 0 -> -0.0;
                case 1 -> Double.MIN_VALUE;
                case 2 -> -Double.MAX_VALUE;
                case 3 -> random.nextGaussian();
                default -> 0;
            };
        }
        return Parameters.takeOver(values);
    }

    private static Task task(Random random, int round) {
        return new Task("study", round, random.nextDouble() + 1, payload(random), Set.of(SITE, new SiteId("b")));
    }

    private static List<SiteRecord> siteRecords(int rounds, int size) {
        Random random = new Random(5);
        List<SiteRecord> records = new ArrayList<>();
        records.add(new SiteRecord.Joined(SITE, "study", "0f".repeat(32), "pgcd", "plain"));
        for (int round = 0; round < rounds; round++) {
            records.add(new SiteRecord.Begun(task(random, round)));
            records.add(new SiteRecord.Computing(round, AGAIN.get(random.nextInt(AGAIN.size()))));
            records.add(new SiteRecord.Reading(round));
            records.add(
                    switch (round % 4) {
                        case 0 ->
                            new SiteRecord.Answered(
                                    vector(random, size),
                                    new ProtectedUpdate(SITE, "study", round, "plain", payload(random)),
                                    payload(random));
                        case 1 ->
                            new SiteRecord.Failed(
                                    round,
                                    SiteReply.Failure.Kind.REFUSED,
                                    Optional.of(vector(random, size)),
                                    payload(random));
                        case 2 -> new SiteRecord.Solved(round, vector(random, size), payload(random));
                        default ->
                            new SiteRecord.Failed(
                                    round, SiteReply.Failure.Kind.INTERNAL, Optional.empty(), Payload.empty());
                    });
        }
        records.add(new SiteRecord.Finished(
                new CoordinatorMessage.Outcome("study", StudyState.CONVERGED, payload(random))));
        return records;
    }

    @Test
    void siteRecords_comeBackExactly_howeverOftenItIsOpened() {
        Path path = temp.resolve("site");
        List<SiteRecord> records = siteRecords(12, 40);
        for (int k = 0; k < records.size(); k++) {
            try (FileJournal<SiteRecord> journal = FileJournal.ofSite(path, 0)) {
                List<SiteRecord> found = readAll(journal);
                assertEquals(records.subList(0, k), found);
                for (int i = 0; i < k; i++) {
                    requireSameBits(records.get(i), found.get(i));
                }
                journal.append(records.get(k));
                assertTrue(journal.notice().isEmpty());
            }
        }
    }

    private static void requireSameBits(SiteRecord expected, SiteRecord found) {
        if (expected instanceof SiteRecord.Answered one && found instanceof SiteRecord.Answered other) {
            for (int k = 0; k < one.solution().size(); k++) {
                assertEquals(
                        Double.doubleToRawLongBits(one.solution().get(k)),
                        Double.doubleToRawLongBits(other.solution().get(k)));
            }
        }
    }

    private static SparseChange change(Random random) {
        return SparseChange.of(new int[] {3, 29}, new double[] {random.nextGaussian(), Double.MIN_VALUE});
    }

    @Test
    void isNew_whileNothingWasRecorded_andLosesNoRecord() {
        Path path = temp.resolve("site");
        List<SiteRecord> records = siteRecords(2, 40);
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(path, 0)) {
            assertTrue(journal.isNew());
            assertTrue(journal.next().isEmpty());
            journal.append(records.get(0));
            assertFalse(journal.isNew());
            journal.append(records.get(1));
        }
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(path, 0)) {
            assertFalse(journal.isNew());
            assertFalse(journal.isNew());
            assertEquals(records.subList(0, 2), readAll(journal));
            assertFalse(journal.isNew());
        }
    }

    @Test
    void coordinatorRecords_comeBackExactly() {
        Random random = new Random(6);
        List<CoordinatorRecord> records = new ArrayList<>();
        records.add(new CoordinatorRecord.Opened(
                "study", "0f".repeat(32), "augmented", "plain", List.of(SITE, new SiteId("b"))));
        for (int round = 0; round < 9; round++) {
            records.add(new CoordinatorRecord.Begun(task(random, round)));
            records.add(new CoordinatorRecord.Summed(
                    new Aggregate(
                            round,
                            Set.of(SITE),
                            vector(random, 30),
                            round % 2 == 0 ? Map.of() : Map.of(SITE, change(random))),
                    random.nextInt(1000)));
        }
        records.add(new CoordinatorRecord.Excluded(new SiteId("south")));
        records.add(new CoordinatorRecord.Ended(StudyState.QUORUM_NOT_MET, "round 9 had 1 ≤ 2"));
        Path path = temp.resolve("coordinator");
        for (CoordinatorRecord record : records) {
            try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(path)) {
                readAll(journal);
                journal.append(record);
            }
        }
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(path)) {
            assertEquals(records, readAll(journal));
        }
        assertThrows(JournalException.class, () -> FileJournal.ofSite(path, 0), "of another kind");
    }

    @Test
    void incompleteLastRecord_isCutAndNoticed() throws IOException {
        Path path = temp.resolve("site");
        List<SiteRecord> records = siteRecords(2, 10);
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(path, 0)) {
            readAll(journal);
            records.forEach(journal::append);
        }
        byte[] whole = Files.readAllBytes(path);
        Files.write(path, Arrays.copyOf(whole, whole.length - 1), StandardOpenOption.TRUNCATE_EXISTING);
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(path, 0)) {
            assertEquals(records.subList(0, records.size() - 1), readAll(journal));
            assertTrue(journal.notice().orElseThrow().contains("were cut"));
        }
    }

    @Test
    void sizeOfASitesJournal_isLinearInWhatChanges_notInTheModel() throws IOException {
        int size = 100_000;
        Path path = temp.resolve("site");
        double[] values = new double[size];
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(path, 0)) {
            readAll(journal);
            for (int round = 0; round < 20; round++) {
                for (int k = 0; k < 10; k++) {
                    values[(int) ((round * 7919L + k * 104729L) % size)] = round + 1 + k;
                }
                journal.append(new SiteRecord.Answered(
                        Parameters.copyOf(values),
                        new ProtectedUpdate(SITE, "study", round, "plain", Payload.copyOf(new byte[100])),
                        Payload.empty()));
            }
        }
        // a round: 10 entries of at most 3 + 8 bytes, the update of 100 with its names, and the frame
        assertTrue(Files.size(path) < 100 + 20 * (10 * 11 + 100 + 100), "bytes: " + Files.size(path));
    }

    @Test
    void changedContent_thatHashesWouldNotShow_isRefusedAsARecord() {
        SiteRecordCodec site = new SiteRecordCodec();
        CoordinatorRecordCodec coordinator = new CoordinatorRecordCodec();
        Random random = new Random(7);
        List<SiteRecord> records = siteRecords(3, 20);
        int refused = 0;
        for (int k = 0; k < 20_000; k++) {
            byte[] bytes = new SiteRecordCodec().encode(records.get(random.nextInt(records.size())));
            for (int n = random.nextInt(4); n >= 0 && bytes.length > 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            refused += refuses(site, k % 2 == 0 ? bytes : cut) + refuses(coordinator, k % 2 == 0 ? bytes : cut);
        }
        assertTrue(refused > 10_000, "refused: " + refused);
    }

    /** Nothing but the one exception. */
    private static int refuses(JournalCodec<?> codec, byte[] bytes) {
        try {
            codec.decode(bytes);
            return 0;
        } catch (IllegalArgumentException e) {
            return 1;
        }
    }
}
