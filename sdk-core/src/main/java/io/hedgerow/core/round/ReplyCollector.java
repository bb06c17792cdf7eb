package io.hedgerow.core.round;

import io.hedgerow.core.spi.CoordinatorChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** Waits for the replies of one round. */
final class ReplyCollector {

    private ReplyCollector() {}

    /**
     * Waits for every site's word on a round, or for the deadline. Replies to other rounds, of other senders and second
     * replies are dropped.
     */
    static List<ProtectedUpdate> collect(
            CoordinatorChannel channel, int round, Duration deadline, LongSupplier nanoTime)
            throws InterruptedException {
        Map<SiteId, ProtectedUpdate> updates = new TreeMap<>();
        Set<SiteId> open = new TreeSet<>(channel.sites());
        long end = nanoTime.getAsLong() + deadline.toNanos();
        while (!open.isEmpty()) {
            long left = end - nanoTime.getAsLong();
            Optional<SiteReply> reply = left > 0 ? channel.awaitReply(Duration.ofNanos(left)) : Optional.empty();
            if (reply.isEmpty()) {
                break;
            }
            SiteReply answer = reply.get();
            if (answer.round() == round && open.remove(answer.site()) && answer instanceof ProtectedUpdate update) {
                updates.put(update.site(), update);
            }
        }
        return List.copyOf(updates.values());
    }
}
