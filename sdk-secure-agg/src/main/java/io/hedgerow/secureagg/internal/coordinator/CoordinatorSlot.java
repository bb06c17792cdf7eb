// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.codec.LaneSource;
import io.hedgerow.secureagg.internal.coordinator.BelowThresholdException.Step;
import io.hedgerow.secureagg.internal.key.KeySchedule.SecretKind;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.mask.MaskKernel;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedSignature;
import io.hedgerow.secureagg.internal.message.SumMessage.ReleasedShare;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;

/**
 * The coordinator's side of one slot, a single run of the aggregation protocol. It receives what sites send at a step,
 * ignores what is not sound (with an exception that names the sender), and closes the step when the caller has waited
 * long enough. Too few sites at a step end the slot; nothing is released then. Not thread-safe.
 */
public final class CoordinatorSlot {

    private final CoordinatorSession session;
    private final SessionTerms terms;
    private final RoundOpen open;
    private final int lanes;
    private final Map<Integer, Advertise> advertised = new TreeMap<>();
    private final ShareBoard board = new ShareBoard();
    private final Map<Integer, MaskedInput> masked = new TreeMap<>();
    private final Map<Integer, Consistency> confirmed = new TreeMap<>();
    private final Map<Integer, UnmaskShares> released = new TreeMap<>();
    private Step step = Step.ADVERTISE;
    private boolean ended;
    private List<Integer> cohort = List.of();
    private List<Integer> sharing = List.of();
    private List<Integer> survivors = List.of();
    private List<Dispute> disputes = List.of();
    private Octets ctx = Octets.empty();
    private Octets ctx2 = Octets.empty();
    private Octets cons = Octets.empty();

    CoordinatorSlot(CoordinatorSession session, RoundOpen open, int lanes) {
        this.session = session;
        this.terms = session.terms();
        this.open = open;
        this.lanes = lanes;
    }

    public RoundOpen open() {
        return open;
    }

    private int fewest() {
        return Math.max(open.threshold(), open.minCohort());
    }

    private void requireStep(Step expected, int site) {
        if (ended || step != expected) {
            throw ViolationException.bySite(Reason.ORDER, site, "must send at its step, sent at another");
        }
    }

    private static void require(boolean sound, int site, String what) {
        if (!sound) {
            throw ViolationException.bySite(Reason.CONTEXT, site, what);
        }
    }

    static <T> void keep(Map<Integer, T> messages, int site, T message) {
        T before = messages.putIfAbsent(site, message);
        if (before != null && !before.equals(message)) {
            throw ViolationException.bySite(Reason.ORDER, site, "must send one message at a step, sent two");
        }
    }

    private void close(Step closing, int have, int need, Step next) {
        if (ended || step != closing) {
            throw new IllegalStateException("steps must be closed once and in order, " + closing + " was not");
        }
        if (have < need) {
            ended = true;
            throw new BelowThresholdException(closing, have, need);
        }
        step = next;
    }

    public void receive(Advertise message) {
        requireStep(Step.ADVERTISE, message.site());
        require(message.open().equals(open.digest()), message.site(), "must take part in this slot");
        terms.requireSignature(message.site(), message.digest(), message.signature());
        keep(advertised, message.site(), message);
    }

    /**
     * Ends O1.
     *
     * @return U1, for each of its sites
     * @throws BelowThresholdException when they are too few; the slot has ended
     */
    public CohortList closeAdvertise() {
        close(Step.ADVERTISE, advertised.size(), fewest(), Step.SHARE);
        List<Advertise> all = advertised.values().stream().limit(open.sites()).toList();
        CohortList list = new CohortList(open.digest(), all);
        cohort = list.sites();
        ctx = list.context();
        return list;
    }

    public void receive(ShareMessage message) {
        requireStep(Step.SHARE, message.site());
        List<Integer> peers = new ArrayList<>(cohort);
        peers.remove(Integer.valueOf(message.site()));
        boolean sound = message.ctx().equals(ctx)
                && cohort.contains(message.site())
                && message.peers().stream().map(PeerShare::peer).toList().equals(peers);
        require(sound, message.site(), "must share among this slot's cohort");
        terms.requireSignature(message.site(), message.digest(), message.signature());
        board.add(message);
    }

    /** Pairs, in ascending order, whose commitments differed when O2 ended: a sum with both of them would be wrong. */
    public List<Dispute> disputes() {
        return disputes;
    }

    /**
     * Ends O2 and fixes what is summed.
     *
     * @return U2's requests, each for one site
     * @throws BelowThresholdException when they are too few; the slot has ended
     * @throws ViolationException when two sites committed to different keys for each other, see {@link #disputes}; the
     *     slot has ended
     */
    public Map<Integer, RoundInput> closeShares(InputTerms input) {
        disputes = board.disputes();
        sharing = board.sites();
        close(Step.SHARE, sharing.size(), fewest(), Step.MASK);
        if (!disputes.isEmpty()) {
            ended = true;
            Dispute first = disputes.get(0);
            throw ViolationException.bySite(
                    Reason.CONTEXT, first.one(), "must commit to the same keys as site " + first.other() + ", did not");
        }
        Map<Integer, RoundInput> requests = new TreeMap<>();
        RoundInput common = new RoundInput(ctx, input, sharing, List.of(), Octets.empty());
        ctx2 = common.context();
        Octets signature = session.sign(common.digest());
        for (int site : sharing) {
            requests.put(site, new RoundInput(ctx, input, sharing, board.boxesFor(site, sharing), signature));
        }
        return requests;
    }

    public void receive(MaskedInput message) {
        MaskedSignature signed = message.signed();
        int site = signed.site();
        requireStep(Step.MASK, site);
        boolean sound = message.ctx2().equals(ctx2)
                && sharing.contains(site)
                && message.lanes().size() == (long) lanes * Long.BYTES;
        require(sound, site, "must mask " + lanes + " lanes for this sum");
        Octets digest = terms.policy().signInputs() ? Transcript.digestOf(message.lanes()) : Octets.empty();
        require(signed.inputDigest().equals(digest), site, "must send the lanes it signed");
        terms.requireSignature(site, signed.digest(ctx2), signed.signature());
        keep(masked, site, message);
    }

    /**
     * Ends N1.
     *
     * @return U3, for each of its sites
     * @throws BelowThresholdException when they are too few; the slot has ended
     */
    public SurvivorList closeMasked() {
        boolean confirm = terms.policy().trust() == CoordinatorTrust.MALICIOUS;
        close(Step.MASK, masked.size(), fewest(), confirm ? Step.CONSISTENCY : Step.UNMASK);
        List<MaskedSignature> signatures =
                masked.values().stream().map(MaskedInput::signed).toList();
        SurvivorList unsigned = new SurvivorList(ctx2, signatures, Octets.empty());
        survivors = unsigned.sites();
        cons = unsigned.consistency();
        return new SurvivorList(ctx2, signatures, session.sign(unsigned.digest()));
    }

    public void receive(Consistency message) {
        requireStep(Step.CONSISTENCY, message.site());
        boolean sound = message.cons().equals(cons) && survivors.contains(message.site());
        require(sound, message.site(), "must confirm this slot's survivors");
        terms.requireSignature(message.site(), message.cons(), message.signature());
        keep(confirmed, message.site(), message);
    }

    /**
     * Ends N2.
     *
     * @return the confirmations, for each site of U3
     * @throws BelowThresholdException when they are too few; the slot has ended
     */
    public UnmaskRequest closeConsistency() {
        close(Step.CONSISTENCY, confirmed.size(), open.threshold(), Step.UNMASK);
        return new UnmaskRequest(cons, List.copyOf(confirmed.values()));
    }

    /** N3: a site releases its shares. If one is not the one committed to, all of the site's are ignored. */
    public void receive(UnmaskShares message) {
        int site = message.site();
        requireStep(Step.UNMASK, site);
        boolean sound = message.ctx2().equals(ctx2)
                && survivors.contains(site)
                && message.shares().stream().map(ReleasedShare::owner).toList().equals(sharing);
        require(sound, site, "must release a share of each site of this sum");
        for (ReleasedShare share : message.shares()) {
            SecretKind kind = masked.containsKey(share.owner()) ? SecretKind.SELF_SEED : SecretKind.WRAP_KEY;
            if (!board.isShare(kind, share.owner(), site, share.share())) {
                throw ViolationException.bySite(Reason.SHARE, site, "must release the shares committed to");
            }
        }
        keep(released, site, message);
    }

    /**
     * Ends N3: finds the sum.
     *
     * @param check is asked with the sum and how many sites are in it; throws when it cannot be one
     * @throws BelowThresholdException when sound shares are too few; the slot has ended
     * @throws ViolationException when a site shared another secret than it committed to; the slot has ended
     * @throws io.hedgerow.secureagg.internal.codec.LaneLayout.CorruptSumException when the lane that counts is wrong;
     *     the slot has ended
     */
    public SlotSum finish(ObjIntConsumer<long[]> check) {
        close(Step.UNMASK, released.size(), open.threshold(), Step.UNMASK);
        ended = true;
        List<UnmaskShares> shares =
                released.values().stream().limit(open.threshold()).toList();
        Unmasking unmasking = new Unmasking(board, ctx2, sharing, survivors, shares);
        List<Octets> uploads = masked.values().stream().map(MaskedInput::lanes).toList();
        long[] sum = unmasking.sum(session.kernel(), new SumOfUploads(uploads, lanes));
        check.accept(sum, survivors.size());
        return new SlotSum(sum, survivors);
    }

    /** The sum modulo 2^64 of masked vectors, formed while it is read. */
    private static final class SumOfUploads implements LaneSource {

        private static final VarHandle LANE =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        private final List<Octets> uploads;
        private final int lanes;
        private final byte[] buffer = new byte[MaskKernel.TILE * Long.BYTES];

        SumOfUploads(List<Octets> uploads, int lanes) {
            this.uploads = uploads;
            this.lanes = lanes;
        }

        @Override
        public int lanes() {
            return lanes;
        }

        @Override
        public void read(int from, long[] tile, int count) {
            Arrays.fill(tile, 0, count, 0);
            for (Octets upload : uploads) {
                upload.copyTo(from * Long.BYTES, buffer, 0, count * Long.BYTES);
                for (int i = 0; i < count; i++) {
                    tile[i] += (long) LANE.get(buffer, i * Long.BYTES);
                }
            }
        }
    }

    /** Two sites whose key commitments for each other differ; it cannot be told which of them is wrong. */
    public record Dispute(int one, int other) {
        public Dispute {
            if (!(one < other)) {
                throw new IllegalArgumentException(
                        "a dispute must be between two sites in ascending order, was between " + one + " and " + other);
            }
        }
    }

    /** The sum of the lanes of some sites, modulo 2^64; the last lane counts the sites. Immutable and thread-safe. */
    public static final class SlotSum {

        private final long[] lanes;
        private final List<Integer> included;

        SlotSum(long[] lanes, List<Integer> included) {
            this.lanes = lanes;
            this.included = included;
        }

        public long[] lanes() {
            return lanes.clone();
        }

        public List<Integer> included() {
            return included;
        }

        @Override
        public String toString() {
            return "SlotSum[sites=" + included.size() + "]";
        }
    }
}
