// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.CommunicationPolicy.ValueEncoding;
import io.hedgerow.core.study.Study;
import io.hedgerow.secureagg.internal.codec.FixedPointPlan;
import io.hedgerow.secureagg.internal.codec.LaneLayout;
import io.hedgerow.secureagg.internal.codec.LaneSource;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.Purpose;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Derives from a study what secure aggregation sums, for which purpose, and in which encoding. Sites and coordinator
 * derive it from the study by themselves and must agree on it: it enters every mask. Immutable and thread-safe.
 */
public final class SummedStudy {

    private final Study study;
    private final Purpose purpose;
    private final FixedPointPlan plan;
    private final String statistic;
    /** The part of the vector that each round sums; empty where that is all of it. */
    private final List<Integer> parts;

    private final Update.Form form;
    /** Whether this is one exact sum, which may be over fewer sites when its operator says so before it is opened. */
    private final boolean oneRelease;

    SummedStudy(Study study, Purpose purpose, FixedPointPlan plan, String statistic) {
        this(study, purpose, plan, statistic, List.of(), Update.Form.SUMMED_CHANGE, false);
    }

    private SummedStudy(
            Study study,
            Purpose purpose,
            FixedPointPlan plan,
            String statistic,
            List<Integer> parts,
            Update.Form form,
            boolean oneRelease) {
        this.oneRelease = oneRelease;
        this.study = study;
        this.purpose = purpose;
        this.plan = plan;
        this.statistic = statistic;
        this.parts = parts;
        this.form = form;
        int rounds = study.rounds();
        if (!parts.isEmpty()
                && (parts.size() != rounds + 1
                        || parts.get(rounds) > study.layout().size())) {
            throw new IllegalArgumentException("parts must be of " + rounds + " rounds and within "
                    + study.layout().size() + " places, were " + parts);
        }
    }

    /**
     * A study whose rounds approach a consensus, and in which nothing but the sum hides what a site sends. Every sum is
     * over all sites: from sums over sites that come and go, one site's values can be computed. Sites send changes in
     * whole steps of the study's resolution. A sum of steps is exact, so the study ends as one with plain uploads
     * would.
     *
     * @param study with values in fixed point and a quorum of all sites
     * @throws IllegalArgumentException when the study sends other values, see {@link CommunicationPolicy#inSteps}; or
     *     when its quorum is not all sites
     */
    public static SummedStudy changes(Study study) {
        int quorum = study.policy().quorum();
        if (quorum != study.sites()) {
            throw new IllegalArgumentException("the quorum must be all " + study.sites()
                    + " sites where sites add no noise of their own, because sums over sites that come and go tell what"
                    + " one of them sent, was " + quorum);
        }
        return new SummedStudy(study, Purpose.CHANGE, planOf(study), "");
    }

    /**
     * A study whose rounds approach a consensus, and in which every site adds to what it sends all the noise that its
     * own budget pays for, so that each upload is private by itself. Sums are over the sites that are there, from the
     * study's quorum on. Where the quorum leaves room for an absence, sites send all that the coordinator needs of them
     * instead of its change, so that every round is a round of the sites in its sum.
     *
     * @param study with values in fixed point
     * @throws IllegalArgumentException when the study sends other values; see {@link CommunicationPolicy#inSteps}
     */
    public static SummedStudy withOwnNoise(Study study) {
        boolean fixed = study.policy().quorum() == study.sites();
        Update.Form form = fixed ? Update.Form.SUMMED_CHANGE : Update.Form.SUMMED_VALUE;
        return new SummedStudy(study, Purpose.NOISY_CHANGE, planOf(study), "", List.of(), form, false);
    }

    /** The sums of a method between processes, where an operator may go on without a site. */
    public static SummedStudy of(Method method) {
        SummedStudy sums = of(method.study(), method.sums());
        return sums.purpose == Purpose.STATISTIC && isOneExactSum(method)
                ? new SummedStudy(sums.study, sums.purpose, sums.plan, sums.statistic, sums.parts, sums.form, true)
                : sums;
    }

    /**
     * Whether a method asks its sites once for a statistic without noise: its sum over some of them is the statistic of
     * those, and is the only one. Sums that follow each other belong to the same sites, noise that sites share is whole
     * with all of them only, of several sums over some sites each one might be left with a single site, and a sum that
     * an earlier study took is taken again over the same sites.
     */
    public static boolean isOneExactSum(Method method) {
        return method.exactStatistic().isPresent()
                && method.study().rounds() == 1
                && !method.hasSeveralSums()
                && method.releasedUnder().equals(method.study().name());
    }

    /** The sums of a method, which must suit the form. */
    public static SummedStudy of(Study study, SumForm form) {
        if (form instanceof SumForm.Statistic statistic) {
            return statistic(study, statistic.bound(), statistic.name(), statistic.parts());
        }
        return form instanceof SumForm.OwnNoise ? withOwnNoise(study) : changes(study);
    }

    private static FixedPointPlan planOf(Study study) {
        CommunicationPolicy policy = study.communication();
        if (policy.encoding() != ValueEncoding.FIXED) {
            throw new IllegalArgumentException(
                    "values must be sent in whole steps to be summed exactly: encoding must be FIXED, was "
                            + policy.encoding());
        }
        return new FixedPointPlan(
                study.sites(),
                CommunicationPolicy.LARGEST_SUMMED,
                -Math.getExponent(policy.resolution()),
                FixedPointPlan.GUARD_BITS,
                1,
                0);
    }

    /**
     * A study that releases statistics: each round's sum is released once, over all sites. Two lanes carry a value, so
     * that sums of squares of many rows and small numbers are exact alike.
     *
     * @param study whose rounds are one release each
     * @param bound largest magnitude of any value of a site; public
     * @param statistic names what is released and of which version of the data: the same name is released at most once
     */
    private static SummedStudy statistic(Study study, double bound, String statistic, List<Integer> parts) {
        if (Objects.requireNonNull(statistic, "statistic").isBlank()) {
            throw new IllegalArgumentException("statistic must name what is released, was blank");
        }
        FixedPointPlan plan = FixedPointPlan.twoLimbs(study.sites(), bound);
        return new SummedStudy(study, Purpose.STATISTIC, plan, statistic, parts, Update.Form.SUMMED_CHANGE, false);
    }

    public Study study() {
        return study;
    }

    public Purpose purpose() {
        return purpose;
    }

    public Update.Form form() {
        return form;
    }

    /** The layout of what a round sums. */
    public LaneLayout layout(int round) {
        return LaneLayout.of(to(round) - from(round), plan);
    }

    public int mostLanes() {
        return IntStream.range(0, parts.isEmpty() ? 1 : parts.size() - 1)
                .map(round -> layout(round).lanes())
                .max()
                .orElseThrow();
    }

    private int from(int round) {
        return parts.isEmpty() ? 0 : parts.get(round);
    }

    private int to(int round) {
        return parts.isEmpty() ? study.layout().size() : parts.get(round + 1);
    }

    /** Whether a round's sum must be over every site; the first of changes always, so that the total lacks none. */
    boolean needsAll(int round) {
        return purpose.needsAll() || round == 0;
    }

    /** Whether the sum may be over fewer sites when the coordinator's operator says so, as long as none was opened. */
    boolean isOneRelease() {
        return oneRelease;
    }

    /**
     * The fewest sites over which a round's sum is opened: all where that is needed, less those that the operator
     * excluded; otherwise the study's quorum.
     */
    int fewest(int round, int excluded) {
        int all = oneRelease ? study.sites() - excluded : study.sites();
        return needsAll(round) ? all : study.policy().quorum();
    }

    /** The same at a site. It cannot tell whom an operator excluded; its policy has a limit of its own. */
    int fewestAtSite(int round) {
        return oneRelease ? 0 : fewest(round, 0);
    }

    /** The sites in any sum that a site helps to open, less those whose parts anyone who looks knows. */
    int unknownInSum(AggregationPolicy policy) {
        int roster = study.sites();
        int quorum = oneRelease ? 0 : study.policy().quorum();
        int inSum = purpose.needsAll() && !oneRelease ? roster : Math.max(quorum, policy.fewestInSum(roster));
        return policy.unknownInSum(inSum, roster);
    }

    /** The terms of a round's masked inputs: everything that sites were told so far, and what is summed. */
    InputTerms terms(TaskHistory history, Task task) {
        history.begun(task);
        return new InputTerms(purpose.code(), history.digest(), specification(task.round()), task.round());
    }

    /** The subject of a round's sum in a site's memory of releases, whatever its tasks say. */
    public Octets subject(int round) {
        return ReleaseGuard.subjectOf(new InputTerms(purpose.code(), Octets.empty(), specification(round), round));
    }

    private Octets specification(int round) {
        Transcript transcript = Transcript.of("specification")
                .u32(purpose.code())
                .u32(layout(round).lanes())
                .u32(plan.fractionBits())
                .u32(plan.limbs())
                .u32(study.schema().size());
        study.schema().names().forEach(transcript::text);
        if (purpose == Purpose.STATISTIC) {
            return (parts.isEmpty() ? transcript : transcript.u32(from(round)))
                    .text(statistic)
                    .u32(round)
                    .hash();
        }
        if (form == Update.Form.SUMMED_VALUE) {
            transcript.text("values");
        }
        return transcript.text(study.name()).hash();
    }

    /** A change as lanes; refused, and not sent, when it has an entry that the round does not sum. */
    LaneSource lanes(int round, SparseChange change) {
        double[] values = new double[study.layout().size()];
        change.addTo(values);
        for (int k = 0; k < values.length; k++) {
            if (values[k] != 0 && (k < from(round) || k >= to(round))) {
                throw new IllegalArgumentException("round " + round + " sums places " + from(round) + " to "
                        + (to(round) - 1) + ", the change is also of place " + k);
            }
        }
        return layout(round).encode(Arrays.copyOfRange(values, from(round), to(round)));
    }

    public Parameters decode(int round, long[] lanes) {
        double[] values = new double[study.layout().size()];
        double[] part = layout(round).decode(lanes);
        System.arraycopy(part, 0, values, from(round), part.length);
        return Parameters.takeOver(values);
    }
}
