// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.internal.protocol.GivenUpException;
import io.hedgerow.core.internal.protocol.RepeatRoundException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

public final class ReplyCollector {

    /** The number of times that a round is tried before the study ends without its sum. */
    public static final int ATTEMPTS = 10;

    private final Study study;
    private final CoordinatorChannel channel;
    private final Aggregator aggregator;
    private final LongSupplier nanoTime;
    /** Whether a round may go on before its deadline without sites that missed an earlier one. */
    private final boolean skips;
    /** Sites that had not answered a round by its deadline, and have sent nothing since. */
    private final Set<SiteId> away = new TreeSet<>();
    /** Sites that will never have an update for the round. */
    private final Set<SiteId> lost = new TreeSet<>();
    /** Sites that have decided against the round. */
    private final Set<SiteId> refused = new TreeSet<>();

    ReplyCollector(Study study, CoordinatorChannel channel, Aggregator aggregator, LongSupplier nanoTime) {
        this.study = study;
        this.channel = channel;
        this.aggregator = aggregator;
        this.nanoTime = nanoTime;
        this.skips =
                aggregator.form() == Update.Form.SEEN_CHANGE && study.policy().quorum() < study.sites();
        if (channel.sites().size() != study.sites()) {
            throw new IllegalArgumentException("the channel must reach the study's " + study.sites()
                    + " sites, reaches " + channel.sites().size());
        }
    }

    /**
     * Waits for every site's answer to a round, or for the deadline, which begins anew when a task is sent that was
     * held until enough sites were there; or until a site's word says that the quorum cannot be reached any more. Where
     * single updates are seen and not all sites are needed, a site that missed a deadline is not waited for until it
     * sends a message, unless the quorum needs it. Second replies and those of other rounds, studies or senders are
     * dropped. A site whose update is refused has failed; one that cannot read its rows yet has not.
     */
    private List<ProtectedUpdate> collect(int round) throws InterruptedException {
        Map<SiteId, ProtectedUpdate> updates = new TreeMap<>();
        Set<SiteId> open = new TreeSet<>(channel.sites());
        open.removeAll(channel.excluded());
        boolean held = channel.holds();
        long end = end();
        // stored updates may all be here before the task of a coordinator that was started again is sent
        while ((!open.isEmpty() || held) && !isLost()) {
            long left = end - nanoTime.getAsLong();
            // what has arrived by now is taken, also of a site that is not waited for
            Duration longest = !held && isEnough(open, updates.size()) ? Duration.ZERO : Duration.ofNanos(left);
            Optional<SiteReply> reply = left > 0 ? channel.awaitReply(longest) : Optional.empty();
            if (held && !channel.holds()) {
                held = false;
                end = end();
            } else if (reply.isEmpty()) {
                away.addAll(open);
                break;
            }
            if (reply.isEmpty()) {
                continue;
            }
            SiteReply answer = reply.get();
            if (answer instanceof SiteReply.Failure failure && failure.prospect() == SiteReply.Failure.Prospect.OPEN) {
                continue; // its update may still come, and it is not waited for if it has missed a deadline
            }
            away.remove(answer.site());
            if (answer instanceof SiteReply.Answer) {
                // to a question that is no longer open; the site's answer to the task is still to come
                continue;
            }
            if (answer instanceof SiteReply.Failure failure && answer.round() == round) {
                note(failure);
            }
            boolean foreign =
                    answer instanceof ProtectedUpdate other && !other.study().equals(study.name());
            if (!foreign
                    && answer.round() == round
                    && open.remove(answer.site())
                    && answer instanceof ProtectedUpdate update
                    && isSound(round, update)) {
                updates.put(update.site(), update);
            }
        }
        return List.copyOf(updates.values());
    }

    private long end() {
        // the conversion saturates; a difference of two clock readings is right even when their sum overflowed
        return nanoTime.getAsLong()
                + TimeUnit.NANOSECONDS.convert(study.policy().deadline());
    }

    private void note(SiteReply.Failure failure) {
        if (failure.prospect() == SiteReply.Failure.Prospect.LOST) {
            lost.add(failure.site());
        } else if (failure.kind() == SiteReply.Failure.Kind.REFUSED
                && !failure.reason().equals(Optional.of(PrivacyException.Reason.UNDECIDED))) {
            refused.add(failure.site());
        }
    }

    private boolean isEnough(Set<SiteId> open, int updates) {
        return skips && updates >= study.policy().quorum() && away.containsAll(open);
    }

    /** The fewest sites in a sum: a study without an excluded site cannot need that site. */
    private int quorum() {
        return Math.min(
                study.policy().quorum(), study.sites() - channel.excluded().size());
    }

    private boolean isSound(int round, ProtectedUpdate update) {
        try {
            aggregator.check(round, update);
            return true;
        } catch (ProtocolException refused) {
            return false;
        }
    }

    /** The result of a round: its updates, and their sum over a quorum, or the reason why there is none. */
    record Round(List<ProtectedUpdate> updates, Optional<Aggregate> aggregate, String reason, boolean lost) {

        Round(List<ProtectedUpdate> updates, Optional<Aggregate> aggregate, String reason) {
            this(updates, aggregate, reason, false);
        }

        StudyState failure(int quorum) {
            return updates.size() < quorum && !lost ? StudyState.QUORUM_NOT_MET : StudyState.AGGREGATION_FAILED;
        }
    }

    void begun(Task task) {
        aggregator.begun(task);
    }

    /** Prepares a round, sends its task, waits for updates and sums them; repeats while the aggregator allows it. */
    Round run(Task task) throws InterruptedException {
        int round = task.round();
        List<ProtectedUpdate> updates = List.of();
        String why = "";
        lost.clear();
        refused.clear();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            RoundDialogue dialogue = new RoundDialogue(study, channel, nanoTime, round);
            try {
                channel.needs(quorum());
                aggregator.prepare(task, dialogue);
                channel.broadcast(task);
                updates = collect(round);
                boolean sent = !channel.holds();
                channel.needs(0);
                if (isLost()) {
                    break;
                }
                if (!sent) {
                    // stored updates came by turns: later tasks would follow one that not all sites have
                    updates = List.of();
                    break;
                }
                Aggregate aggregate = aggregator.aggregate(round, updates, dialogue);
                if (aggregate.included().size() >= quorum()) {
                    return new Round(updates, Optional.of(aggregate), "");
                }
                break;
            } catch (GivenUpException hopeless) {
                // whatever came: what is missing is sites
                return new Round(
                        List.of(), Optional.empty(), "round " + round + " has no sum: " + Words.reason(hopeless));
            } catch (RepeatRoundException again) {
                why = ": " + Words.reason(again);
            } catch (ProtocolException failed) {
                why = ": " + Words.reason(failed);
                break;
            }
        }
        return isLost()
                ? new Round(updates, Optional.empty(), lostReason(round), true)
                : new Round(updates, Optional.empty(), reason(round, updates.size(), why));
    }

    /** Whether the quorum needs a site that will never have an update, beside those that have decided against it. */
    private boolean isLost() {
        Set<SiteId> out = new TreeSet<>(lost);
        out.addAll(refused);
        out.removeAll(channel.excluded());
        return !lost.isEmpty() && study.sites() - channel.excluded().size() - out.size() < quorum();
    }

    private String lostReason(int round) {
        return "round " + round + " is lost: "
                + lost.stream().map(site -> "site " + site.value()).collect(Collectors.joining(", "))
                + (lost.size() == 1 ? " has" : " have")
                + " no update for it and cannot compute it again under the same charge, and the quorum is "
                + study.policy().quorum()
                + "; it does not help to start this study again: have another plan signed";
    }

    private String reason(int round, int updates, String why) {
        int quorum = study.policy().quorum();
        return updates < quorum
                ? "round " + round + " had usable updates of " + Words.count(updates, "site")
                        + " before the deadline of " + Words.time(study.policy().deadline()) + ", the quorum is "
                        + quorum + why
                : "round " + round + " had " + Words.count(updates, "update") + ", and no sum over a quorum of "
                        + quorum + " could be formed" + why;
    }
}
