// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.study.Study;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every protector keeps. */
public abstract class UpdateProtectorContract {

    /** The protectors of all sites and the aggregator of one study, ready for round 2. */
    protected abstract ProtectedRound newRound(Study study, List<SiteId> sites);

    private ProtectedRound round;

    @BeforeEach
    void prepareTheRound() {
        round = newRound(ProtectedRound.study(), ProtectedRound.SITES);
    }

    private final SiteId site = ProtectedRound.SITES.get(1);

    @Test
    public void id_isShortStableAndKnownToTheAggregator() {
        String id = round.protector(site).id();
        assertFalse(id.isBlank());
        assertEquals(id, round.protector(ProtectedRound.SITES.get(0)).id());
        assertEquals(id, round.aggregator().id());
    }

    @Test
    public void protect_namesSiteStudyRoundAndProtection() {
        ProtectedUpdate update = round.protector(site).protect(ProtectedRound.update(site, 2));
        assertEquals(site, update.site());
        assertEquals(ProtectedRound.study().name(), update.study());
        assertEquals(2, update.round());
        assertEquals(round.protector(site).id(), update.protection());
    }

    @Test
    public void protect_doesNotModifyTheUpdate() {
        Update update = ProtectedRound.update(site, 2);
        round.protector(site).protect(update);
        assertEquals(ProtectedRound.update(site, 2), update);
    }

    @Test
    public void protect_textFormShowsNoContent() {
        ProtectedUpdate update = round.protector(site).protect(ProtectedRound.update(site, 2));
        assertEquals(
                "Payload[size=" + update.payload().size() + "]",
                update.payload().toString());
        String text = ProtectedRound.update(site, 2).toString();
        assertFalse(text.contains("0.25"), text);
    }
}
