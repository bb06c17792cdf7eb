package io.hedgerow.secureagg.coordinator;

import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.SessionOffer;
import io.hedgerow.secureagg.message.SessionStart;
import java.time.Instant;
import java.util.Optional;

/**
 * What a coordinator keeps of one study across restarts. Every call is durable when it returns, and comes before anything that follows from
 * it leaves. There is nothing secret in it: the coordinator has no keys of a session, and the sums are its result. Extension point.
 */
public interface CoordinatorArchive {

    /** Keeps nothing: a coordinator that is restarted opens another session, and a slot that was live stays unsettled at its sites. */
    CoordinatorArchive NONE = new CoordinatorArchive() {
        @Override
        public Optional<ArchivedSession> session() {
            return Optional.empty();
        }

        @Override
        public Optional<ReleasedSum> lastSum() {
            return Optional.empty();
        }

        @Override
        public void started(SessionOffer offer, SessionStart start, Instant now) {}

        @Override
        public void opening(long slot) {}

        @Override
        public void settled(AbortCertificate certificate) {}

        @Override
        public void released(ReleasedSum sum) {}
    };

    /**
     * The session that started last.
     *
     * @return the session, or empty before the first one
     */
    Optional<ArchivedSession> session();

    /**
     * The sum that was released last, in whatever session.
     *
     * @return the sum, or empty before the first one
     */
    Optional<ReleasedSum> lastSum();

    /**
     * A session has started; the one before has ended.
     *
     * @param offer of the coordinator
     * @param start who takes part
     * @param now when
     */
    void started(SessionOffer offer, SessionStart start, Instant now);

    /**
     * A slot is about to be opened.
     *
     * @param slot its number
     */
    void opening(long slot);

    /**
     * A slot can release nothing any more.
     *
     * @param certificate of enough sites
     */
    void settled(AbortCertificate certificate);

    /**
     * A sum is known; its receipt has not left.
     *
     * @param sum with its receipt, which follows the last one of the session
     */
    void released(ReleasedSum sum);
}
