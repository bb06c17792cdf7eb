// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.ShakeRandom;
import io.hedgerow.secureagg.internal.sharing.ShamirSharing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RatchetTest {

    private static final Octets SID = Transcript.of("session").hash();

    private static Map<Integer, byte[]> chains() {
        ShakeRandom random = new ShakeRandom("chains", 0);
        return new TreeMap<>(Map.of(1, random.next32(), 2, random.next32()));
    }

    @Test
    void skippingSlots_givesTheSameKeysAsUsingThem() {
        Ratchet one = new Ratchet(chains());
        Ratchet two = new Ratchet(chains());
        for (long slot = 0; slot < 5; slot++) {
            one.take(slot);
        }
        assertArrayEquals(one.take(5).get(2), two.take(5).get(2));
        assertArrayEquals(one.take(9).get(1), two.take(9).get(1));
    }

    @Test
    void slot_isTakenOnce() {
        Ratchet ratchet = new Ratchet(chains());
        ratchet.take(3);
        for (long slot = 0; slot <= 3; slot++) {
            long used = slot;
            assertThrows(IllegalArgumentException.class, () -> ratchet.take(used));
        }
        assertEquals(4, ratchet.nextSlot());
        assertThrows(IllegalArgumentException.class, () -> ratchet.take(Ratchet.MAX_SLOTS));
        assertThrows(IllegalArgumentException.class, () -> ratchet.take(-1));
        assertEquals("Ratchet[nextSlot=4]", ratchet.toString());
    }

    @Test
    void startingAndDeriving_erasesWhatItCameFrom() {
        Map<Integer, byte[]> chains = chains();
        Ratchet ratchet = new Ratchet(chains);
        assertArrayEquals(new byte[32], chains.get(1));
        byte[] slotKey = ratchet.take(0).get(1);
        SlotKeys keys = new SlotKeys(slotKey, SID, 0, 1);
        assertArrayEquals(new byte[32], slotKey);
        keys.close();
        assertArrayEquals(new byte[32], keys.pairSeed());
        assertArrayEquals(new byte[32], keys.sendKey());
        assertArrayEquals(new byte[32], keys.receiveKey());
    }

    /**
     * Mask keys depend on every bit of what they are made from. Of 256 bits about 128 change; fewer than 78 or more
     * than 178 in one of the derivations has probability below 1e-9 each. All bits are tried, of keys that are always
     * the same.
     */
    @Property(tries = 256, generation = GenerationMode.EXHAUSTIVE)
    void oneFlippedBit_changesHalfOfTheKey(@ForAll @IntRange(min = 0, max = 255) int bit) {
        byte[] slotKey = new ShakeRandom("rk", 0).next32();
        byte[] context = new ShakeRandom("ctx", 0).next32();
        byte[] context2 = new ShakeRandom("ctx2", 0).next32();
        byte[] base = mask(slotKey, context, context2, 3, 4);
        assertApart(base, mask(flip(slotKey, bit), context, context2, 3, 4));
        assertApart(base, mask(slotKey, flip(context, bit), context2, 3, 4));
        assertApart(base, mask(slotKey, context, flip(context2, bit), 3, 4));
        assertApart(base, mask(slotKey, context, context2, 3, 4 ^ (1 << (3 + bit % 16))));
        assertArrayEquals(base, mask(slotKey, context, context2, 4, 3));
    }

    @Test
    void oneSlotLater_everyKeyIsAnother() {
        Ratchet one = new Ratchet(chains());
        assertApart(one.take(0).get(1), one.take(1).get(1));
    }

    private static byte[] mask(byte[] slotKey, byte[] context, byte[] context2, int self, int peer) {
        SlotKeys keys = new SlotKeys(slotKey.clone(), Octets.copyOf(context), self, peer);
        return KeySchedule.pairMask(keys.pairSeed(), Octets.copyOf(context2));
    }

    private static byte[] flip(byte[] bytes, int bit) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << (bit % 8));
        return flipped;
    }

    private static void assertApart(byte[] one, byte[] two) {
        int distance = 0;
        for (int i = 0; i < 32; i++) {
            distance += Integer.bitCount((one[i] ^ two[i]) & 0xff);
        }
        assertTrue(distance >= 78 && distance <= 178, "distance " + distance);
    }

    @Test
    void box_opensOnlyWithItsKeyAndContext() {
        ShakeRandom random = new ShakeRandom("box", 0);
        byte[] key = random.next32();
        List<byte[]> shares = new ArrayList<>(new ShamirSharing(1).split(random.next32(), new int[] {1, 2}, random));
        Octets aad = KeySchedule.boxContext(SID, 1, 2);
        Octets box = ShareBox.seal(key, aad, shares.get(0), shares.get(1));
        assertArrayEquals(
                shares.get(0), Arrays.copyOf(ShareBox.open(key, aad, box).orElseThrow(), 32));
        assertFalse(ShareBox.open(key, KeySchedule.boxContext(SID, 2, 1), box).isPresent());
        assertFalse(ShareBox.open(flip(key, 9), aad, box).isPresent());
        assertFalse(ShareBox.open(key, aad, Octets.copyOf(box.toBytes(), 0, 79)).isPresent());
        for (int bit = 0; bit < box.size() * 8; bit++) {
            assertFalse(ShareBox.open(key, aad, Octets.copyOf(flip(box.toBytes(), bit)))
                    .isPresent());
        }
    }

    @Test
    void transcript_separatesFieldsAndIsUsedOnce() {
        assertFalse(Transcript.of("a")
                .text("bc")
                .hash()
                .equals(Transcript.of("a").text("b").text("c").hash()));
        assertFalse(
                Transcript.of("ab").hash().equals(Transcript.of("a").text("b").hash()));
        assertFalse(Transcript.of("a")
                .u32(1)
                .hash()
                .equals(Transcript.of("a").u64(1).hash()));
        assertEquals(
                Octets.ofHex("00000008534147472f31206100000004000000090000000100"),
                Octets.copyOf(Transcript.of("a").u32(9).bytes(new byte[1]).info()));
        Transcript used = Transcript.of("a");
        used.hash();
        assertThrows(IllegalStateException.class, used::hash);
        assertThrows(IllegalStateException.class, () -> used.u32(1));
    }
}
