package io.hedgerow.dp.audit;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.util.Arrays;

/**
 * Made-up rows for audits: all zero but the first, which is the canary. They belong to nobody, so opening them is charged
 * to nobody.
 */
final class AuditedRows {

    private AuditedRows() {}

    static DataView open(int rows, double[] canary, MechanismEvent cost) {
        double[][] all = new double[rows][canary.length];
        all[0] = canary.clone();
        Arrays.fill(all, 1, rows, new double[canary.length]);
        SiteData data =
                SiteData.of(new DatasetIdentity("audit"), InMemoryRows.of(VariableSchema.numbered(canary.length), all));
        PrivacyGate gate = PrivacyGate.enforcing(
                request -> {}, data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE);
        return data.open(gate.reserve("audit", 0, cost).permit());
    }
}
