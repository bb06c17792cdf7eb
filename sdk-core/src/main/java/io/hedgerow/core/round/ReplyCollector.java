package io.hedgerow.core.round;

import io.hedgerow.core.spi.Aggregator;
import io.hedgerow.core.spi.CoordinatorChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Waits for the replies of one round. */
final class ReplyCollector {

    private final Study study;
    private final CoordinatorChannel channel;
    private final Aggregator aggregator;
    private final LongSupplier nanoTime;

    ReplyCollector(Study study, CoordinatorChannel channel, Aggregator aggregator, LongSupplier nanoTime) {
        this.study = study;
        this.channel = channel;
        this.aggregator = aggregator;
        this.nanoTime = nanoTime;
        if (channel.sites().size() != study.sites()) {
            throw new IllegalArgumentException("the channel must reach the study's " + study.sites()
                    + " sites, reaches " + channel.sites().size());
        }
    }

    /**
     * Waits for every site's word on a round, or for the deadline. Replies to other rounds, of other studies, of other
     * senders and second replies are dropped. A site whose update the aggregator refuses has had its word: it counts as
     * failed.
     */
    List<ProtectedUpdate> collect(int round) throws InterruptedException {
        Map<SiteId, ProtectedUpdate> updates = new TreeMap<>();
        Set<SiteId> open = new TreeSet<>(channel.sites());
        // the conversion saturates; a difference of two clock readings is right even when their sum overflowed
        long end = nanoTime.getAsLong()
                + TimeUnit.NANOSECONDS.convert(study.policy().deadline());
        while (!open.isEmpty()) {
            long left = end - nanoTime.getAsLong();
            Optional<SiteReply> reply = left > 0 ? channel.awaitReply(Duration.ofNanos(left)) : Optional.empty();
            if (reply.isEmpty()) {
                break;
            }
            SiteReply answer = reply.get();
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

    private boolean isSound(int round, ProtectedUpdate update) {
        try {
            aggregator.check(round, update);
            return true;
        } catch (ProtocolException refused) {
            return false;
        }
    }

    /** Prepares a round and sends its task; false when the aggregator could not prepare it. */
    boolean begin(Task task) throws InterruptedException {
        try {
            aggregator.prepare(task, dialogue(task.round()));
        } catch (ProtocolException failed) {
            return false;
        }
        channel.broadcast(task);
        return true;
    }

    private RoundDialogue dialogue(int round) {
        return new RoundDialogue(study, channel, nanoTime, round);
    }

    /** The sum over a quorum, or empty when the aggregator could not form one. */
    Optional<Aggregate> sum(int round, List<ProtectedUpdate> updates) throws InterruptedException {
        try {
            Aggregate aggregate = aggregator.aggregate(round, updates, dialogue(round));
            return Optional.of(aggregate)
                    .filter(sum -> sum.included().size() >= study.policy().quorum());
        } catch (ProtocolException failed) {
            return Optional.empty();
        }
    }
}
