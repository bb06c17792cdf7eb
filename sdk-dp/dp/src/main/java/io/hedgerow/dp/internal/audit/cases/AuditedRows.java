// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Generates synthetic rows for audits: those of the canary, which all have the same cells, and rows of others. They
 * describe no individual, so opening them charges no ledger.
 *
 * @param units what is protected: rows, or users of whom all have one row except the canary
 * @param users whether units are users
 * @param others units beside the canary
 * @param canaryRows rows of the canary; 1 unless units are users
 */
record AuditedRows(ProtectedUnits units, boolean users, int others, int canaryRows) {

    private static final String KEY = "person";
    private static final int ROWS_OF_A_PERSON = 3;

    /** As many units as declared; where users are protected the canary has three rows among users with one. */
    static AuditedRows of(Adjacency adjacency, boolean users, int count) {
        ProtectedUnits units =
                users ? ProtectedUnits.users(adjacency, count, count) : ProtectedUnits.records(adjacency, count);
        return new AuditedRows(units, users, count - 1, users ? ROWS_OF_A_PERSON : 1);
    }

    static AuditedRows users(int users) {
        return of(Adjacency.REPLACE_ONE, true, users);
    }

    boolean zeroOut() {
        return units.adjacency() == Adjacency.ZERO_OUT;
    }

    /** The neighbouring data: a replaced user has another number of rows; rows that become zeros stay. */
    AuditedRows neighbour() {
        return new AuditedRows(units, users, others, users && !zeroOut() ? 1 : canaryRows);
    }

    /** The cells of the neighbour: those given, or zeros where a unit is zeroed out. */
    double[] opposite(double[] replaced) {
        return zeroOut() ? new double[replaced.length] : replaced;
    }

    /** Opens rows in which all others are zeros. */
    DataView open(double[] cells, MechanismEvent cost) {
        return open(cells, new double[1][cells.length], cost);
    }

    /**
     * Opens rows with those of the canary first and every other row from there on, as rows are not sorted by user;
     * others take turns.
     */
    DataView open(double[] cells, double[][] othersCells, MechanismEvent cost) {
        return open(Collections.nCopies(canaryRows, cells), othersCells, cost);
    }

    /** Opens the same with cells of its own in every row of the canary, however many there are. */
    DataView open(List<double[]> canary, double[][] othersCells, MechanismEvent cost) {
        int d = canary.get(0).length;
        List<String> names = new ArrayList<>(VariableSchema.numbered(d).names());
        names.add(KEY);
        double[][] rows = new double[others + canary.size()][d + 1];
        int other = 0;
        int own = 0;
        for (int k = 0; k < rows.length; k++) {
            // where others run out the rest is the canary's
            boolean isCanary = own < canary.size() && (k % 2 == 0 || other == others);
            System.arraycopy(isCanary ? canary.get(own++) : othersCells[other % othersCells.length], 0, rows[k], 0, d);
            if (!isCanary) {
                rows[k][d] = ++other;
            }
        }
        RowSource source = UserRows.of(InMemoryRows.withMissingCells(new VariableSchema(names), rows), KEY);
        SiteData data = SiteData.of(new DatasetIdentity("audit"), source);
        PrivacyUnit unit = users ? new PrivacyUnit.UserUnit(KEY) : new PrivacyUnit.RecordUnit();
        PrivacyGate gate = PrivacyGate.enforcing(request -> {}, data.identity(), unit, units.adjacency());
        return data.open(gate.reserve("audit", 0, cost).permit());
    }
}
