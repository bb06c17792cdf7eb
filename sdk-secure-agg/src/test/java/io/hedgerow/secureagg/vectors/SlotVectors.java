// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.vectors;

import io.hedgerow.secureagg.GivenLanes;
import io.hedgerow.secureagg.ShakeRandom;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One slot from fixed randomness, with everything that is secret in a real one, as JSON: what another implementation
 * needs to check itself line by line. The fields are explained beside the committed file.
 */
final class SlotVectors {

    /** What a slot is computed from. Site u draws everything from SHAKE256(label ‖ u32 u). */
    record Slot(
            String label,
            Octets sid,
            int sites,
            int threshold,
            long slot,
            List<Integer> sharing,
            List<Integer> survivors,
            int lanes) {}

    private static final int MIN_COHORT = 3;

    private final Slot of;
    private final List<Integer> cohort = new ArrayList<>();
    private final List<Site> sites = new ArrayList<>();
    private final Octets open;
    private final Octets ctx;
    private final Octets ctx2;
    private final JsonText json = new JsonText();

    private static final class Site {
        final int number;
        final Octets identitySeed;
        final Octets scalar;
        final Octets nonce;
        final byte[] b;
        final byte[] k;
        final List<Octets> coefficientsOfB = new ArrayList<>();
        final List<Octets> coefficientsOfK = new ArrayList<>();
        final Ed25519Identity identity;
        final EphemeralKey agreement;
        final List<byte[]> sharesOfB;
        final List<byte[]> sharesOfK;
        final Map<Integer, byte[]> chains = new TreeMap<>();
        final Map<Integer, byte[]> slotKeys = new TreeMap<>();
        final Map<Integer, SlotKeys> pairs = new TreeMap<>();

        Site(Slot of, int number, int[] points) {
            this.number = number;
            ShakeRandom read = new ShakeRandom(of.label, number);
            identitySeed = Octets.copyOf(read.next32());
            scalar = Octets.copyOf(read.next32());
            nonce = Octets.copyOf(read.next32());
            b = read.next32();
            k = read.next32();
            for (int i = 1; i < of.threshold; i++) {
                coefficientsOfB.add(Octets.copyOf(read.next32()));
            }
            for (int i = 1; i < of.threshold; i++) {
                coefficientsOfK.add(Octets.copyOf(read.next32()));
            }
            ShakeRandom random = new ShakeRandom(of.label, number);
            identity = Ed25519Identity.generate(random);
            agreement = EphemeralKey.generate(random);
            random.nextBytes(new byte[96]);
            ShamirSharing sharing = new ShamirSharing(of.threshold);
            sharesOfB = sharing.split(b, points, random);
            sharesOfK = sharing.split(k, points, random);
        }
    }

    private SlotVectors(Slot of) {
        this.of = of;
        int[] points = new int[of.sites];
        for (int u = 0; u < of.sites; u++) {
            cohort.add(u);
            points[u] = u + 1;
        }
        cohort.forEach(u -> sites.add(new Site(of, u, points)));
        open = Transcript.of("open")
                .octets(of.sid)
                .u64(of.slot)
                .u32(of.sites)
                .u32(of.threshold)
                .u32(MIN_COHORT)
                .octets(Transcript.of("policy").hash())
                .hash();
        Transcript context = Transcript.of("ctx").octets(open);
        sites.forEach(site -> context.bytes(ByteBuffer.allocate(36)
                .putInt(site.number)
                .put(site.nonce.toBytes())
                .array()));
        ctx = context.hash();
        ctx2 = Transcript.of("ctx2")
                .octets(ctx)
                .octets(inputHash())
                .sites(of.sharing)
                .hash();
        sites.forEach(this::deriveKeys);
    }

    private static Octets inputHash() {
        return Transcript.of("input").bytes(new byte[32]).hash();
    }

    private void deriveKeys(Site one) {
        Map<Integer, byte[]> chains = new TreeMap<>();
        for (Site other : sites) {
            if (other != one) {
                Site low = one.number < other.number ? one : other;
                Site high = low == one ? other : one;
                PairChain pair = new PairChain(
                        of.sid,
                        low.number,
                        high.number,
                        low.agreement.publicKey(),
                        high.agreement.publicKey(),
                        Octets.empty(),
                        Octets.empty());
                byte[] chain = pair.start(new byte[0], one.agreement.agree(other.agreement.publicKey()));
                one.chains.put(other.number, chain.clone());
                chains.put(other.number, chain);
            }
        }
        new Ratchet(chains).take(of.slot).forEach((peer, key) -> {
            one.slotKeys.put(peer, key.clone());
            one.pairs.put(peer, new SlotKeys(key, ctx, one.number, peer));
        });
    }

    /** The input of a site: q[i] = 1000·(u + 1) + i·(−1)^u − 2500. */
    private long[] input(int u) {
        long[] q = new long[of.lanes];
        for (int i = 0; i < q.length; i++) {
            q[i] = 1000L * (u + 1) + (u % 2 == 0 ? i : -i) - 2500;
        }
        return q;
    }

    private byte[] masked(Site site) {
        List<MaskStream> masks = new ArrayList<>();
        masks.add(MaskStream.adding(KeySchedule.selfMask(site.b, ctx2, site.number)));
        for (int v : of.sharing) {
            if (v != site.number) {
                byte[] key = KeySchedule.pairMask(site.pairs.get(v).pairSeed(), ctx2);
                masks.add(v > site.number ? MaskStream.adding(key) : MaskStream.subtracting(key));
            }
        }
        byte[] y = new byte[of.lanes * Long.BYTES];
        new MaskKernel().apply(GivenLanes.of(input(site.number)), masks, LaneSink.toLittleEndian(y));
        return y;
    }

    static String json(Slot of) {
        return new SlotVectors(of).write();
    }

    private String write() {
        json.open();
        json.text("label", of.label);
        json.number("sites", of.sites);
        json.number("threshold", of.threshold);
        json.number("minCohort", MIN_COHORT);
        json.number("slot", of.slot);
        json.number("lanes", of.lanes);
        json.numbers("sharing", of.sharing);
        json.numbers("survivors", of.survivors);
        json.hex("sid", of.sid);
        json.hex("policyHash", Transcript.of("policy").hash());
        json.hex("inputHash", inputHash());
        json.hex("open", open);
        json.hex("ctx", ctx);
        json.hex("ctx2", ctx2);
        json.hex("cons", Transcript.of("cons").octets(ctx2).sites(of.survivors).hash());
        json.list("site", sites, this::writeSite);
        json.list("pair", pairs(), pair -> writePair(pair.get(0), pair.get(1)));
        json.list("box", boxes(), box -> writeBox(box.get(0), box.get(1)));
        json.list("released", released(), one -> writeReleased(one.get(0), one.get(1)));
        long[] sum = new long[of.lanes];
        for (int u : of.survivors) {
            long[] q = input(u);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += q[i];
            }
        }
        json.texts("sum", sum);
        json.close();
        return json.toString();
    }

    private void writeSite(Site site) {
        json.number("number", site.number);
        json.hex("identitySeed", site.identitySeed);
        json.hex("identityKey", site.identity.publicKey().encoded());
        json.hex("agreementScalar", site.scalar);
        json.hex("agreementKey", site.agreement.publicKey());
        json.hex("nonce", site.nonce);
        json.hex("selfSeed", Octets.copyOf(site.b));
        json.hex("wrapKey", Octets.copyOf(site.k));
        json.hexes("selfCoefficients", site.coefficientsOfB);
        json.hexes("wrapCoefficients", site.coefficientsOfK);
        json.hex("selfCommitment", KeySchedule.commitSecret(SecretKind.SELF_SEED, ctx, site.number, site.b));
        json.hex("wrapCommitment", KeySchedule.commitSecret(SecretKind.WRAP_KEY, ctx, site.number, site.k));
        json.hex("selfMaskKey", Octets.copyOf(KeySchedule.selfMask(site.b, ctx2, site.number)));
        json.hex(
                "advertiseSignature",
                site.identity.sign(Transcript.of("advertise")
                        .octets(open)
                        .u32(site.number)
                        .octets(site.nonce)
                        .hash()));
        json.texts("input", input(site.number));
        if (of.survivors.contains(site.number)) {
            json.bytes("masked", masked(site));
        }
    }

    private List<List<Site>> pairs() {
        List<List<Site>> pairs = new ArrayList<>();
        sites.forEach(one -> sites.stream()
                .filter(other -> other.number > one.number)
                .forEach(other -> pairs.add(List.of(one, other))));
        return pairs;
    }

    private void writePair(Site low, Site high) {
        SlotKeys keys = low.pairs.get(high.number);
        json.number("low", low.number);
        json.number("high", high.number);
        json.hex("chain0", Octets.copyOf(low.chains.get(high.number)));
        json.hex("slotKey", Octets.copyOf(low.slotKeys.get(high.number)));
        json.hex("pairSeed", Octets.copyOf(keys.pairSeed()));
        json.hex("pairCommitment", KeySchedule.commitPairSeed(ctx, low.number, high.number, keys.pairSeed()));
        json.hex("maskKey", Octets.copyOf(KeySchedule.pairMask(keys.pairSeed(), ctx2)));
    }

    private List<List<Site>> boxes() {
        List<List<Site>> boxes = new ArrayList<>();
        of.sharing.forEach(u ->
                sites.stream().filter(to -> to.number != u).forEach(to -> boxes.add(List.of(sites.get(u), to))));
        return boxes;
    }

    private void writeBox(Site from, Site to) {
        SlotKeys keys = from.pairs.get(to.number);
        byte[] self = from.sharesOfB.get(to.number);
        byte[] wrap = from.sharesOfK.get(to.number);
        json.number("from", from.number);
        json.number("to", to.number);
        json.hex("shareKey", Octets.copyOf(keys.sendKey()));
        json.hex("selfShare", Octets.copyOf(self));
        json.hex("wrapShare", Octets.copyOf(wrap));
        json.hex("box", ShareBox.seal(keys.sendKey(), KeySchedule.boxContext(ctx, from.number, to.number), self, wrap));
        json.hex("wrap", keys.wrap(from.k));
        json.hex(
                "selfShareCommitment",
                KeySchedule.commitShare(SecretKind.SELF_SEED, ctx, from.number, to.number, self));
        json.hex(
                "wrapShareCommitment", KeySchedule.commitShare(SecretKind.WRAP_KEY, ctx, from.number, to.number, wrap));
    }

    private List<List<Site>> released() {
        List<List<Site>> released = new ArrayList<>();
        of.survivors.forEach(by -> of.sharing.forEach(owner -> released.add(List.of(sites.get(by), sites.get(owner)))));
        return released;
    }

    private void writeReleased(Site by, Site owner) {
        boolean survived = of.survivors.contains(owner.number);
        json.number("by", by.number);
        json.number("owner", owner.number);
        json.text("kind", survived ? "self" : "wrap");
        json.hex("share", Octets.copyOf((survived ? owner.sharesOfB : owner.sharesOfK).get(by.number)));
    }
}
