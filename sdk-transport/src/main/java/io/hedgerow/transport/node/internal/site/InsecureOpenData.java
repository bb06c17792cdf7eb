// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import java.util.function.Function;

/**
 * Opens data without any privacy guarantee, where the plan says {@code insecureNoPrivacy} and the site's rules allow
 * it.
 */
public final class InsecureOpenData {

    private InsecureOpenData() {}

    public static PrivacyGate gate(DatasetIdentity dataset) {
        return InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), dataset);
    }

    /**
     * Reads all records once, so that their watchers see them, and returns their statistics, which stay at the site.
     */
    public static SufficientStatistics look(SiteData records, String study, String purpose) {
        return read(records, study, purpose, DataView::statistics);
    }

    /** The same where cells may be missing; there are no statistics of all rows then. */
    public static SufficientStatistics lookAtCells(SiteData records, String study, String purpose) {
        return read(records, study, purpose, DataView::seenCells);
    }

    private static <T> T read(SiteData records, String study, String purpose, Function<DataView, T> reading) {
        PrivacyGate gate = gate(records.identity());
        try (DataView view = records.open(
                gate.reserve(study, 0, new MechanismEvent.NonPrivate(purpose)).permit())) {
            return reading.apply(view);
        }
    }
}
