// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.node.SignedPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The solutions of a site's journal once more, round by round. */
public final class NotedSolutions implements LocalSolver {

    private final Map<Integer, Parameters> solutions = new TreeMap<>();
    private int round;

    private NotedSolutions(Path file) {
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(file, 0)) {
            for (Optional<SiteRecord> next = journal.next(); next.isPresent(); next = journal.next()) {
                if (next.get() instanceof SiteRecord.Answered one) {
                    solutions.put(one.update().round(), one.solution());
                }
            }
        }
    }

    /** The study that these solutions make, in one process, without masks and wire. */
    public static Method.Ended run(SignedPlan signed, Map<SiteId, Path> journals) throws InterruptedException {
        Method method = signed.method();
        List<SiteSession> sessions = new ArrayList<>();
        journals.forEach((site, journal) -> {
            SiteData data = SiteData.of(
                    new DatasetIdentity(site.value()),
                    InMemoryRows.of(
                            signed.plan().schema(),
                            new double[][] {new double[signed.plan().schema().size()]}));
            sessions.add(new SiteSession(
                    site,
                    method.study(),
                    data,
                    InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                    new NotedSolutions(journal),
                    new InsecurePlainUpload(method.study())));
        });
        return method.coordinate(new Coordination(
                new InMemoryNetwork(sessions, Runnable::run),
                new InsecurePlainUpload(method.study()),
                (report, consensus) -> {},
                Journal.none()));
    }

    @Override
    public String id() {
        return "noted-solutions";
    }

    @Override
    public MechanismEvent plan(Task task) {
        round = task.round();
        return new MechanismEvent.NonPrivate(id());
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        return new LocalSolution(solutions.get(round), 0, true);
    }
}
