// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.privacy.PrivacyGate;
import java.util.List;

/** Lets a study in one process read: an implementation records what the study costs before it hands out a gate. */
@FunctionalInterface
public interface SiteAdmission {

    /**
     * {@return a gate for each of the sites; lets all in, or none}
     *
     * @param method that will run
     * @param sites their data, in order, closed
     * @throws io.hedgerow.core.privacy.PrivacyException when a site must not take part; nothing was opened
     */
    List<PrivacyGate> admit(Method method, List<SiteData> sites);
}
