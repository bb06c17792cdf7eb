// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.DataPermit;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What docs/guides/site-engineer.md shows. */
class SiteEngineerGuideTest {

    record Visit(double age, double dose) {}

    // region:source
    record Visits(List<Visit> store) implements RowSource {
        @Override
        public VariableSchema schema() {
            return new VariableSchema(List.of("age", "dose"));
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            double[] row = new double[2];
            for (Visit visit : store) {
                row[0] = visit.age();
                row[1] = visit.dose();
                consumer.accept(row);
            }
        }
    }
    // endregion

    @Test
    void data_opensWithAPermitAndOnce() {
        RowSource visits = new Visits(List.of(new Visit(40, 1), new Visit(60, 2)));
        // region:permit
        DatasetIdentity identity = new DatasetIdentity("north-ward-visits");
        SiteData data = SiteData.of(identity, visits); // nothing is read

        PrivacyGate gate = InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), identity);
        DataPermit permit = gate.reserve("study", 0, new MechanismEvent.NonPrivate("mean age"))
                .permit();
        double meanAge;
        try (DataView view = data.open(permit)) { // uses the permit up
            meanAge = view.statistics().mean(0); // reads the rows, once
        }
        // endregion
        assertEquals(50, meanAge);
        assertThrows(IllegalStateException.class, () -> data.open(permit));
    }
}
