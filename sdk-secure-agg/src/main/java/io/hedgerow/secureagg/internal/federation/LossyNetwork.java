// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;

/**
 * Simulates the loss of sites at random steps of the protocol. In every slot each site is lost with a given probability
 * before a step drawn at random; from then on it is not reached in the slot. The coordinator learns of the loss at
 * once, so that no one waits; each time that it asks again the site is back with probability 1/2.
 *
 * <p>Steps: announce, share, masked input, confirmation, release of shares; where a sum must be over all sites, only
 * the last two. Deterministic for the numbers it is given. Not thread-safe.
 */
public final class LossyNetwork implements CoordinatorChannel {

    private static final int STEPS = 5;
    private static final int NEVER = STEPS + 1;
    private static final int MASK = 3;

    private final CoordinatorChannel channel;
    private final SummedStudy sums;
    private final double dropouts;
    private final DoubleSupplier random;
    private final Map<SiteId, Integer> lostBefore = new HashMap<>();
    private final Map<SiteId, Integer> lastStep = new HashMap<>();
    private final Deque<SiteReply> failures = new ArrayDeque<>();
    private int losses;

    /**
     * Loses replies of a channel with all sites present.
     *
     * @param dropouts probability that a site is lost in a slot, in [0, 1)
     * @param random numbers from 0 inclusive to 1 exclusive
     */
    public LossyNetwork(CoordinatorChannel channel, SummedStudy sums, double dropouts, DoubleSupplier random) {
        if (!(dropouts >= 0 && dropouts < 1)) {
            throw new IllegalArgumentException("dropouts must be in [0, 1), was " + dropouts);
        }
        this.channel = channel;
        this.sums = sums;
        this.dropouts = dropouts;
        this.random = random;
    }

    public int losses() {
        return losses;
    }

    @Override
    public Set<SiteId> sites() {
        return channel.sites();
    }

    @Override
    public void broadcast(CoordinatorMessage message) {
        channel.broadcast(message);
    }

    @Override
    public void send(SiteId site, CoordinatorMessage.Question question) {
        List<Message> messages = Envelope.fromCoordinator(question.payload());
        Message last = messages.get(messages.size() - 1);
        if (last instanceof RoundOpen) {
            boolean lost = random.getAsDouble() < dropouts;
            losses += lost ? 1 : 0;
            int first = sums.needsAll(question.round()) ? MASK + 1 : 1;
            lostBefore.put(site, lost ? first + (int) (random.getAsDouble() * (STEPS + 1 - first)) : NEVER);
        }
        int step = stepOf(last);
        boolean again = Integer.valueOf(step).equals(lastStep.put(site, step));
        if (again && random.getAsDouble() < 0.5) {
            lostBefore.put(site, NEVER);
        }
        if (step >= lostBefore.getOrDefault(site, NEVER)) {
            failures.add(new SiteReply.Failure(site, question.round(), SiteReply.Failure.Kind.INTERNAL));
        } else {
            channel.send(site, question);
        }
    }

    private static int stepOf(Message message) {
        if (message instanceof RoundOpen) {
            return 1;
        } else if (message instanceof CohortList) {
            return 2;
        } else if (message instanceof SurvivorList) {
            return MASK + 1;
        } else if (message instanceof UnmaskRequest) {
            return MASK + 2;
        } else if (message instanceof RoundInput) {
            return MASK;
        }
        // keys of a session: a site that is lost in a slot can join the next one
        return 0;
    }

    @Override
    public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
        return failures.isEmpty() ? channel.awaitReply(timeout) : Optional.of(failures.remove());
    }
}
