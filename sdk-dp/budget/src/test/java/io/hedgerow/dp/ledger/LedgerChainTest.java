// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.GAUSSIAN;
import static io.hedgerow.dp.ledger.LedgerFixtures.PURE;
import static io.hedgerow.dp.ledger.LedgerFixtures.plan;
import static io.hedgerow.dp.ledger.LedgerFixtures.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.internal.ledger.LedgerLine;
import io.hedgerow.dp.internal.ledger.VolatileLedgerStorage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every change of a ledger's bytes is found, apart from the end of the last line and from whole chains. */
class LedgerChainTest {

    private byte[] content = new byte[0];

    @BeforeEach
    void writeASmallLedger() {
        VolatileLedgerStorage storage = new VolatileLedgerStorage();
        AccountedLedger ledger = LedgerFixtures.open(storage);
        ledger.declare(plan("s", 2));
        ledger.reserve(request("s", 0, GAUSSIAN));
        ledger.reserve(request("pure", 0, PURE));
        content = storage.load();
    }

    private static LedgerHistory read(byte[] bytes) {
        return LedgerHistory.of(bytes, "here");
    }

    private static List<byte[]> lines(byte[] bytes) {
        List<byte[]> lines = new ArrayList<>();
        int from = 0;
        for (int k = 0; k < bytes.length; k++) {
            if (bytes[k] == '\n') {
                lines.add(Arrays.copyOfRange(bytes, from, k + 1));
                from = k + 1;
            }
        }
        return lines;
    }

    private static byte[] join(List<byte[]> lines) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        lines.forEach(joined::writeBytes);
        return joined.toByteArray();
    }

    @Test
    void read_ofWhatWasWritten_givesTheRecords() {
        LedgerHistory history = read(content);
        assertEquals(5, history.entries().size());
        assertEquals(2, history.requests().size());
        assertEquals(0, history.incompleteBytes());
        assertEquals(LedgerFixtures.terms(), history.terms());
    }

    @Test
    void everyChangedByte_isFound() {
        for (int at = 0; at < content.length; at++) {
            boolean letter = content[at] >= 'a' && content[at] <= 'z';
            requireFound(at, letter ? 0x20 : 1 << at % 8); // a letter's other case means the same to most readers
        }
    }

    @Test
    @Tag("long")
    void everyFlippedBit_isFound() {
        for (int at = 0; at < content.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                requireFound(at, 1 << bit);
            }
        }
    }

    private void requireFound(int at, int bits) {
        byte[] changed = content.clone();
        changed[at] ^= (byte) bits;
        assertThrows(LedgerTamperedException.class, () -> read(changed), () -> "byte " + at + ", bits " + bits);
    }

    @Test
    void removedOrDoubledBytes_areFound() {
        // Steps of a prime, so that every place of a line is met. The last byte is the end of the last line: without it
        // the
        // line is incomplete.
        for (int at = 0; at < content.length - 1; at += 7) {
            byte[] shorter = new byte[content.length - 1];
            System.arraycopy(content, 0, shorter, 0, at);
            System.arraycopy(content, at + 1, shorter, at, content.length - at - 1);
            assertThrows(LedgerTamperedException.class, () -> read(shorter));
        }
        for (int at = 0; at < content.length; at += 7) {
            byte[] longer = new byte[content.length + 1];
            System.arraycopy(content, 0, longer, 0, at + 1);
            System.arraycopy(content, at, longer, at + 1, content.length - at);
            assertThrows(LedgerTamperedException.class, () -> read(longer));
        }
    }

    @Test
    void everyTruncation_leavesWholeRecordsAndAnIncompleteOne_orIsRefused() {
        Set<Integer> ends = new HashSet<>();
        int end = 0;
        for (byte[] line : lines(content)) {
            end += line.length;
            ends.add(end);
        }
        int header = lines(content).get(0).length;
        for (int length = 0; length < content.length; length++) {
            byte[] cut = Arrays.copyOf(content, length);
            if (length < header) {
                assertThrows(LedgerTamperedException.class, () -> read(cut));
                continue;
            }
            LedgerHistory history = read(cut);
            int whole = length;
            while (!ends.contains(whole)) {
                whole--;
            }
            assertEquals(length - whole, history.incompleteBytes());
            assertEquals(read(content).entries().subList(0, history.entries().size()), history.entries());
        }
    }

    @Test
    void recordsSwappedRemovedOrRepeated_areFound() {
        List<byte[]> lines = lines(content);
        for (int k = 0; k < lines.size() - 1; k++) {
            List<byte[]> swapped = new ArrayList<>(lines);
            swapped.set(k, lines.get(k + 1));
            swapped.set(k + 1, lines.get(k));
            assertThrows(LedgerTamperedException.class, () -> read(join(swapped)));
            List<byte[]> removed = new ArrayList<>(lines);
            removed.remove(k);
            assertThrows(LedgerTamperedException.class, () -> read(join(removed)));
        }
        for (byte[] line : lines) {
            List<byte[]> repeated = new ArrayList<>(lines);
            repeated.add(line);
            assertThrows(LedgerTamperedException.class, () -> read(join(repeated)));
        }
    }

    @Test
    void foreignTails_areNotTakenForIncompleteRecords() {
        for (String tail : List.of(
                "\0", "\n", " ", "0000", "00000010 ", "ffffffff", "\0\0\0\0\0\0\0\0\0\0\0", "{\"sequence\":5")) {
            byte[] bytes = join(List.of(content, tail.getBytes(StandardCharsets.UTF_8)));
            if (tail.matches("0+")) {
                assertEquals(4, read(bytes).incompleteBytes(), "may have been the beginning of a length");
            } else {
                assertThrows(LedgerTamperedException.class, () -> read(bytes), tail);
            }
        }
        // Half a record of another ledger: its sequence number fits, the hash it names does not.
        VolatileLedgerStorage other = new VolatileLedgerStorage();
        AccountedLedger ledger = LedgerFixtures.open(other);
        for (int k = 0; k < 4; k++) {
            ledger.reserve(request("t", k, PURE));
        }
        byte[] foreign = lines(other.load()).get(5);
        byte[] half = Arrays.copyOf(foreign, foreign.length / 2);
        assertThrows(LedgerTamperedException.class, () -> read(join(List.of(content, half))));
    }

    @Test
    void wellHashedNonsense_isFound() {
        LedgerHistory history = read(content);
        LedgerEntry last = history.entries().get(4);
        Charge charge = new Charge(0.125, 0, Map.of());
        for (LedgerRecord record : List.of(
                new LedgerRecord.Header(LedgerFixtures.terms()),
                new LedgerRecord.Drawn("s", 0, 2), // let through already
                new LedgerRecord.Drawn("s", 2, 2), // no such round
                new LedgerRecord.Drawn("s", 1, 1), // no such declaration
                new LedgerRecord.Drawn("t", 0, 2), // no such study
                new LedgerRecord.Reserved("t", 0, PURE, new Charge(3, 0, Map.of())))) { // beyond the budget
            byte[] line = LedgerLine.line(RecordCodec.write(5, last.hash(), last.time(), record));
            assertThrows(LedgerTamperedException.class, () -> read(join(List.of(content, line))), record::toString);
        }
        LedgerRecord fine = new LedgerRecord.Reserved("t", 0, PURE, charge);
        byte[] line = LedgerLine.line(RecordCodec.write(5, last.hash(), last.time(), fine));
        assertEquals(6, read(join(List.of(content, line))).entries().size());
        byte[] earlier =
                LedgerLine.line(RecordCodec.write(5, last.hash(), last.time().minusNanos(1), fine));
        assertThrows(LedgerTamperedException.class, () -> read(join(List.of(content, earlier))));
    }

    @Test
    void documentsThatWritingWouldNotWrite_areRefused() {
        LedgerEntry last = read(content).entries().get(4);
        String start = RecordCodec.beginning(5, last.hash()) + last.time() + "\",";
        for (String rest : List.of(
                "\"type\":\"recovered\",\"bytes\":1,\"more\":1}",
                "\"type\":\"recovered\",\"bytes\":1,\"bytes\":1}",
                "\"type\":\"recovered\",\"bytes\":1}{}",
                "\"type\":\"recovered\",\"bytes\":-1}",
                "\"type\":\"recovered\",\"bytes\":1.5}",
                "\"type\":\"recovered\",\"bytes\":\"1\"}",
                "\"type\":\"recovered\"}",
                "\"type\":\"removed\"}",
                "\"type\":\"reserve\",\"study\":\"t\",\"round\":0,\"event\":[\"pure\",1,0],"
                        + "\"charge\":{\"amount\":0,\"delta\":0,\"certificates\":{}}}",
                "\"type\":\"reserve\",\"study\":\"t\",\"round\":0,\"event\":[\"pure\",1,1],"
                        + "\"charge\":{\"amount\":-1,\"delta\":0,\"certificates\":{}}}",
                "\"type\":\"reserve\",\"study\":\"t\",\"round\":0,\"event\":[\"pure\",1,1],"
                        + "\"charge\":{\"amount\":1e999,\"delta\":0,\"certificates\":{}}}",
                "\"type\":\"reserve\",\"study\":\"t\",\"round\":2147483648,\"event\":[\"pure\",1,1],"
                        + "\"charge\":{\"amount\":1,\"delta\":0,\"certificates\":{}}}",
                "")) {
            byte[] line = LedgerLine.line((start + rest).getBytes(StandardCharsets.UTF_8));
            assertThrows(LedgerTamperedException.class, () -> read(join(List.of(content, line))), rest);
        }
    }

    @Test
    void onlyAnAnchor_findsAWholeChainThatWasShortenedOrRewritten() {
        LedgerHistory now = read(content);
        String anchor = now.spent().head();
        assertTrue(now.continuesFrom(anchor));
        assertTrue(now.continuesFrom(now.entries().get(2).hash()));
        List<byte[]> lines = lines(content);
        LedgerHistory older = read(join(lines.subList(0, lines.size() - 1)));
        assertEquals(0, older.incompleteBytes(), "an older copy looks complete");
        assertFalse(older.continuesFrom(anchor));
        VolatileLedgerStorage rewritten = new VolatileLedgerStorage();
        LedgerFixtures.open(rewritten).reserve(request("pure", 0, PURE));
        assertFalse(read(rewritten.load()).continuesFrom(anchor));
    }
}
