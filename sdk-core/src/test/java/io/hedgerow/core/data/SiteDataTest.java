package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.privacy.DataPermit;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteDataTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b");

    private final DatasetIdentity identity = new DatasetIdentity("ward");
    private final PrivacyGate gate = InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), identity);
    private final List<String> readings = new ArrayList<>();
    private final RowSource source = new RowSource() {
        private final RowSource rows = InMemoryRows.of(SCHEMA, new double[][] {{1, 2}, {3, 5}});

        @Override
        public VariableSchema schema() {
            return SCHEMA;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            readings.add("reading");
            rows.forEachRow(consumer);
        }
    };

    @Test
    void of_readsNothingBeforeAPermitIsShown() {
        SiteData data = SiteData.of(identity, source);

        assertEquals(SCHEMA, data.schema());
        assertEquals(identity, data.identity());
        assertEquals(List.of(), readings);
    }

    @Test
    void statistics_areComputedOnceForAllOpenings() {
        SiteData data = SiteData.of(identity, source);
        try (DataView first = data.open(permit());
                DataView second = data.open(permit())) {
            assertSame(first.statistics(), second.statistics());
            assertEquals(2, first.statistics().mean(0));
            assertEquals(SCHEMA, first.schema());
        }
        assertEquals(1, readings.size());
    }

    @Test
    void open_whenPermitIsUsedUp_readsNothing() {
        SiteData data = SiteData.of(identity, source);
        DataPermit permit = permit();
        data.open(permit).close();

        assertThrows(IllegalStateException.class, () -> data.open(permit));
        assertEquals(List.of(), readings);
    }

    @Test
    void open_whenPermitIsForOtherData_readsNothing() {
        SiteData other = SiteData.of(new DatasetIdentity("other ward"), source);

        assertThrows(IllegalArgumentException.class, () -> other.open(permit()));
        assertEquals(List.of(), readings);
    }

    @Test
    void view_whenClosed_readsNoMore() {
        DataView view = SiteData.of(identity, source).open(permit());
        view.forEachRow(row -> {});
        view.close();

        assertThrows(IllegalStateException.class, view::statistics);
        assertThrows(IllegalStateException.class, () -> view.forEachRow(row -> {}));
        assertEquals(1, readings.size());
    }

    @Test
    void ofMoments_hasStatisticsButNoRows() {
        SufficientStatistics moments =
                SufficientStatistics.ofMoments(10, new double[] {1, 2}, new double[] {1, 0.5, 0.5, 2});
        SiteData data = SiteData.ofMoments(identity, SCHEMA, moments);
        try (DataView view = data.open(permit())) {
            assertSame(moments, view.statistics());
            assertThrows(DataException.class, () -> view.forEachRow(row -> {}));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> SiteData.ofMoments(identity, VariableSchema.numbered(3), moments));
    }

    private DataPermit permit() {
        return gate.reserve("study", 1, new MechanismEvent.NonPrivate("test")).permit();
    }
}
