package io.hedgerow.core.spi;

import io.hedgerow.core.round.Payload;
import io.hedgerow.core.round.ProtectedUpdate;
import io.hedgerow.core.round.ProtocolException;
import io.hedgerow.core.round.Question;
import io.hedgerow.core.round.Task;
import io.hedgerow.core.round.Update;
import java.util.Optional;

/**
 * Turns a site's update into what may leave the site. One instance serves one site. Extension point.
 *
 * <p>After a restart of the site a new instance is told of the last task that was taken over, by {@link #begin}, and of no
 * earlier one; the update of that task, if there was one, is sent again as it was and never protected a second time, and
 * questions of that round may come again. A protector that is more than a function of its settings and the last task keeps
 * what it needs itself, durably, before the call in which it changes returns. One that must not answer two different
 * questions, such as one that reveals the masks of sites that dropped out, records what it answers before it answers; what
 * it cannot know any more it refuses.
 */
public interface UpdateProtector {

    /**
     * Name of the protection, which the aggregator must know.
     *
     * @return a short stable identifier
     */
    String id();

    /**
     * Is told of every task that the site takes over, before anything is computed for it; after a restart of the last one once
     * more.
     *
     * @param task of the next round; for a new instance of any round
     * @throws io.hedgerow.core.round.ProtocolException when the task contradicts what the protector knows
     */
    default void begin(Task task) {}

    /**
     * Answers the aggregator. A protector without a dialogue refuses every question.
     *
     * @param question whose round may be one that has no task yet
     * @return the answer, or empty when there is none to send
     * @throws io.hedgerow.core.round.ProtocolException when the question does not follow the protocol
     */
    default Optional<Payload> answer(Question question) {
        throw new ProtocolException("a site with protection " + id()
                + " must not be asked anything, was asked in round " + question.round());
    }

    /**
     * Protects an update.
     *
     * @param update what the site computed
     * @return what may leave it
     */
    ProtectedUpdate protect(Update update);
}
