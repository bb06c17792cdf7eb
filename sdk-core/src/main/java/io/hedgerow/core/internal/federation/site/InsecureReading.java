// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import java.util.function.Function;

public final class InsecureReading {

    private InsecureReading() {}

    public static <T> T read(SiteData site, Function<DataView, T> computation) {
        MechanismEvent event = new MechanismEvent.NonPrivate("statistics for checks and baselines");
        try (DataView view = site.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), site.identity())
                .reserve("checks", 0, event)
                .permit())) {
            return computation.apply(view);
        }
    }
}
