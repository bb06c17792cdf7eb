// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every aggregator keeps, together with the protectors that it understands. */
public abstract class AggregatorContract {

    private static final int ROUND = 2;

    /** The protectors of all sites and the aggregator of one study, ready for round 2. */
    protected abstract ProtectedRound newRound(Study study, List<SiteId> sites);

    private ProtectedRound round;

    @BeforeEach
    void prepareTheRound() {
        round = newRound(ProtectedRound.study(), ProtectedRound.SITES);
    }

    private List<ProtectedUpdate> updates() {
        List<ProtectedUpdate> updates = new ArrayList<>();
        for (SiteId site : ProtectedRound.SITES) {
            updates.add(round.protector(site).protect(ProtectedRound.update(site, ROUND)));
        }
        return updates;
    }

    @Test
    public void aggregate_isTheSumOfTheChangesOfExactlyTheSenders() throws InterruptedException {
        double[] expected = new double[ProtectedRound.study().layout().size()];
        ProtectedRound.SITES.forEach(
                site -> ProtectedRound.update(site, ROUND).change().addTo(expected));

        Aggregate aggregate = round.aggregator().aggregate(ROUND, updates(), round.dialogue());

        // the changes are multiples of the study's resolution, so that nothing may be lost
        assertArrayEquals(expected, aggregate.sum().toArray());
        assertEquals(Set.copyOf(ProtectedRound.SITES), aggregate.included());
        assertEquals(ROUND, aggregate.round());
    }

    @Test
    public void aggregate_doesNotDependOnTheOrderOfUpdates() throws InterruptedException {
        List<ProtectedUpdate> updates = updates();
        List<ProtectedUpdate> backwards = new ArrayList<>(updates);
        Collections.reverse(backwards);
        assertEquals(
                round.aggregator().aggregate(ROUND, updates, round.dialogue()),
                round.aggregator().aggregate(ROUND, backwards, round.dialogue()));
    }

    @Test
    public void check_acceptsWhatTheProtectorsMake() {
        updates().forEach(update -> assertDoesNotThrow(() -> round.aggregator().check(ROUND, update)));
    }

    @Test
    public void checkAndAggregate_refuseAnotherStudyRoundOrProtection() {
        ProtectedUpdate good = updates().get(0);
        refused(new ProtectedUpdate(good.site(), "another", ROUND, good.protection(), good.payload()));
        refused(new ProtectedUpdate(good.site(), good.study(), ROUND + 1, good.protection(), good.payload()));
        refused(new ProtectedUpdate(good.site(), good.study(), ROUND, "no such protection", good.payload()));
    }

    @Test
    public void checkAndAggregate_refuseTruncatedExtendedAndEmptyPayloads() {
        ProtectedUpdate good = updates().get(0);
        byte[] bytes = good.payload().toBytes();
        for (int length : new int[] {0, 1, bytes.length - 1, bytes.length + 1}) {
            Payload other = Payload.copyOf(Arrays.copyOf(bytes, length));
            refused(new ProtectedUpdate(good.site(), good.study(), ROUND, good.protection(), other));
        }
    }

    @Test
    public void aggregate_refusesTwoUpdatesOfOneSite() throws InterruptedException {
        List<ProtectedUpdate> twice = new ArrayList<>(updates());
        twice.set(1, twice.get(0));
        assertThrows(ProtocolException.class, () -> round.aggregator().aggregate(ROUND, twice, round.dialogue()));
    }

    private void refused(ProtectedUpdate bad) {
        assertThrows(ProtocolException.class, () -> round.aggregator().check(ROUND, bad));
        List<ProtectedUpdate> withBad = new ArrayList<>(updates());
        withBad.set(0, bad);
        assertThrows(ProtocolException.class, () -> round.aggregator().aggregate(ROUND, withBad, round.dialogue()));
    }
}
