// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import io.hedgerow.secureagg.internal.key.Hkdf;
import io.hedgerow.secureagg.internal.key.KeySchedule;
import io.hedgerow.secureagg.internal.key.KeySchedule.SecretKind;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.ShareBox;
import io.hedgerow.secureagg.internal.key.SlotKeys;
import io.hedgerow.secureagg.internal.mask.MaskStream;
import io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare;
import io.hedgerow.secureagg.internal.message.SumMessage.RelayedBox;
import io.hedgerow.secureagg.internal.sharing.ShamirSharing;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Holds all secrets of a site in one slot. Erased by {@link #close}. */
final class SlotSecrets implements AutoCloseable {

    private final Octets ctx;
    private final int self;
    private final byte[] selfSeed = new byte[Hkdf.KEY_SIZE];
    private final byte[] wrapKey = new byte[Hkdf.KEY_SIZE];
    private final Map<Integer, SlotKeys> keys = new TreeMap<>();
    private final Map<Integer, byte[]> selfShares = new TreeMap<>();
    private final Map<Integer, byte[]> wrapShares = new TreeMap<>();

    /** Takes the slot keys over, of which those of sites outside the cohort are only erased. */
    SlotSecrets(Octets ctx, int self, Map<Integer, byte[]> slotKeys, List<Integer> cohort, SecureRandom random) {
        this.ctx = ctx;
        this.self = self;
        random.nextBytes(selfSeed);
        random.nextBytes(wrapKey);
        Set<Integer> members = Set.copyOf(cohort);
        slotKeys.forEach((peer, slotKey) -> {
            if (members.contains(peer)) {
                keys.put(peer, new SlotKeys(slotKey, ctx, self, peer));
            } else {
                KeySchedule.erase(slotKey);
            }
        });
    }

    /** Shares both secrets among the cohort: one entry for each peer; the own shares are kept. */
    List<PeerShare> share(List<Integer> cohort, int threshold, SecureRandom random) {
        int[] points = cohort.stream().mapToInt(site -> site + 1).toArray();
        ShamirSharing sharing = new ShamirSharing(threshold);
        List<byte[]> ofSelfSeed = sharing.split(selfSeed, points, random);
        List<byte[]> ofWrapKey = sharing.split(wrapKey, points, random);
        List<PeerShare> entries = new ArrayList<>();
        for (int i = 0; i < cohort.size(); i++) {
            int peer = cohort.get(i);
            if (peer == self) {
                selfShares.put(self, ofSelfSeed.get(i).clone());
                wrapShares.put(self, ofWrapKey.get(i).clone());
            } else {
                entries.add(entry(peer, ofSelfSeed.get(i), ofWrapKey.get(i)));
            }
        }
        ofSelfSeed.forEach(KeySchedule::erase);
        ofWrapKey.forEach(KeySchedule::erase);
        return entries;
    }

    private PeerShare entry(int peer, byte[] selfShare, byte[] wrapShare) {
        SlotKeys pair = keysOf(peer);
        return new PeerShare(
                peer,
                ShareBox.seal(pair.sendKey(), KeySchedule.boxContext(ctx, self, peer), selfShare, wrapShare),
                pair.wrap(wrapKey),
                KeySchedule.commitPairSeed(ctx, self, peer, pair.pairSeed()),
                KeySchedule.commitShare(SecretKind.SELF_SEED, ctx, self, peer, selfShare),
                KeySchedule.commitShare(SecretKind.WRAP_KEY, ctx, self, peer, wrapShare));
    }

    Octets commitment(SecretKind kind) {
        return KeySchedule.commitSecret(kind, ctx, self, kind == SecretKind.SELF_SEED ? selfSeed : wrapKey);
    }

    /** Commitment to the share of its own seed that this site keeps. */
    Octets ownShareCommitment() {
        byte[] share = shareOf(SecretKind.SELF_SEED, self).toBytes();
        Octets commitment = KeySchedule.commitShare(SecretKind.SELF_SEED, ctx, self, self, share);
        KeySchedule.erase(share);
        return commitment;
    }

    /** Opens a box and keeps its shares; false when it does not open or they are not those committed to. */
    boolean open(RelayedBox box) {
        int owner = box.from();
        Optional<byte[]> opened =
                ShareBox.open(keysOf(owner).receiveKey(), KeySchedule.boxContext(ctx, owner, self), box.box());
        if (opened.isEmpty()) {
            return false;
        }
        byte[] shares = opened.get();
        byte[] selfShare = Arrays.copyOfRange(shares, 0, ShamirSharing.SIZE);
        byte[] wrapShare = Arrays.copyOfRange(shares, ShamirSharing.SIZE, shares.length);
        KeySchedule.erase(shares);
        selfShares.put(owner, selfShare);
        wrapShares.put(owner, wrapShare);
        return KeySchedule.commitShare(SecretKind.SELF_SEED, ctx, owner, self, selfShare)
                        .equals(box.selfShareCommitment())
                && KeySchedule.commitShare(SecretKind.WRAP_KEY, ctx, owner, self, wrapShare)
                        .equals(box.wrapShareCommitment());
    }

    List<MaskStream> masks(Octets ctx2, List<Integer> sharing) {
        List<MaskStream> masks = new ArrayList<>();
        byte[] own = KeySchedule.selfMask(selfSeed, ctx2, self);
        masks.add(MaskStream.adding(own));
        KeySchedule.erase(own);
        for (int peer : sharing) {
            if (peer != self) {
                byte[] key = KeySchedule.pairMask(keysOf(peer).pairSeed(), ctx2);
                masks.add(peer > self ? MaskStream.adding(key) : MaskStream.subtracting(key));
                KeySchedule.erase(key);
            }
        }
        return masks;
    }

    /** Once the input is masked only the shares for others are needed. */
    void eraseOwn() {
        KeySchedule.erase(selfSeed, wrapKey);
        keys.values().forEach(SlotKeys::close);
        keys.clear();
    }

    Octets shareOf(SecretKind kind, int owner) {
        byte[] share = (kind == SecretKind.SELF_SEED ? selfShares : wrapShares).get(owner);
        if (share == null) {
            throw new IllegalStateException("a share must have been received to be released");
        }
        return Octets.copyOf(share);
    }

    private SlotKeys keysOf(int peer) {
        SlotKeys pair = keys.get(peer);
        if (pair == null) {
            throw new IllegalStateException("a peer must be of the cohort, site " + peer + " was not");
        }
        return pair;
    }

    boolean isErased() {
        return keys.isEmpty()
                && selfShares.isEmpty()
                && wrapShares.isEmpty()
                && Arrays.equals(selfSeed, new byte[Hkdf.KEY_SIZE])
                && Arrays.equals(wrapKey, new byte[Hkdf.KEY_SIZE]);
    }

    @Override
    public void close() {
        eraseOwn();
        selfShares.values().forEach(KeySchedule::erase);
        wrapShares.values().forEach(KeySchedule::erase);
        selfShares.clear();
        wrapShares.clear();
    }

    @Override
    public String toString() {
        return "SlotSecrets[" + self + "]";
    }
}
