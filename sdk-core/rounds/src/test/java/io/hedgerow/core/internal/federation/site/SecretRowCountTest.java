// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Losses scaled per record tell a site's exact number of rows, for which no event charges. So does a failure because of
 * that number, where the site's ledger keeps it secret.
 */
class SecretRowCountTest {

    private final AtomicInteger reads = new AtomicInteger();

    private static Study perRecord() {
        Study study = Fixtures.study(2, 5, 1, CommunicationPolicy.exact());
        return new Study(
                "study",
                Fixtures.SCHEMA,
                study.layout(),
                2,
                study.policy(),
                new Study.Rounds(
                        study.consensus().admm(),
                        LossScaling.PER_RECORD,
                        100,
                        Centring.NONE,
                        study.communication(),
                        1));
    }

    private SiteData counted() {
        return SiteData.of(new DatasetIdentity("a"), new RowSource() {
            @Override
            public boolean knowsUsers() {
                return true;
            }

            @Override
            public VariableSchema schema() {
                return Fixtures.SCHEMA;
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                reads.incrementAndGet();
                Fixtures.rows().forEachRow(consumer);
            }
        });
    }

    private static SiteSession session(SiteData data, PrivacyGate gate, ScriptedSolver solver) {
        Study study = perRecord();
        return new SiteSession(new SiteId("a"), study, data, gate, solver, new InsecurePlainUpload(study));
    }

    @Test
    void privateUpdate_isRefusedAndNothingIsRecordedOrOpened() {
        SiteData data = counted();
        List<Object> recorded = new ArrayList<>();
        ScriptedSolver solver = new ScriptedSolver(1, new MechanismEvent.Gaussian(0.1, 1));
        PrivacyGate gate = PrivacyGate.enforcing(
                recorded::add, data.identity(), new PrivacyUnit.UserUnit("patient"), Adjacency.REPLACE_ONE);
        SiteSession session = session(data, gate, solver);
        PolicyRefusedException e =
                assertThrows(PolicyRefusedException.class, () -> session.answer(Fixtures.task(0, Payload.empty())));
        assertTrue(String.valueOf(e.getMessage()).contains("PER_SITE"), e.getMessage());
        assertTrue(recorded.isEmpty());
        assertEquals(0, reads.get());
        assertEquals(0, solver.problems.size());
    }

    @Test
    void updateWithoutAPromise_isWeighedByItsRows() {
        SiteData data = counted();
        ScriptedSolver solver = new ScriptedSolver(1);
        session(data, InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()), solver)
                .answer(Fixtures.task(0, Payload.empty()));
        assertEquals(1, solver.problems.size());
        assertEquals(1, reads.get());
    }

    /** The solver promises more than the ledger asks for, and knows only the number that was declared. */
    @Test
    void numberOfRowsThatTheLedgerKeepsSecret_endsNoRound() {
        for (Adjacency adjacency : Adjacency.values()) {
            SiteData data = counted();
            ScriptedSolver solver = new ScriptedSolver(1, new MechanismEvent.Gaussian(0.1, 1))
                    .declaring(1_000_000)
                    .reading();
            PrivacyGate gate =
                    PrivacyGate.enforcing(request -> {}, data.identity(), new PrivacyUnit.RecordUnit(), adjacency);
            Study study = Fixtures.study(2, 5, 1, CommunicationPolicy.exact());
            SiteSession session =
                    new SiteSession(new SiteId("a"), study, data, gate, solver, new InsecurePlainUpload(study));
            if (adjacency == Adjacency.ZERO_OUT) {
                session.answer(Fixtures.task(0, Payload.empty()));
                assertEquals(1, solver.problems.size());
            } else {
                assertThrows(RuntimeException.class, () -> session.answer(Fixtures.task(0, Payload.empty())));
                assertEquals(0, solver.problems.size());
            }
        }
    }
}
