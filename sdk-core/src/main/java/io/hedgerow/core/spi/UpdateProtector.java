package io.hedgerow.core.spi;

import io.hedgerow.core.round.Payload;
import io.hedgerow.core.round.ProtectedUpdate;
import io.hedgerow.core.round.ProtocolException;
import io.hedgerow.core.round.Question;
import io.hedgerow.core.round.Task;
import io.hedgerow.core.round.Update;
import java.util.Optional;

/** Turns a site's update into what may leave the site. One instance serves one site. Extension point. */
public interface UpdateProtector {

    /**
     * Name of the protection, which the aggregator must know.
     *
     * @return a short stable identifier
     */
    String id();

    /**
     * On how many independent sites a sum of this protection rests at least, the receiver learning nothing but the sum. A solver
     * that shares its noise with other sites relies on it.
     *
     * @return 1 when single updates can be seen
     */
    default int sitesInSum() {
        return 1;
    }

    /**
     * Is asked before anything is reserved or opened for a task, so that nothing is spent on an update that could not be
     * protected. May be asked again for the same task.
     *
     * @param task that the site has taken over
     * @throws io.hedgerow.core.round.ProtocolException when its update could not be protected
     */
    default void admit(Task task) {}

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

    /**
     * Protects the same update once more, because its task has come again. The same bytes, unless they are of no use any more.
     *
     * @param update as before
     * @param last what was made of it last
     * @return what may leave the site
     */
    default ProtectedUpdate again(Update update, ProtectedUpdate last) {
        return last;
    }
}
