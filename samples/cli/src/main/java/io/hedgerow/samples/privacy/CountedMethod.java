// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import io.hedgerow.core.method.Learning;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.List;

/** A private method of the catalogue with what it needs to know of sites in one process. */
public final class CountedMethod {

    private CountedMethod() {}

    /**
     * A method that is told its budget and how many units its sites have.
     *
     * @param units of every site, in the order of {@link Learning#siteIds}
     */
    public static NamedMethod of(
            NamedMethod named, PrivacyBudget budget, PrivacyUnit unit, Adjacency adjacency, List<Long> units) {
        NamedMethod counted = named.promising(new PrivacyPromise(budget.epsilon(), budget.delta(), unit, adjacency));
        String prefix = unit instanceof PrivacyUnit.PersonUnit ? "persons." : "rows.";
        List<SiteId> names = Learning.siteIds(units.size());
        for (int p = 0; p < names.size(); p++) {
            counted = counted.with(prefix + names.get(p).value(), Long.toString(units.get(p)));
        }
        return counted;
    }
}
