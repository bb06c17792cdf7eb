// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.coordinator.CoordinatorSlot.Dispute;
import io.hedgerow.secureagg.internal.key.KeySchedule;
import io.hedgerow.secureagg.internal.key.KeySchedule.SecretKind;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.RelayedBox;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

final class ShareBoard {

    private final Map<Integer, ShareMessage> messages = new TreeMap<>();
    private final Map<Integer, Map<Integer, PeerShare>> entries = new HashMap<>();

    /** Keeps a message; a second one that differs is refused. */
    void add(ShareMessage message) {
        ShareMessage before = messages.putIfAbsent(message.site(), message);
        if (before != null && !before.equals(message)) {
            throw ViolationException.bySite(Reason.ORDER, message.site(), "must send shares once, sent two");
        }
        Map<Integer, PeerShare> byPeer = new HashMap<>();
        message.peers().forEach(entry -> byPeer.put(entry.peer(), entry));
        entries.put(message.site(), byPeer);
    }

    private ShareMessage message(int site) {
        ShareMessage message = messages.get(site);
        if (message == null) {
            throw new IllegalArgumentException("site " + site + " must have sent shares, has not");
        }
        return message;
    }

    private PeerShare entry(int owner, int peer) {
        PeerShare entry = entries.getOrDefault(owner, Map.of()).get(peer);
        if (entry == null) {
            throw new IllegalArgumentException("site " + owner + " must have shares for " + peer + ", has not");
        }
        return entry;
    }

    /**
     * Pairs that committed to different keys for each other, in ascending order. One of the two lies or is out of step.
     */
    List<Dispute> disputes() {
        List<Integer> sites = sites();
        List<Dispute> found = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            for (int j = i + 1; j < sites.size(); j++) {
                Octets here = entry(sites.get(i), sites.get(j)).pairCommitment();
                if (!here.equals(entry(sites.get(j), sites.get(i)).pairCommitment())) {
                    found.add(new Dispute(sites.get(i), sites.get(j)));
                }
            }
        }
        return found;
    }

    List<Integer> sites() {
        return List.copyOf(messages.keySet());
    }

    List<RelayedBox> boxesFor(int receiver, List<Integer> sharing) {
        List<RelayedBox> boxes = new ArrayList<>();
        for (int owner : sharing) {
            if (owner != receiver) {
                PeerShare entry = entry(owner, receiver);
                boxes.add(new RelayedBox(owner, entry.box(), entry.selfShareCommitment(), entry.wrapShareCommitment()));
            }
        }
        return boxes;
    }

    boolean isShare(SecretKind kind, int owner, int holder, Octets share) {
        ShareMessage message = message(owner);
        Octets expected;
        if (holder == owner) {
            if (kind != SecretKind.SELF_SEED) {
                return false;
            }
            expected = message.ownShareCommitment();
        } else {
            PeerShare entry = entry(owner, holder);
            expected = kind == SecretKind.SELF_SEED ? entry.selfShareCommitment() : entry.wrapShareCommitment();
        }
        byte[] bytes = share.toBytes();
        return KeySchedule.commitShare(kind, message.ctx(), owner, holder, bytes)
                .equals(expected);
    }

    void requireSecret(SecretKind kind, int owner, byte[] secret) {
        ShareMessage message = message(owner);
        Octets expected = kind == SecretKind.SELF_SEED ? message.selfCommitment() : message.wrapCommitment();
        if (!KeySchedule.commitSecret(kind, message.ctx(), owner, secret).equals(expected)) {
            throw ViolationException.bySite(Reason.SHARE, owner, "shares must give the secret committed to, did not");
        }
    }

    /** The pair seed of a lost site and another, out of its wrap. */
    byte[] unwrap(int lost, int other, byte[] wrapKey) {
        PeerShare entry = entry(lost, other);
        Octets ctx = message(lost).ctx();
        byte[] seed = KeySchedule.unwrap(entry.wrap(), wrapKey, ctx, lost, other);
        if (!KeySchedule.commitPairSeed(ctx, lost, other, seed).equals(entry.pairCommitment())) {
            throw ViolationException.bySite(Reason.SHARE, lost, "a wrap must hold the seed committed to, did not");
        }
        return seed;
    }
}
