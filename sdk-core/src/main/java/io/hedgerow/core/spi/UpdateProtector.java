package io.hedgerow.core.spi;

import io.hedgerow.core.round.ProtectedUpdate;
import io.hedgerow.core.round.Update;

/** Turns a site's update into what may leave the site. One instance serves one site. Extension point. */
public interface UpdateProtector {

    /**
     * Name of the protection, which the aggregator must know.
     *
     * @return a short stable identifier
     */
    String id();

    /**
     * Protects an update.
     *
     * @param update what the site computed
     * @return what may leave it
     */
    ProtectedUpdate protect(Update update);
}
