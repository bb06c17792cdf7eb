// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.method.Method;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.node.internal.Witness;
import io.hedgerow.transport.node.internal.site.HomeFiles;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import io.hedgerow.transport.security.SecurityNotice.Role;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.SiteRules.PlanRefusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A plan that a site's rules have accepted, with the rows to use. Nothing of them is opened yet. */
record SiteTerms(
        Site site,
        HomeFiles files,
        SiteRules rules,
        SignedPlan signed,
        RowSource rows,
        Witness witness,
        Agreed agreed) {

    /** The method and masks that a plan specifies for a site. */
    record Agreed(Method method, Optional<PlannedMasks> masks) {}

    /**
     * Reads the site's rules and the plan's meaning for this site. Opens nothing else.
     *
     * @param notices is told of the acceptance, or of each refusal
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when the rules forbid the plan
     */
    static SiteTerms accept(
            Site site, SignedPlan signed, RowSource rows, HomeFiles files, Consumer<SecurityNotice> notices) {
        Witness witness = new Witness(
                notices, Role.SITE, site.name().value(), signed.plan().name(), site.clock());
        List<PlanRefusal> refusals = List.of();
        SiteTerms terms;
        try {
            FilePermissions.of(site).require();
            SiteRules rules = SiteRules.read(site.rules());
            refusals = signed.refusals(rules, site.name());
            signed.requireAccepted(rules, site.name());
            site.requireRevocations(rules, signed.plan().name());
            Agreed agreed = new Agreed(signed.method(), signed.masks());
            terms = new SiteTerms(site, files, rules, signed, signed.rows(rows), witness, agreed);
        } catch (RuntimeException e) {
            witness.refused(refusals);
            if (refusals.isEmpty()) {
                witness.failed(e);
            }
            throw e;
        }
        witness.tell(Kind.PLAN_ACCEPTED);
        return terms;
    }

    Method method() {
        return agreed.method();
    }

    Optional<PlannedMasks> masks() {
        return agreed.masks();
    }

    String study() {
        return signed.plan().name();
    }
}
