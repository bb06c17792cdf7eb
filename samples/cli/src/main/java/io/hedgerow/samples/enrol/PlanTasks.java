// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.study.PlanRefusal;
import io.hedgerow.transport.study.PlannedAggregation;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Describes and checks the plan of a study. */
public final class PlanTasks {

    private PlanTasks() {}

    public static FactList digest(StudyPlan plan) {
        return new FactList().fact("digest", plan.digest().toString());
    }

    public static FactList describe(StudyPlan plan) {
        return new FactList()
                .fact("study", plan.name())
                .fact("coordinator", plan.coordinator())
                .fact("sites", plan.sites().stream().map(SiteId::value).toList())
                .fact("variables", plan.variables().size())
                .fact("algorithm", plan.algorithm().id())
                .fact(
                        "privacy",
                        plan.privacy()
                                .budget()
                                .map(budget -> "epsilon " + budget.epsilon() + ", delta " + budget.delta())
                                .orElse("none: single records could be revealed"))
                .fact("rounds", plan.rounds())
                .fact("quorum", plan.quorum())
                .fact("deadlineSeconds", plan.deadline().toSeconds())
                .fact("minimumCohort", plan.minimumCohort())
                .fact(
                        "secureAggregation",
                        plan.secureAggregation()
                                .map(PlannedAggregation::mode)
                                .map(Words::dashed)
                                .orElse("none: the coordinator sees what every site sends"))
                .fact("digest", plan.digest().toString());
    }

    /** Whether a site would join. */
    public static FactList check(StudyPlan plan, Path signatures, SiteRules rules, SiteId site) {
        DocumentSignatures signed = Files.exists(signatures)
                ? DocumentSignatures.read(signatures, StudyPlan.KIND)
                : DocumentSignatures.none(plan.digest());
        List<PlanRefusal> refusals = rules.refusals(plan, signed, site);
        return describe(plan)
                .fact("joins", refusals.isEmpty())
                .fact("refusals", refusals.stream().map(PlanRefusal::message).toList())
                .endingWith(refusals.isEmpty() ? ExitCode.OK : ExitCode.REFUSED);
    }
}
