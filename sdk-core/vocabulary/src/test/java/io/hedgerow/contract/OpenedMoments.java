// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.contract;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;

/** Site data that a test can open as often as it likes. */
public final class OpenedMoments {

    private static final DatasetIdentity ID = new DatasetIdentity("test data");

    private final SiteData data;

    private OpenedMoments(SiteData data) {
        this.data = data;
    }

    /** Data with mean 0 and covariance S. */
    public static OpenedMoments of(double[][] s) {
        int q = s.length;
        double[] flat = new double[q * q];
        for (int i = 0; i < q; i++) {
            System.arraycopy(s[i], 0, flat, i * q, q);
        }
        return of(SufficientStatistics.ofMoments(1000, new double[q], flat));
    }

    /** Data known by the given moments. */
    public static OpenedMoments of(SufficientStatistics moments) {
        return new OpenedMoments(SiteData.ofMoments(ID, VariableSchema.numbered(moments.variables()), moments));
    }

    /** Data with rows, for solvers that read them. */
    public static OpenedMoments ofRows(double[][] rows) {
        return new OpenedMoments(SiteData.of(ID, InMemoryRows.of(VariableSchema.numbered(rows[0].length), rows)));
    }

    /** A new view. */
    public DataView open() {
        return data.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), ID)
                .reserve("test", 0, new MechanismEvent.NonPrivate("test"))
                .permit());
    }

    /** The statistics, as a solver sees them. */
    public SufficientStatistics statistics() {
        try (DataView view = open()) {
            return view.statistics();
        }
    }
}
