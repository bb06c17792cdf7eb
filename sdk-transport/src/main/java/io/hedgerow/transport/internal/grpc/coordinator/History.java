// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.Task;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages to resend to a site after a restart: all tasks, open questions of the current round, and the outcome.
 * Not thread-safe.
 */
final class History {

    private final List<CoordinatorMessage> messages = new ArrayList<>();
    private int rounds;
    private boolean ended;

    void add(CoordinatorMessage message) {
        if (message instanceof CoordinatorMessage.Question question) {
            // a coordinator that was restarted prepares a round anew whose task sites may have taken over
            rounds = Math.max(rounds, question.round() + 1);
        } else if (message instanceof Task task) {
            int round = task.round();
            messages.removeIf(old -> (old instanceof Task same && same.round() == round)
                    || (old instanceof CoordinatorMessage.Question over && over.round() < round));
            rounds = Math.max(rounds, round + 1);
        } else if (message instanceof CoordinatorMessage.Outcome) {
            messages.removeIf(CoordinatorMessage.Question.class::isInstance);
            ended = true;
        }
        messages.add(message);
    }

    /** A question that a site has dealt with is not sent again. */
    void dealtWith(CoordinatorMessage.Question question) {
        messages.remove(question);
    }

    int rounds() {
        return rounds;
    }

    /** Rounds below this are over. */
    int roundsOver() {
        return ended ? rounds : Math.max(0, rounds - 1);
    }

    /**
     * The messages for a site that has taken over tasks. The task of an open round is always sent: the site answers it
     * again, with what it has stored.
     */
    List<CoordinatorMessage> after(int tasksTaken) {
        int from = Math.min(tasksTaken, roundsOver());
        return messages.stream()
                .filter(message -> !(message instanceof Task task) || task.round() >= (ended ? tasksTaken : from))
                .toList();
    }
}
