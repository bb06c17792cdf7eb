// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.study.StudyPlan;
import java.util.ArrayList;
import java.util.List;

/** What a plan without a budget gives in one process. */
public final class InProcessPlan {

    private InProcessPlan() {}

    static Method.Ended run(StudyPlan plan, List<RowSource> rows) throws InterruptedException {
        return run(plan, rows, (report, consensus) -> {});
    }

    public static Method.Ended run(StudyPlan plan, List<RowSource> rows, RoundObserver observer)
            throws InterruptedException {
        Method method = PlannedMethod.of(plan);
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < rows.size(); p++) {
            SiteId site = plan.sites().get(p);
            SiteData data = SiteData.of(new DatasetIdentity(site.value()), method.prepared(rows.get(p)));
            sessions.add(new SiteSession(
                    site,
                    method.study(),
                    data,
                    InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                    method.solver(site),
                    new InsecurePlainUpload(method.study())));
        }
        return method.coordinate(new Coordination(
                new InMemoryNetwork(sessions, Runnable::run),
                new InsecurePlainUpload(method.study()),
                observer,
                Journal.none()));
    }

    /** The network as {@code network.csv} has it. */
    public static String text(SignedPlan signed, Method.Ended ended) {
        return NetworkExporter.of("csv")
                .text(NamedNetwork.of(signed.plan().schema(), ended.network().orElseThrow()));
    }
}
