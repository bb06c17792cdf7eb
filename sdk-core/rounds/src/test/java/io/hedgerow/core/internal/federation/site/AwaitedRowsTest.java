// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In one process the rows of a paid round are awaited as long as the round lasts. */
class AwaitedRowsTest {

    private static final Duration NONE = Duration.ZERO;

    private final Study study = Fixtures.study(1, 5, 1, CommunicationPolicy.exact());
    private final Ledger ledger = new Ledger();
    private final List<String> waited = new ArrayList<>();

    private static final class Ledger implements BudgetLedger {
        final List<ReservationRequest> made = new ArrayList<>();

        @Override
        public void reserve(ReservationRequest request) {
            made.add(request);
        }

        @Override
        public void requireLetThrough(ReservationRequest request) {
            assertTrue(made.contains(request));
        }
    }

    /** Rows that cannot be read for a number of times. */
    private static final class Source implements RowSource {
        private final DataException failure;
        private int failures;

        Source(int failures, DataException failure) {
            this.failures = failures;
            this.failure = failure;
        }

        @Override
        public VariableSchema schema() {
            return Fixtures.SCHEMA;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            if (failures-- > 0) {
                throw failure;
            }
            Fixtures.rows().forEachRow(consumer);
        }
    }

    private static DataException away() {
        return DataException.temporary("the database is away", new SQLException("refused"));
    }

    private InMemoryNetwork network(Source source, Duration pause) {
        SiteData data = SiteData.of(new DatasetIdentity("a"), source);
        PrivacyGate gate =
                PrivacyGate.enforcing(ledger, data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE);
        SiteSession session = new SiteSession(
                new SiteId("a"),
                study,
                data,
                gate,
                new SiteOptimum(new MechanismEvent.Gaussian(0.1, 1)),
                new InsecurePlainUpload(study));
        return new InMemoryNetwork(
                List.of(session), Runnable::run, (site, why) -> waited.add(site.value() + " " + why), tries -> pause);
    }

    private SiteReply answer(InMemoryNetwork network) throws InterruptedException {
        network.broadcast(Fixtures.task(0, Payload.empty()));
        return network.awaitReply(Duration.ofSeconds(30)).orElseThrow();
    }

    @Test
    void databaseThatIsAway_isAwaitedThroughTheRound_underOneCharge() throws InterruptedException {
        assertTrue(answer(network(new Source(20, away()), NONE)) instanceof ProtectedUpdate);
        assertEquals(20, waited.size());
        assertEquals("a the database is away", waited.get(0));
        assertEquals(1, ledger.made.size());
    }

    @Test
    void databaseThatStaysAway_isGivenUpBeforeTheDeadline() throws InterruptedException {
        DataException away = away();
        InMemoryNetwork network =
                network(new Source(20, away), study.policy().deadline().plusSeconds(1));
        assertTrue(answer(network) instanceof SiteReply.Failure);
        assertSame(away, network.firstFailure().orElseThrow());
        assertEquals(List.of(), waited);
    }

    @Test
    void rowsThatOnlyPeopleMend_areNotAwaitedForLong() throws InterruptedException {
        DataException wrong = new DataException("row 3, column x: must be a number");
        assertTrue(answer(network(new Source(20, wrong), NONE)) instanceof SiteReply.Failure);
        assertEquals(5, waited.size());
    }

    @Test
    void siteThatIsToStop_doesNotWait() throws InterruptedException {
        InMemoryNetwork network = network(new Source(20, away()), NONE);
        Thread.currentThread().interrupt();
        network.broadcast(Fixtures.task(0, Payload.empty()));
        assertTrue(Thread.interrupted());
        assertTrue(network.awaitReply(Duration.ofSeconds(30)).orElseThrow() instanceof SiteReply.Failure);
        assertEquals(List.of(), waited);
    }
}
