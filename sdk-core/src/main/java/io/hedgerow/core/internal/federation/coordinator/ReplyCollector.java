// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.internal.text.Words;
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
     * Waits for every site's answer to a round, or for the deadline. Where single updates are seen and not all sites
     * are needed, a site that missed a deadline is not waited for until it sends a message, unless the quorum needs it.
     * Second replies and those of other rounds, studies or senders are dropped. A site whose update is refused has
     * failed.
     */
    private List<ProtectedUpdate> collect(int round) throws InterruptedException {
        Map<SiteId, ProtectedUpdate> updates = new TreeMap<>();
        Set<SiteId> open = new TreeSet<>(channel.sites());
        open.removeAll(channel.excluded());
        // the conversion saturates; a difference of two clock readings is right even when their sum overflowed
        long end = nanoTime.getAsLong()
                + TimeUnit.NANOSECONDS.convert(study.policy().deadline());
        while (!open.isEmpty()) {
            long left = end - nanoTime.getAsLong();
            // what has arrived by now is taken, also of a site that is not waited for
            Duration longest = isEnough(open, updates.size()) ? Duration.ZERO : Duration.ofNanos(left);
            Optional<SiteReply> reply = left > 0 ? channel.awaitReply(longest) : Optional.empty();
            if (reply.isEmpty()) {
                away.addAll(open);
                break;
            }
            SiteReply answer = reply.get();
            away.remove(answer.site());
            if (answer instanceof SiteReply.Answer) {
                // to a question that is no longer open; the site's answer to the task is still to come
                continue;
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
    record Round(List<ProtectedUpdate> updates, Optional<Aggregate> aggregate, String reason) {

        StudyState failure(int quorum) {
            return updates.size() < quorum ? StudyState.QUORUM_NOT_MET : StudyState.AGGREGATION_FAILED;
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
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            RoundDialogue dialogue = new RoundDialogue(study, channel, nanoTime, round);
            try {
                channel.needs(quorum());
                aggregator.prepare(task, dialogue);
                channel.broadcast(task);
                updates = collect(round);
                channel.needs(0);
                Aggregate aggregate = aggregator.aggregate(round, updates, dialogue);
                if (aggregate.included().size() >= quorum()) {
                    return new Round(updates, Optional.of(aggregate), "");
                }
                break;
            } catch (GivenUpException hopeless) {
                // whatever came: what is missing is sites
                return new Round(
                        List.of(), Optional.empty(), "round " + round + " has no sum: " + hopeless.getMessage());
            } catch (RepeatRoundException again) {
                why = ": " + again.getMessage();
            } catch (ProtocolException failed) {
                why = ": " + failed.getMessage();
                break;
            }
        }
        return new Round(updates, Optional.empty(), reason(round, updates.size(), why));
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
