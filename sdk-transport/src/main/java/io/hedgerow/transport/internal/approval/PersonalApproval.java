// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.approval;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision.Outcome;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Holds every message until a person decides about it in an {@link ApprovalQueue}, or until it is too late. A message
 * that was decided before is not held again. Thread-safe.
 */
public final class PersonalApproval implements EgressApproval {

    private final ApprovalQueue queue;
    private final Duration longest;
    private final InstantSource clock;
    private final Pause pause;
    private final BiConsumer<EgressMessage, Duration> people;

    @FunctionalInterface
    public interface Pause {

        void pause(Duration time) throws InterruptedException;
    }

    /** Looks for decisions twice a second, and waits no longer than {@code longest} even if a round allows more. */
    public PersonalApproval(ApprovalQueue queue, Duration longest) {
        this(queue, longest, (message, left) -> {});
    }

    /**
     * The same, which tells people.
     *
     * @param people is told of a message that waits, and of the time that is left: when it is held, and once more when
     *     a quarter of the time is left; in the thread that waits
     */
    public PersonalApproval(ApprovalQueue queue, Duration longest, BiConsumer<EgressMessage, Duration> people) {
        this(queue, longest, InstantSource.system(), time -> Thread.sleep(time.toMillis()), people);
    }

    public PersonalApproval(
            ApprovalQueue queue,
            Duration longest,
            InstantSource clock,
            Pause pause,
            BiConsumer<EgressMessage, Duration> people) {
        this.queue = queue;
        this.longest = longest;
        this.clock = clock;
        this.pause = pause;
        this.people = people;
    }

    @Override
    public EgressDecision decide(EgressMessage message, Duration within) throws InterruptedException {
        Duration wait = within.compareTo(longest) < 0 ? within : longest;
        Instant end = clock.instant().plus(wait);
        String id = message.id();
        Optional<EgressDecision> decision = queue.decision(id);
        if (decision.isPresent()) {
            return decision.get();
        }
        queue.add(message);
        boolean reminded = false;
        try {
            people.accept(message, wait);
            while (true) {
                decision = queue.decision(id);
                if (decision.isPresent()) {
                    return decision.get();
                }
                Duration left = Duration.between(clock.instant(), end);
                if (left.isNegative() || left.isZero()) {
                    return new EgressDecision(Outcome.TIMED_OUT, "no one decided within " + Words.time(wait));
                }
                if (!reminded && left.compareTo(wait.dividedBy(4)) <= 0) {
                    reminded = true;
                    people.accept(message, left);
                }
                Duration look = Duration.ofMillis(500);
                pause.pause(left.compareTo(look) < 0 ? left : look);
            }
        } finally {
            queue.remove(message);
        }
    }
}
