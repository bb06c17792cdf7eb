// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.plan;

import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.OptionalLong;

/**
 * States each site's privacy spending and the expected accuracy of a private study before any data is opened. Every
 * method with a privacy guarantee is one, so a site that pays needs to know this interface and no method. Everything
 * here is public.
 */
public interface PlannedSpending {

    /**
     * The solver for its cost: where the method can, no noise source is opened, so that its library need not be here,
     * and the solver cannot draw.
     *
     * @param site the site
     */
    PlannedSolver stated(SiteId site);

    /**
     * The plan that a site's ledger is charged for.
     *
     * @param site the site
     */
    SpendingPlan spending(SiteId site);

    /**
     * {@return the number of rows of a site on which the study counts; empty where users are its unit}
     *
     * @param site the site
     */
    OptionalLong rows(SiteId site);

    /**
     * {@return what the budget is expected to buy, and what in the terms contradicts itself}
     *
     * @param terms on which the study was agreed
     */
    StudyForecast forecast(PublicTerms terms);

    /**
     * Refuses a study that protects another unit than the data set's policy: its ledger would be charged for another
     * promise. Refuses one that counts on another number of rows, too: noise would not fit, and the data would be
     * refused after they were paid for. A policy does not state the number of users, which is compared when the data
     * are open.
     *
     * @param promised by the plan
     * @param site the site of the rows
     * @param policy of its data set
     * @throws PolicyRefusedException when the unit or the numbers differ, or the plan's adjacency does not imply the
     *     policy's
     */
    default void requireSame(PrivacyPromise promised, SiteId site, SitePolicy policy) {
        policy.requirePromised(promised.unit(), promised.adjacency());
        policy.requireNoise(promised.noise(), "the plan");
        OptionalLong planned = rows(site);
        if (planned.isPresent() && planned.getAsLong() != policy.rows()) {
            throw new PolicyRefusedException("the plan counts on " + planned.getAsLong()
                    + " rows of this site, its policy says " + policy.rows()
                    + ": correct the policy, or have a plan signed with the true number");
        }
    }
}
