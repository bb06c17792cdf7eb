// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.secureagg.internal.codec.LaneSink;
import io.hedgerow.secureagg.internal.key.Ed25519Identity;
import io.hedgerow.secureagg.internal.key.EphemeralKey;
import io.hedgerow.secureagg.internal.key.KeySchedule;
import io.hedgerow.secureagg.internal.key.KeySchedule.SecretKind;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.PairChain;
import io.hedgerow.secureagg.internal.key.Ratchet;
import io.hedgerow.secureagg.internal.key.ShareBox;
import io.hedgerow.secureagg.internal.key.SlotKeys;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.mask.MaskKernel;
import io.hedgerow.secureagg.internal.mask.MaskStream;
import io.hedgerow.secureagg.internal.sharing.ShamirSharing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * One slot of five sites, computed line by line from the primitives with fixed randomness. The expected values come
 * from two other programs, one on this and one on another cryptographic library, which agreed on every line.
 */
class KnownAnswerTest {

    private static final int N = 5;
    private static final int T = 4;
    private static final int LANES = 5;
    private static final long SLOT = 3;
    private static final List<Integer> SURVIVORS = List.of(0, 1, 3, 4);
    private static final int[] POINTS = {1, 2, 3, 4, 5};

    private final Ed25519Identity[] identity = new Ed25519Identity[N];
    private final EphemeralKey[] ephemeral = new EphemeralKey[N];
    private final Octets[] nonce = new Octets[N];
    private final byte[][] b = new byte[N][];
    private final byte[][] k = new byte[N][];
    private final List<List<byte[]>> sharesOfB = new ArrayList<>();
    private final List<List<byte[]>> sharesOfK = new ArrayList<>();
    private final SlotKeys[][] keys = new SlotKeys[N][N];
    private Octets sid;
    private Octets open;
    private Octets ctx;
    private Octets ctx2;
    private byte[] chain01;

    @BeforeEach
    void computeTheSlot() throws Exception {
        sid = Octets.copyOf(
                MessageDigest.getInstance("SHA-256").digest("SAGG/1 KAT sid".getBytes(StandardCharsets.UTF_8)));
        ShamirSharing sharing = new ShamirSharing(T);
        for (int u = 0; u < N; u++) {
            ShakeRandom random = new ShakeRandom(u);
            identity[u] = Ed25519Identity.generate(random);
            ephemeral[u] = EphemeralKey.generate(random);
            nonce[u] = Octets.copyOf(random.next32());
            b[u] = random.next32();
            k[u] = random.next32();
            sharesOfB.add(sharing.split(b[u], POINTS, random));
            sharesOfK.add(sharing.split(k[u], POINTS, random));
        }
        open = Transcript.of("open")
                .octets(sid)
                .u64(SLOT)
                .u32(N)
                .u32(T)
                .u32(3)
                .octets(Transcript.of("policy").hash())
                .hash();
        Transcript context = Transcript.of("ctx").octets(open);
        for (int u = 0; u < N; u++) {
            context.bytes(
                    ByteBuffer.allocate(36).putInt(u).put(nonce[u].toBytes()).array());
        }
        ctx = context.hash();
        for (int u = 0; u < N; u++) {
            deriveKeysOf(u);
        }
        ctx2 = Transcript.of("ctx2")
                .octets(ctx)
                .octets(Transcript.of("input").bytes(new byte[32]).hash())
                .sites(List.of(0, 1, 2, 3, 4))
                .hash();
    }

    private void deriveKeysOf(int u) {
        Map<Integer, byte[]> chains = new TreeMap<>();
        for (int v = 0; v < N; v++) {
            if (v != u) {
                int low = Math.min(u, v);
                int high = Math.max(u, v);
                PairChain pair = new PairChain(
                        sid,
                        low,
                        high,
                        ephemeral[low].publicKey(),
                        ephemeral[high].publicKey(),
                        Octets.empty(),
                        Octets.empty());
                chains.put(v, pair.start(new byte[0], ephemeral[u].agree(ephemeral[v].publicKey())));
            }
        }
        if (u == 0) {
            chain01 = chains.get(1).clone();
        }
        new Ratchet(chains).take(SLOT).forEach((v, slotKey) -> keys[u][v] = new SlotKeys(slotKey, ctx, u, v));
    }

    private long[] input(int u) {
        long[] q = new long[LANES];
        for (int i = 0; i < LANES; i++) {
            q[i] = 1000L * (u + 1) + (u % 2 == 0 ? i : -i) - 2500;
        }
        return q;
    }

    private long[] masked(int u) {
        List<MaskStream> masks = new ArrayList<>();
        masks.add(MaskStream.adding(KeySchedule.selfMask(b[u], ctx2, u)));
        for (int v = 0; v < N; v++) {
            if (v != u) {
                byte[] key = KeySchedule.pairMask(keys[u][v].pairSeed(), ctx2);
                masks.add(v > u ? MaskStream.adding(key) : MaskStream.subtracting(key));
            }
        }
        long[] y = new long[LANES];
        new MaskKernel().apply(GivenLanes.of(input(u)), masks, LaneSink.to(y));
        return y;
    }

    private static Octets hex(String digits) {
        return Octets.ofHex(digits);
    }

    @Test
    void publicKeys_areThoseOfTheSeeds() {
        assertEquals(
                hex("cb56d46aa4707b897ce9773e871b15be33773dad9be9e72566612b236ac795aa"),
                identity[0].publicKey().encoded());
        assertEquals(hex("b549bf0656625115c408a5cadc5537c93f2bb0caa36c73cc466a6e7d70297d79"), ephemeral[0].publicKey());
    }

    @Test
    void chains_startWithTheHashedPair() {
        assertEquals(hex("bdc83418bf6246963660f4d419f4c09ecb110468f365af4d5eeb7a73fdbc00be"), Octets.copyOf(chain01));
    }

    @Test
    void contexts_bindSlotCohortAndInput() {
        assertEquals(hex("2b35c530245f9b734bacd94715c4c1283cb8b14aeae643b45938bd7907340261"), open);
        assertEquals(hex("b66344c098f43070fefbc6d20fc8151f1331a852e01bb6d168d3d5c8d53fd537"), ctx);
        assertEquals(hex("9e9e858f4093b3e5f6323c158a6a59a9248e1b61db888305cf147609cd7c5f4e"), ctx2);
    }

    @Test
    void secrets_areDerivedSharedAndBoxed() {
        assertEquals(
                hex("1b0daaa2329bc28629a5d18b2bb516d826e995731d36c760f15caf0327ea5681"),
                Octets.copyOf(keys[0][1].pairSeed()));
        assertEquals(hex("a742c0389285cd07b076c6c9068b498246f7fa9c24136946157ca2bdd4e043c8"), Octets.copyOf(b[0]));
        assertEquals(
                hex("9706c6eb0ccf6a89156100ce7aedc51c1d7fb9a7c47da36757d3646ce89e7bb1"),
                Octets.copyOf(sharesOfB.get(0).get(0)));
        assertEquals(
                hex("d21e338b349f9bd3c18c62713847499020938287d6b6dc0c3e5c17e40f9c56c82e1d7cf081d96c402c4aa962d1024361"
                        + "f9f5e92b84e46aa715b5a7f157b4f54f84910df69c80325fccaef2ec71526528"),
                ShareBox.seal(
                        keys[0][1].sendKey(),
                        KeySchedule.boxContext(ctx, 0, 1),
                        sharesOfB.get(0).get(1),
                        sharesOfK.get(0).get(1)));
        assertEquals(hex("1a5732875c59c296eb7fd44242cbe828463fc1a7fbab36f47e816ffd19ff1735"), keys[2][0].wrap(k[2]));
        assertEquals(
                hex("3351b325bccc5494200b91f68aaab6d49bfe862af9126933bdc795cf49c72dd3"),
                KeySchedule.commitSecret(SecretKind.SELF_SEED, ctx, 0, b[0]));
    }

    @Test
    void input_isMasked() {
        assertEquals(
                hex("be8439d489a50ced6f709f64f2c2f0a11854007fa8801a278481346a130f0c61"),
                Octets.copyOf(KeySchedule.pairMask(keys[0][1].pairSeed(), ctx2)));
        assertArrayEquals(
                new long[] {
                    -3915060786352880014L,
                    2039145549522539133L,
                    -4047784596885810880L,
                    -5856411172763205043L,
                    8563596167551921998L
                },
                masked(0));
    }

    @Test
    void survivors_areSummedAfterOneSiteIsLost() {
        assertEquals(
                hex("085107da5be6a691a61eb7d5381ae96523bc08869baea36c4b5e2beb46f4322d"),
                Transcript.of("cons").octets(ctx2).sites(SURVIVORS).hash());
        assertEquals(
                hex("10d4d6e5e93869576a4f4540759844e49c354f73067739222d7bf95fa85bd4b9"),
                Octets.copyOf(sharesOfK.get(2).get(1)));
        long[] sum = new long[LANES];
        List<MaskStream> open = new ArrayList<>();
        for (int u : SURVIVORS) {
            long[] y = masked(u);
            for (int i = 0; i < LANES; i++) {
                sum[i] += y[i];
            }
            open.add(MaskStream.subtracting(KeySchedule.selfMask(b[u], ctx2, u)));
            byte[] seed = KeySchedule.unwrap(keys[2][u].wrap(k[2]), k[2], ctx, 2, u);
            byte[] key = KeySchedule.pairMask(seed, ctx2);
            open.add(2 > u ? MaskStream.subtracting(key) : MaskStream.adding(key));
        }
        new MaskKernel().apply(GivenLanes.of(sum.clone()), open, LaneSink.to(sum));
        assertArrayEquals(new long[] {2000, 2000, 2000, 2000, 2000}, sum);
    }
}
