package io.hedgerow.core.spi;

import io.hedgerow.core.round.Aggregate;
import io.hedgerow.core.round.ProtectedUpdate;
import java.util.List;

/** Turns protected updates of one round into their sum, and yields nothing else. Extension point. */
public interface Aggregator {

    /**
     * Name of the protection that this aggregator understands.
     *
     * @return the identifier of the matching {@link UpdateProtector}
     */
    String id();

    /**
     * Sums updates. The result does not depend on their order.
     *
     * @param round the round
     * @param updates at most one per site
     * @return the sum over exactly these sites
     * @throws io.hedgerow.core.round.ProtocolException when an update cannot be understood; nothing is released
     */
    Aggregate aggregate(int round, List<ProtectedUpdate> updates);
}
