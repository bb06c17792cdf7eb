package io.hedgerow.dp.audit;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.PersonRows;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.solver.ProtectedUnits;
import java.util.ArrayList;
import java.util.List;

/**
 * Made-up rows for audits: all zero but those of the canary, which all have the same cells. They belong to nobody, so
 * opening them is charged to nobody.
 *
 * @param units what is protected: rows, or persons of whom all have one row but the canary
 * @param persons whether units are persons
 * @param others units beside the canary
 * @param canaryRows rows of the canary; 1 unless units are persons
 */
record AuditedRows(ProtectedUnits units, boolean persons, int others, int canaryRows) {

    private static final String KEY = "person";
    private static final int ROWS_OF_A_PERSON = 3;

    static AuditedRows records(int rows) {
        return new AuditedRows(ProtectedUnits.records(Adjacency.REPLACE_ONE, rows), false, rows - 1, 1);
    }

    /** Neighbours are zeros in the place of the canary. */
    static AuditedRows zeroOut(int rows) {
        return new AuditedRows(ProtectedUnits.records(Adjacency.ZERO_OUT, rows), false, rows - 1, 1);
    }

    /** The canary is a person with three rows among persons with one. */
    static AuditedRows persons(int persons) {
        return new AuditedRows(
                ProtectedUnits.persons(Adjacency.REPLACE_ONE, persons, persons), true, persons - 1, ROWS_OF_A_PERSON);
    }

    /** A neighbour: where persons are protected, one with another number of rows. */
    AuditedRows neighbour() {
        return new AuditedRows(units, persons, others, persons ? 1 : canaryRows);
    }

    /** The rows of the canary first and every other row from there on, as nobody sorts rows by person. */
    DataView open(double[] cells, MechanismEvent cost) {
        List<String> names =
                new ArrayList<>(VariableSchema.numbered(cells.length).names());
        names.add(KEY);
        double[][] rows = new double[others + canaryRows][cells.length + 1];
        int other = 0;
        for (int k = 0; k < rows.length; k++) {
            if (k % 2 == 0 && k / 2 < canaryRows) {
                System.arraycopy(cells, 0, rows[k], 0, cells.length);
            } else {
                rows[k][cells.length] = ++other;
            }
        }
        RowSource source = PersonRows.of(InMemoryRows.of(new VariableSchema(names), rows), KEY);
        SiteData data = SiteData.of(new DatasetIdentity("audit"), source);
        PrivacyUnit unit = persons ? new PrivacyUnit.PersonUnit(KEY) : new PrivacyUnit.RecordUnit();
        PrivacyGate gate = PrivacyGate.enforcing(request -> {}, data.identity(), unit, units.adjacency());
        return data.open(gate.reserve("audit", 0, cost).permit());
    }
}
