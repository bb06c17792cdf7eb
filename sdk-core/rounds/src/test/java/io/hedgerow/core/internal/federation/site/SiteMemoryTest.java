// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import org.junit.jupiter.api.Test;

/** What a site must know of the rounds that it was in. */
class SiteMemoryTest {

    private static final SiteId A = new SiteId("a");

    private final Study study = Fixtures.study(2, 5, 1, CommunicationPolicy.exact());
    private final ChangeCodec codec = new ChangeCodec(9, study.communication());
    private final ScriptedSolver solver = new ScriptedSolver(7);
    private final SiteSession session = Fixtures.session("a", study, solver);

    @Test
    void answer_afterARoundThatItWasIn_movesItsDual() {
        double[] sent = new double[9];
        codec.decode(session.answer(Fixtures.task(0, Payload.empty())).payload())
                .addTo(sent);

        session.answer(Fixtures.task(1, codec.encode(SparseChange.of(new int[] {1}, new double[] {0.5})), A));

        // β = 0 + ρ2 (B − W) with ρ2 = 1: eq. 7 of paper 002
        assertEquals(sent[1] - 0.5, solver.problems.get(1).dual().get(1));
    }

    /**
     * Its home was lost: what it sent in another life is in the sum, and what it would send from nothing comes on top.
     */
    @Test
    void answer_whenTheSumHoldsAnUpdateThatTheSiteDoesNotKnow_endsTheSession() {
        Payload none = codec.encode(SparseChange.of(new int[0], new double[0]));
        session.observe(Fixtures.task(0, Payload.empty()));

        JournalException lost = assertThrows(JournalException.class, () -> session.answer(Fixtures.task(1, none, A)));

        assertTrue(lost.getMessage().contains("Start this site with the newest home"), lost.getMessage());
        assertThrows(JournalException.class, () -> session.answer(Fixtures.task(1, none)));
        assertTrue(solver.problems.isEmpty(), "nothing was opened");
    }
}
