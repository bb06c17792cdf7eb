package io.hedgerow.samples.operate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.simulation.FederationOutcome;
import io.hedgerow.core.simulation.InProcessFederation;
import io.hedgerow.transport.study.StudyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a plan without a budget gives in one process. */
final class InProcessPlan {

    private InProcessPlan() {}

    static PlannedMethod.Ended run(StudyPlan plan, List<RowSource> rows) throws InterruptedException {
        PlannedRounds planned = (PlannedRounds) PlannedMethod.of(plan);
        List<SiteData> data = new ArrayList<>();
        for (int p = 0; p < rows.size(); p++) {
            data.add(SiteData.of(new DatasetIdentity(plan.sites().get(p).value()), rows.get(p)));
        }
        FederationOutcome outcome =
                new InProcessFederation(planned.method(), planned.settings()).run(data, (report, consensus) -> {});
        return new PlannedMethod.Ended(
                outcome.result().state(),
                outcome.result().reason(),
                outcome.result().rounds().size(),
                Optional.of(outcome.network()),
                Optional.of(outcome.confidence()),
                new Participation());
    }
}
