// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg;

import io.hedgerow.secureagg.internal.coordinator.CoordinatorHandshake;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSession;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot.SlotSum;
import io.hedgerow.secureagg.internal.key.Ed25519Identity;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.message.SessionMessage.SiteNonce;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.Purpose;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.site.MaskingSession;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.internal.site.SiteHandshake;
import io.hedgerow.secureagg.internal.site.SiteSlot;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Sites and a coordinator in one process. Every message goes through its byte form, and may be changed or lost on the
 * way.
 */
public final class Federation {

    /** Steps of a slot, before which a site may disappear. */
    public static final int ADVERTISE = 1;

    public static final int SHARE = 2;
    public static final int MASK = 3;
    public static final int CONFIRM = 4;
    public static final int UNMASK = 5;
    public static final int NEVER = 6;

    /** The way between two ends. */
    public interface Line {
        /** Returns the bytes that arrive; the coordinator is −1. */
        Octets pass(Class<? extends Message> kind, int from, int to, Octets bytes);
    }

    public static final AggregationPolicy CLASSICAL =
            AggregationPolicy.standard().with(Suite.CLASSICAL);
    public static final AggregationPolicy TRUSTING = CLASSICAL.with(CoordinatorTrust.HONEST_BUT_CURIOUS);
    /** Four sites suffice for a third site to be lost. */
    public static final AggregationPolicy LENIENT =
            new AggregationPolicy(Suite.CLASSICAL, CoordinatorTrust.MALICIOUS, OptionalInt.empty(), 2, 3, false, true);

    public final AggregationPolicy policy;
    public final Roster roster;
    public final List<Ed25519Identity> identities = new ArrayList<>();
    public final Ed25519Identity coordinatorIdentity;
    public final List<MemoryStores> stores = new ArrayList<>();
    public final List<SiteConfiguration> configurations = new ArrayList<>();
    public final List<MaskingSession> sites = new ArrayList<>();
    public CoordinatorSession coordinator;
    public Line line = (kind, from, to, bytes) -> bytes;
    public Map<Integer, SiteSlot> slots = new TreeMap<>();
    public CoordinatorSlot slot;
    public final List<Octets> wire = new ArrayList<>();

    public Federation(int n, AggregationPolicy policy) {
        this(n, policy, null);
    }

    public Federation(int n, AggregationPolicy policy, Line handshakeLine) {
        this.policy = policy;
        line = handshakeLine == null ? line : handshakeLine;
        SecureRandom random = new SecureRandom();
        coordinatorIdentity = Ed25519Identity.generate(random);
        List<Roster.Member> members = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            identities.add(Ed25519Identity.generate(random));
            members.add(new Roster.Member("site-" + i, identities.get(i).publicKey()));
        }
        roster = new Roster(coordinatorIdentity.publicKey(), members);
        for (int i = 0; i < n; i++) {
            MemoryStores disk = new MemoryStores();
            stores.add(disk);
            configurations.add(new SiteConfiguration(policy, roster, identities.get(i), new ReleaseGuard(disk)));
        }
        renew();
        line = (kind, from, to, bytes) -> bytes;
    }

    /** Another session of all, as after a restart of anybody. */
    public final void renew() {
        sites.clear();
        coordinator = openSession();
    }

    private CoordinatorSession openSession() {
        CoordinatorHandshake handshake =
                new CoordinatorHandshake(policy, roster, coordinatorIdentity, new SecureRandom());
        List<SiteHandshake> hands =
                configurations.stream().map(SiteHandshake::new).toList();
        for (int i = 0; i < hands.size(); i++) {
            handshake.receive(up(SiteNonce.class, i, hands.get(i).accept(down(i, handshake.offer()))));
        }
        SessionStart start = handshake.start();
        for (int i = 0; i < hands.size(); i++) {
            handshake.receive(up(Hello.class, i, hands.get(i).hello(down(i, start))));
        }
        for (int i = 0; i < hands.size(); i++) {
            for (Encapsulated one : hands.get(i).encapsulate(downAll(i, handshake.hellos()))) {
                handshake.receive(up(Encapsulated.class, i, one));
            }
        }
        for (int i = 0; i < hands.size(); i++) {
            sites.add(hands.get(i).complete(downAll(i, handshake.hellos()), downAll(i, handshake.ciphertextsFor(i))));
        }
        return handshake.session();
    }

    private <M extends Message> List<M> downAll(int to, List<M> messages) {
        return messages.stream().map(message -> down(to, message)).toList();
    }

    /** From the coordinator to a site. */
    @SuppressWarnings("unchecked")
    public <M extends Message> M down(int to, M message) {
        Octets arrived = line.pass(message.getClass(), -1, to, message.encode());
        Message decoded = Message.decodeFromCoordinator(arrived);
        if (decoded.getClass() != message.getClass()) {
            throw ViolationException.byCoordinator(ViolationException.Reason.ORDER, "another message");
        }
        return (M) decoded;
    }

    /** From a site to the coordinator. */
    public <M extends Message> M up(Class<M> kind, int from, M message) {
        Octets sent = message.encode();
        wire.add(sent);
        Message decoded = Message.decodeFromSite(line.pass(kind, from, -1, sent), from);
        if (decoded.getClass() != kind) {
            throw ViolationException.bySite(ViolationException.Reason.ORDER, from, "another message");
        }
        return kind.cast(decoded);
    }

    public static InputTerms terms(Purpose purpose, String specification, long round) {
        return new InputTerms(
                purpose.code(),
                Transcript.of("model").u64(round).hash(),
                Transcript.of(specification).hash(),
                round);
    }

    /** A round in which sites may be lost. */
    public static InputTerms noisy(long round) {
        return terms(Purpose.NOISY_CHANGE, "iterate", round);
    }

    /** A round over all sites. */
    public static InputTerms exact(long round) {
        return terms(Purpose.CHANGE, "iterate", round);
    }

    /** One slot: sites disappear before the step that {@code lastStep} gives. */
    public SlotSum run(long[][] inputs, InputTerms terms, IntUnaryOperator lostBefore) {
        start(inputs[0].length, lostBefore);
        CohortList cohort = slot.closeAdvertise();
        for (int u : present(cohort.sites(), SHARE, lostBefore)) {
            slot.receive(up(ShareMessage.class, u, slots.get(u).share(down(u, cohort))));
        }
        Map<Integer, RoundInput> requests = slot.closeShares(terms);
        for (int u : present(new ArrayList<>(requests.keySet()), MASK, lostBefore)) {
            RoundInput request = down(u, requests.get(u));
            slot.receive(up(MaskedInput.class, u, slots.get(u).mask(request, any -> GivenLanes.of(inputs[u]))));
        }
        return finish(slot.closeMasked(), lostBefore);
    }

    public void start(int lanes, IntUnaryOperator lostBefore) {
        slot = coordinator.open(lanes);
        slots = new TreeMap<>();
        RoundOpen open = slot.open();
        for (int u : present(coordinator.terms().participants(), ADVERTISE, lostBefore)) {
            slots.put(u, sites.get(u).open(down(u, open)));
            slot.receive(up(Advertise.class, u, slots.get(u).advertise()));
        }
    }

    public SlotSum finish(SurvivorList survivors, IntUnaryOperator lostBefore) {
        if (policy.trust() == CoordinatorTrust.HONEST_BUT_CURIOUS) {
            for (int u : present(survivors.sites(), UNMASK, lostBefore)) {
                slot.receive(up(UnmaskShares.class, u, slots.get(u).unmask(down(u, survivors))));
            }
        } else {
            for (int u : present(survivors.sites(), CONFIRM, lostBefore)) {
                slot.receive(up(Consistency.class, u, slots.get(u).confirm(down(u, survivors))));
            }
            UnmaskRequest request = slot.closeConsistency();
            for (int u : present(survivors.sites(), UNMASK, lostBefore)) {
                slot.receive(up(UnmaskShares.class, u, slots.get(u).unmask(down(u, request))));
            }
        }
        return slot.finish((lanes, sites) -> {});
    }

    /** Kills a site and starts it again with what its disk has; it is in no session. */
    public void restart(int u) {
        restart(u, stores.get(u));
    }

    public void restart(int u, MemoryStores disk) {
        stores.set(u, disk);
        configurations.set(u, new SiteConfiguration(policy, roster, identities.get(u), new ReleaseGuard(disk)));
    }

    public static List<Integer> present(List<Integer> sites, int step, IntUnaryOperator lostBefore) {
        return sites.stream().filter(u -> lostBefore.applyAsInt(u) > step).toList();
    }
}
