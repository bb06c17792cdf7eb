// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.study.Study;

final class SecretRowCount {

    private SecretRowCount() {}

    /**
     * Refuses losses scaled per record: the number of rows would be in every coefficient of the update, which no event
     * charges.
     *
     * @throws PolicyRefusedException when the study does so and the computation has a guarantee to keep
     */
    static void require(Study study, MechanismEvent event) {
        if (study.lossScaling() == LossScaling.PER_RECORD && !event.containsNonPrivate()) {
            throw new PolicyRefusedException("study " + study.name()
                    + " scales losses per record, which tells a site's exact number of rows outside of any budget: "
                    + "a private study needs LossScaling.PER_SITE");
        }
    }
}
