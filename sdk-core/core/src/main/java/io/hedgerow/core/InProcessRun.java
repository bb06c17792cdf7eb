// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.RunReport;
import io.hedgerow.core.method.InProcessStudy;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.search.FittedEquations;
import java.util.List;
import java.util.Map;

/**
 * A study in this process that learns a network. The name is that of the method in plans, empty for one that was agreed
 * on; {@code normalScores} says that rows were turned into scores before they came here.
 */
record InProcessRun(
        Method method, InProcessStudy study, String name, Map<String, String> settings, boolean normalScores) {

    LearnedNetwork on(List<SiteData> sites) throws InterruptedException {
        InProcessStudy.Result result = study.on(sites);
        Method.Ended ended = result.ended();
        if (!ended.columns().isEmpty()) {
            throw new IllegalArgumentException("a method in one process must learn a network, was one that"
                    + " looks at columns of sites which see no rows of each other: name it in a plan, or learn with"
                    + " another method");
        }
        RunReport report = result.report().of(name, settings);
        LearnedNetwork learned = LearnedNetwork.of(
                method.study().schema(),
                ended.network().orElseThrow(),
                ended.voteShares(),
                ended.evidence(),
                method.weightsAreNorms(),
                report);
        boolean scored = normalScores || FittedEquations.NORMAL_SCORES.equals(settings.get("transform"));
        LearnedNetwork fitted = scored ? learned.with(learned.fitted().in(FittedEquations.NORMAL_SCORES)) : learned;
        return result.own().isEmpty() ? fitted : fitted.with(result.own());
    }
}
