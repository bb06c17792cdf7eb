package io.hedgerow.samples.operate;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.StudyPlan;
import java.util.Map;
import java.util.TreeMap;

/**
 * The promise of a private plan, and to whom: every row is a unit that may be replaced. The plan says how many rows every site has,
 * {@code rows.NAME}: with this adjacency these numbers are public.
 *
 * @param budget of the whole study, at every site
 * @param rows of every site
 */
public record PlannedRecords(PrivacyBudget budget, Map<SiteId, Long> rows) {

    private static final String ROWS = "rows.";

    public PlannedRecords {
        rows = Map.copyOf(rows);
    }

    static PlannedRecords of(StudyPlan plan, PlanParameters parameters) {
        String algorithm = "algorithm " + plan.algorithm().id();
        PlannedPrivacy.Budget promised = plan.privacy()
                .budget()
                .orElseThrow(() -> new IllegalArgumentException(
                        algorithm + " needs a budget: the plan must have privacy instead of insecureNoPrivacy"));
        if (!(promised.unit() instanceof PrivacyUnit.RecordUnit)) {
            throw new IllegalArgumentException(
                    algorithm + " between processes needs unit record, one row per person, was " + promised.unit());
        }
        if (promised.adjacency() != Adjacency.REPLACE_ONE) {
            throw new IllegalArgumentException(
                    algorithm + " between processes needs adjacency replace-one, was " + promised.adjacency());
        }
        Map<SiteId, Long> rows = new TreeMap<>();
        for (SiteId site : plan.sites()) {
            String name = ROWS + site.value();
            if (!parameters.has(name)) {
                throw new IllegalArgumentException(algorithm
                        + " needs the public number of rows of every site: parameter " + name + " is missing");
            }
            rows.put(site, parameters.count(name, 1));
        }
        return new PlannedRecords(new PrivacyBudget(promised.epsilon(), promised.delta()), rows);
    }

    long of(SiteId site) {
        Long own = rows.get(site);
        if (own == null) {
            throw new IllegalArgumentException("site must be one of the plan, was " + site.value());
        }
        return own;
    }

    long total() {
        return rows.values().stream().reduce(0L, Math::addExact);
    }

    /**
     * Refuses a plan that protects something else than the data set's policy promises: its ledger would be charged for another
     * promise. Refuses one that counts on other rows, too: noise would not fit, and the data would be refused after they were paid
     * for.
     *
     * @param plan what officers signed
     * @param site whose rows
     * @param policy of its data set
     * @throws PolicyRefusedException when the unit or the numbers differ, or the plan's adjacency does not imply the policy's
     */
    public static void requireSame(StudyPlan plan, SiteId site, SitePolicy policy) {
        plan.privacy().budget().ifPresent(promised -> policy.requirePromised(promised.unit(), promised.adjacency()));
        String planned = plan.algorithm().parameters().get(ROWS + site.value());
        if (planned != null && !planned.equals(String.valueOf(policy.rows()))) {
            throw new PolicyRefusedException("the plan counts on " + planned + " rows of this site, its policy says "
                    + policy.rows() + ": noise would not fit");
        }
    }
}
