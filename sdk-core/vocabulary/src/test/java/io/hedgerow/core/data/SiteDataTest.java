// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DataPermit;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SiteDataTest {

    private static final DatasetIdentity ID = new DatasetIdentity("d");
    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b");

    private final AtomicInteger reads = new AtomicInteger();
    private final SiteData data = SiteData.of(ID, new RowSource() {
        @Override
        public VariableSchema schema() {
            return SCHEMA;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            reads.incrementAndGet();
            InMemoryRows.of(SCHEMA, new double[][] {{1, 2}, {3, 5}}).forEachRow(consumer);
        }
    });

    private static DataPermit permit() {
        return InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), ID)
                .reserve("test", 0, new MechanismEvent.NonPrivate("test"))
                .permit();
    }

    @Test
    void seenCells_areOfEachColumnByItself_andNamesOneWithoutAFiniteVariance() {
        double[][] rows = {{1, Double.NaN}, {3, 5}, {Double.NaN, 7}};
        SiteData data =
                SiteData.of(new DatasetIdentity("d"), InMemoryRows.withMissingCells(VariableSchema.of("a", "b"), rows));
        try (DataView view = data.open(permit())) {
            SufficientStatistics seen = view.seenCells();
            assertEquals(3, seen.rows());
            assertEquals(2, seen.mean(0));
            assertEquals(6, seen.mean(1));
            assertEquals(1, seen.covariance(0, 0), 1e-15);
            assertEquals(0, seen.covariance(0, 1));
        }
        rows[1][1] = 1e200;
        SiteData large =
                SiteData.of(new DatasetIdentity("d"), InMemoryRows.withMissingCells(VariableSchema.of("a", "b"), rows));
        try (DataView view = large.open(permit())) {
            String refused = assertThrows(DataException.class, view::seenCells).getMessage();
            assertTrue(refused.contains("column \"b\": must have a finite variance"), refused);
        }
    }

    @Test
    void schemaAndIdentity_readNothing() {
        assertEquals(SCHEMA, data.schema());
        assertEquals(ID, data.identity());
        assertEquals(0, reads.get());
    }

    @Test
    void open_withAUsedPermit_readsNothing() {
        DataPermit permit = permit();
        data.open(permit).close();
        assertThrows(IllegalStateException.class, () -> data.open(permit));
        assertEquals(0, reads.get());
    }

    @Test
    void statistics_areReadOnceForAllViews() {
        SufficientStatistics first;
        try (DataView view = data.open(permit())) {
            first = view.statistics();
        }
        try (DataView view = data.open(permit())) {
            assertSame(first, view.statistics());
        }
        assertEquals(1, reads.get());
    }

    /** A refusal would tell the number, and a ledger of zero-out keeps it secret whatever a plan declares. */
    @Test
    void numberOfUnitsThatALedgerKeepsSecret_isComparedWithNothing() {
        OptionalLong declared = OptionalLong.of(1000);
        PrivacyUnit record = new PrivacyUnit.RecordUnit();
        try (DataView open = data.open(permit(), record, Adjacency.REPLACE_ONE, declared, () -> {})) {
            assertFalse(open.hidesNumberOfUnits());
            assertThrows(DataException.class, () -> open.forEachRow(row -> {}));
        }
        AtomicInteger handed = new AtomicInteger();
        try (DataView secret = data.open(permit(), record, Adjacency.ZERO_OUT, declared, () -> {})) {
            assertTrue(secret.hidesNumberOfUnits());
            secret.forEachRow(row -> handed.incrementAndGet());
        }
        assertEquals(2, handed.get());
    }

    @Test
    void closedView_readsNothing() {
        DataView view = data.open(permit());
        view.close();
        assertThrows(IllegalStateException.class, view::statistics);
        assertThrows(IllegalStateException.class, () -> view.forEachRow(row -> {}));
        assertEquals(0, reads.get());
    }

    @Test
    void ofMoments_hasStatisticsButNoRows() {
        SufficientStatistics moments = SufficientStatistics.ofMoments(9, new double[2], new double[] {1, 0, 0, 1});
        SiteData exact = SiteData.ofMoments(ID, SCHEMA, moments);
        try (DataView view = exact.open(permit())) {
            assertSame(moments, view.statistics());
            assertThrows(DataException.class, () -> view.forEachRow(row -> {}));
        }
        VariableSchema other = VariableSchema.of("a");
        assertThrows(IllegalArgumentException.class, () -> SiteData.ofMoments(ID, other, moments));
    }
}
