// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.secureagg.internal.codec.LaneSink;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorHandshake;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot.SlotSum;
import io.hedgerow.secureagg.internal.key.Ed25519Identity;
import io.hedgerow.secureagg.internal.key.EphemeralKey;
import io.hedgerow.secureagg.internal.key.IdentityKey;
import io.hedgerow.secureagg.internal.key.KeySchedule;
import io.hedgerow.secureagg.internal.key.KeySchedule.SecretKind;
import io.hedgerow.secureagg.internal.key.MlKem768;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.PairChain;
import io.hedgerow.secureagg.internal.key.Ratchet;
import io.hedgerow.secureagg.internal.key.ShareBox;
import io.hedgerow.secureagg.internal.key.SlotKeys;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.mask.MaskKernel;
import io.hedgerow.secureagg.internal.mask.MaskStream;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionOffer;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.message.SessionMessage.SiteNonce;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedSignature;
import io.hedgerow.secureagg.internal.message.SumMessage.ReleasedShare;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.sharing.ShamirSharing;
import io.hedgerow.secureagg.internal.site.MaskingSession;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.internal.site.SiteHandshake;
import io.hedgerow.secureagg.internal.site.SiteSlot;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A session and a sum of a real coordinator and one real site among many that stand in: they share one key pair, one
 * secret and one input, and mask with the real site only. What they send is as large as it would be, signed by each of
 * them, and sound for coordinator and site. So what both of these take is seen without doing the work of all others.
 * With {@code -Dmasked.sites=1000} it says what they took on their one thread, without the collector and compiler.
 */
class OneOfManySitesTest {

    private static final int SITES = Integer.getInteger("masked.sites", 40);
    private static final int LANES = 131;
    private static final int REAL = SITES / 2;
    private static final Octets ANY_CIPHERTEXT = Octets.takeOver(new byte[MlKem768.CIPHERTEXT_SIZE]);
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private final AggregationPolicy policy = AggregationPolicy.standard();
    private final SecureRandom random = new SecureRandom();
    private final Ed25519Identity coordinator = Ed25519Identity.generate(random);
    private final List<Ed25519Identity> identities = new ArrayList<>();
    private final EphemeralKey agreementKey = EphemeralKey.generate(random);
    private final MlKem768 kem = MlKem768.generate(random);
    private final byte[] seed = new ShakeRandom(5).next32();
    private final Map<Integer, byte[]> slotKeys = new TreeMap<>();
    private final Map<Integer, SlotKeys> withReal = new TreeMap<>();
    private final Map<String, Long> took = new TreeMap<>();
    private final StringBuilder report = new StringBuilder();
    private List<byte[]> shares = List.of();

    private <T> T timed(String who, Supplier<T> work) {
        long before = CLOCK.getCurrentThreadCpuTime();
        T made = work.get();
        took.merge(who, CLOCK.getCurrentThreadCpuTime() - before, Long::sum);
        return made;
    }

    private <T> T coordinated(Supplier<T> work) {
        return timed("coordinator", work);
    }

    private void coordinated(Runnable work) {
        coordinated(() -> {
            work.run();
            return work;
        });
    }

    private <T> T atSite(Supplier<T> work) {
        return timed("site", work);
    }

    private void step(String name, List<? extends Message> toSite, List<? extends Message> fromSite) {
        report.append(String.format(
                Locale.ROOT,
                "%s: coordinator %.2f s, site %.3f s, to the site %.0f kB, from it %.0f kB%n",
                name,
                took.getOrDefault("coordinator", 0L) / 1e9,
                took.getOrDefault("site", 0L) / 1e9,
                size(toSite) / 1e3,
                size(fromSite) / 1e3));
        took.clear();
    }

    private static List<Octets> encoded(List<? extends Message> messages) {
        return messages.stream().map(Message::encode).toList();
    }

    private static double size(List<? extends Message> messages) {
        return encoded(messages).stream()
                .mapToInt(one -> Integer.BYTES + one.size())
                .sum();
    }

    @SuppressWarnings("unchecked")
    private <M extends Message> List<M> arrived(List<M> sent) {
        List<Octets> wire = coordinated(() -> encoded(sent));
        return atSite(() -> wire.stream()
                .map(bytes -> (M) Message.decodeFromCoordinator(bytes))
                .toList());
    }

    private <M extends Message> M arrived(M sent) {
        return arrived(List.of(sent)).get(0);
    }

    private <M extends Message> M up(Class<M> kind, int from, M sent) {
        Octets bytes = from == REAL ? atSite(sent::encode) : sent.encode();
        return coordinated(() -> kind.cast(Message.decodeFromSite(bytes, from)));
    }

    /** Every site sends a message, and the coordinator takes it. */
    private <M extends Message> void fromEach(Class<M> kind, IntFunction<M> sent, Consumer<M> receiver) {
        for (int i = 0; i < SITES; i++) {
            M received = up(kind, i, sent.apply(i));
            coordinated(() -> receiver.accept(received));
        }
    }

    private Octets sign(int site, Octets digest) {
        return identities.get(site).sign(digest);
    }

    private static List<Integer> others() {
        return IntStream.range(0, SITES).filter(i -> i != REAL).boxed().toList();
    }

    @Test
    void sumOfManySites_isFound() {
        for (int i = 0; i < SITES; i++) {
            identities.add(Ed25519Identity.generate(random));
        }
        Roster roster = roster();
        CoordinatorHandshake handshake =
                coordinated(() -> new CoordinatorHandshake(policy, roster, coordinator, random));
        SlotSum sum = sum(handshake, join(handshake, roster()));
        assertArrayEquals(LongStream.of(input()).map(lane -> lane * SITES).toArray(), sum.lanes());
        if (System.getProperty("masked.sites") != null) {
            System.out.print(report);
        }
    }

    /** Each end has read its own, and so remembers no signature that the other has looked at. */
    private Roster roster() {
        List<Roster.Member> members = new ArrayList<>();
        identities.forEach(one -> members.add(new Roster.Member(
                "site-" + members.size(), new IdentityKey(one.publicKey().encoded()))));
        return new Roster(new IdentityKey(coordinator.publicKey().encoded()), members);
    }

    private static long[] input() {
        return LongStream.range(0, LANES)
                .map(lane -> lane == LANES - 1 ? 1 : 1000 * lane - 7)
                .toArray();
    }

    private MaskingSession join(CoordinatorHandshake handshake, Roster roster) {
        SiteHandshake site = atSite(() -> new SiteHandshake(
                new SiteConfiguration(policy, roster, identities.get(REAL), new ReleaseGuard(new MemoryStores()))));
        SiteNonce own = atSite(() -> site.accept(handshake.offer()));
        fromEach(SiteNonce.class, i -> i == REAL ? own : nonce(handshake.offer(), i), handshake::receive);
        SessionStart start = coordinated(handshake::start);
        SessionStart told = arrived(start);
        Hello hello = atSite(() -> site.hello(told));
        step("offer and start", List.of(handshake.offer(), start), List.of(own, hello));
        fromEach(Hello.class, i -> i == REAL ? hello : hello(hello, i), handshake::receive);
        List<Hello> first = arrived(coordinated(handshake::hellos));
        List<Encapsulated> sealed = atSite(() -> site.encapsulate(first));
        step("keys", handshake.hellos(), sealed);
        encapsulate(handshake, hello, sealed);
        List<Hello> second = arrived(handshake.hellos());
        List<Encapsulated> opened = arrived(coordinated(() -> handshake.ciphertextsFor(REAL)));
        MaskingSession session = atSite(() -> site.complete(second, opened));
        List<Message> closing = new ArrayList<>(handshake.hellos());
        closing.addAll(handshake.ciphertextsFor(REAL));
        step("keys again, and ciphertexts", closing, List.of());
        others().forEach(i -> coordinated(() -> encoded(handshake.ciphertextsFor(i))));
        step("the ciphertexts of all others are passed on", List.of(), List.of());
        memory("with the ciphertexts of all");
        return session;
    }

    private SiteNonce nonce(SessionOffer offer, int site) {
        Octets nonce = Transcript.of("nonce").u32(site).hash();
        SiteNonce unsigned = new SiteNonce(offer.digest(), site, nonce, Octets.empty());
        return new SiteNonce(offer.digest(), site, nonce, sign(site, unsigned.digest()));
    }

    private Advertise advertise(CoordinatorSlot slot, int site) {
        Octets open = slot.open().digest();
        Octets nonce = Transcript.of("slot").u32(site).hash();
        Advertise unsigned = new Advertise(open, site, nonce, Octets.empty());
        return new Advertise(open, site, nonce, sign(site, unsigned.digest()));
    }

    private Hello hello(Hello real, int site) {
        Octets own = agreementKey.publicKey();
        Octets ek = kem.encapsulationKey();
        Hello unsigned = new Hello(real.sid(), real.rosterHash(), site, own, ek, Octets.empty());
        return new Hello(real.sid(), real.rosterHash(), site, own, ek, sign(site, unsigned.digest()));
    }

    private void encapsulate(CoordinatorHandshake handshake, Hello hello, List<Encapsulated> sealed) {
        Map<Integer, byte[]> chains = new TreeMap<>();
        for (int from = 0; from < SITES; from++) {
            for (int to = from + 1; to < SITES; to++) {
                Octets ciphertext = ANY_CIPHERTEXT;
                byte[] secret = {};
                if (from == REAL) {
                    ciphertext = sealed.get(to - from - 1).ciphertext();
                    secret = kem.decapsulate(ciphertext);
                } else if (to == REAL) {
                    MlKem768.Encapsulation made = kem.encapsulate(hello.encapsulationKey());
                    ciphertext = made.ciphertext();
                    secret = made.secret();
                }
                if (secret.length > 0) {
                    chains.put(from == REAL ? to : from, chain(hello, from, to, ciphertext, secret));
                }
                Encapsulated unsigned = new Encapsulated(hello.sid(), from, to, ciphertext, Octets.empty());
                Encapsulated sent = from == REAL
                        ? sealed.get(to - from - 1)
                        : new Encapsulated(hello.sid(), from, to, ciphertext, sign(from, unsigned.digest()));
                Encapsulated received = up(Encapsulated.class, from, sent);
                coordinated(() -> handshake.receive(received));
            }
        }
        assertEquals(List.of(), coordinated(handshake::withoutCiphertexts));
        try (Ratchet ratchet = new Ratchet(chains)) {
            slotKeys.putAll(ratchet.take(0));
        }
        step("ciphertexts", List.of(), sealed);
    }

    private byte[] chain(Hello hello, int from, int to, Octets ciphertext, byte[] secret) {
        Octets own = agreementKey.publicKey();
        boolean low = from == REAL;
        return new PairChain(
                        hello.sid(),
                        from,
                        to,
                        low ? hello.agreementKey() : own,
                        low ? own : hello.agreementKey(),
                        low ? kem.encapsulationKey() : hello.encapsulationKey(),
                        ciphertext)
                .start(secret, agreementKey.agree(hello.agreementKey()));
    }

    private SlotSum sum(CoordinatorHandshake handshake, MaskingSession session) {
        CoordinatorSlot slot = coordinated(() -> handshake.session().open(LANES));
        SiteSlot site = atSite(() -> session.open(arrived(slot.open())));
        fromEach(Advertise.class, i -> i == REAL ? site.advertise() : advertise(slot, i), slot::receive);
        CohortList cohort = coordinated(slot::closeAdvertise);
        CohortList list = arrived(cohort);
        ShareMessage dealt = atSite(() -> site.share(list));
        step("who takes part, shares", List.of(slot.open(), cohort), List.of(site.advertise(), dealt));
        share(slot, cohort.context(), dealt);
        Map<Integer, RoundInput> requests = coordinated(() -> slot.closeShares(Federation.exact(1)));
        RoundInput request = requests.get(REAL);
        RoundInput asked = arrived(request);
        MaskedInput masked = atSite(() -> site.mask(asked, terms -> GivenLanes.of(input())));
        step("boxes, masked input", List.of(request), List.of(masked));
        others().forEach(i -> coordinated(() -> requests.get(i).encode()));
        step("the boxes of all others are passed on", List.of(), List.of());
        memory("with the boxes of all");
        Octets ctx2 = request.context();
        fromEach(MaskedInput.class, i -> i == REAL ? masked : masked(i, ctx2), slot::receive);
        SurvivorList survivors = coordinated(slot::closeMasked);
        SurvivorList heard = arrived(survivors);
        Consistency confirmed = atSite(() -> site.confirm(heard));
        step("masked inputs, survivors", List.of(survivors), List.of(confirmed));
        Octets cons = confirmed.cons();
        fromEach(
                Consistency.class, i -> i == REAL ? confirmed : new Consistency(cons, i, sign(i, cons)), slot::receive);
        UnmaskRequest unmask = coordinated(slot::closeConsistency);
        UnmaskRequest last = arrived(unmask);
        UnmaskShares released = atSite(() -> site.unmask(last));
        step("confirmations", List.of(unmask), List.of(released));
        Octets ctx = cohort.context();
        fromEach(UnmaskShares.class, i -> i == REAL ? released : released(i, ctx, ctx2, dealt), slot::receive);
        SlotSum sum = coordinated(() -> slot.finish((lanes, sites) -> {}));
        step("shares of all, the sum", List.of(), List.of());
        return sum;
    }

    private void share(CoordinatorSlot slot, Octets ctx, ShareMessage dealt) {
        int[] points = IntStream.rangeClosed(1, SITES).toArray();
        shares = new ShamirSharing(slot.open().threshold()).split(seed, points, random);
        slotKeys.forEach((peer, key) -> withReal.put(peer, new SlotKeys(key, ctx, peer, REAL)));
        fromEach(ShareMessage.class, i -> i == REAL ? dealt : share(ctx, i), slot::receive);
    }

    private ShareMessage share(Octets ctx, int site) {
        Octets any = Transcript.of("any").hash();
        Octets box = Octets.takeOver(new byte[ShareBox.SIZE]);
        List<PeerShare> entries = new ArrayList<>();
        for (int j = 0; j < SITES; j++) {
            Octets commitment = KeySchedule.commitShare(SecretKind.SELF_SEED, ctx, site, j, shares.get(j));
            if (j == REAL) {
                SlotKeys pair = withReal.get(site);
                Octets context = KeySchedule.boxContext(ctx, site, REAL);
                entries.add(new PeerShare(
                        REAL,
                        ShareBox.seal(pair.sendKey(), context, shares.get(j), seed),
                        any,
                        KeySchedule.commitPairSeed(ctx, site, REAL, pair.pairSeed()),
                        commitment,
                        KeySchedule.commitShare(SecretKind.WRAP_KEY, ctx, site, REAL, seed)));
            } else if (j != site) {
                entries.add(new PeerShare(j, box, any, any, commitment, any));
            }
        }
        return signed(ctx, site, entries, any);
    }

    private ShareMessage signed(Octets ctx, int site, List<PeerShare> entries, Octets any) {
        Octets own = KeySchedule.commitShare(SecretKind.SELF_SEED, ctx, site, site, shares.get(site));
        Octets secret = KeySchedule.commitSecret(SecretKind.SELF_SEED, ctx, site, seed);
        ShareMessage unsigned = new ShareMessage(ctx, site, entries, own, secret, any, Octets.empty());
        return new ShareMessage(ctx, site, entries, own, secret, any, sign(site, unsigned.digest()));
    }

    private MaskedInput masked(int site, Octets ctx2) {
        byte[] key = KeySchedule.pairMask(withReal.get(site).pairSeed(), ctx2);
        MaskStream pair = site < REAL ? MaskStream.adding(key) : MaskStream.subtracting(key);
        byte[] lanes = new byte[LANES * Long.BYTES];
        List<MaskStream> masks = List.of(MaskStream.adding(KeySchedule.selfMask(seed, ctx2, site)), pair);
        new MaskKernel().apply(GivenLanes.of(input()), masks, LaneSink.toLittleEndian(lanes));
        Octets masked = Octets.takeOver(lanes);
        Octets digest = policy.signInputs() ? Transcript.digestOf(masked) : Octets.empty();
        Octets signed = new MaskedSignature(site, digest, Octets.empty()).digest(ctx2);
        return new MaskedInput(ctx2, masked, new MaskedSignature(site, digest, sign(site, signed)));
    }

    private UnmaskShares released(int site, Octets ctx, Octets ctx2, ShareMessage dealt) {
        List<ReleasedShare> all = new ArrayList<>();
        for (int owner = 0; owner < SITES; owner++) {
            byte[] share = shares.get(site);
            if (owner == REAL) {
                Octets box = dealt.entry(site).orElseThrow().box();
                Octets context = KeySchedule.boxContext(ctx, REAL, site);
                byte[] both = ShareBox.open(withReal.get(site).receiveKey(), context, box)
                        .orElseThrow();
                share = java.util.Arrays.copyOf(both, ShamirSharing.SIZE);
            }
            all.add(new ReleasedShare(owner, Octets.copyOf(share)));
        }
        return new UnmaskShares(ctx2, site, all);
    }

    private void memory(String when) {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        report.append(when + ": " + heap / 1_000_000 + " MB of heap\n");
    }
}
