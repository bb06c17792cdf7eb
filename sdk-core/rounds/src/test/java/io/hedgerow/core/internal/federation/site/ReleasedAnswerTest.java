// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rounds that a solver answers from what it released before. */
class ReleasedAnswerTest {

    @Test
    void answer_fromWhatWasReleasedBefore_reservesAndOpensNothing() {
        Study study = Fixtures.study(2, 5, 1, CommunicationPolicy.exact());
        AtomicInteger reads = new AtomicInteger();
        InMemoryLedgerForSimulation ledger = new InMemoryLedgerForSimulation();
        SiteData data = SiteData.of(new DatasetIdentity("a"), new RowSource() {
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
        LocalSolver once = new LocalSolver() {
            private boolean released;

            @Override
            public String id() {
                return "once";
            }

            @Override
            public MechanismEvent plan(Task task) {
                return new MechanismEvent.NonPrivate("once");
            }

            @Override
            public Optional<LocalSolution> solveFromReleased(Task task, LocalProblem problem) {
                return released ? Optional.of(new LocalSolution(Parameters.zeros(9), 1, true)) : Optional.empty();
            }

            @Override
            public LocalSolution solve(LocalProblem problem, DataView view) {
                view.forEachRow(row -> {});
                released = true;
                return new LocalSolution(Parameters.zeros(9), 1, true);
            }
        };
        SiteSession session = new SiteSession(
                new SiteId("a"),
                study,
                data,
                InsecureNoPrivacy.gate(ledger, data.identity()),
                once,
                new InsecurePlainUpload(study));

        session.answer(Fixtures.task(0, Payload.empty()));
        Payload nothing = new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
        session.answer(Fixtures.task(1, nothing, new SiteId("a")));
        session.answer(Fixtures.task(2, nothing, new SiteId("a")));

        assertEquals(1, ledger.recorded().size());
        assertEquals(1, reads.get());
    }
}
