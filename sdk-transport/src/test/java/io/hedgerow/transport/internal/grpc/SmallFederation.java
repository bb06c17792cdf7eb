// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.coordinator.Coordinator;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A study on simulated data, run in memory or with the real sessions over the real wire. */
final class SmallFederation {

    record Run(StudyResult result, List<Parameters> consensusAtSites) {}

    private static final FederatedMethod METHOD = FederatedMethod.FED_SPARSE;

    private final int sites;
    private final MethodSettings settings;
    private final List<SiteData> data = new ArrayList<>();
    private final Study study;

    SmallFederation(int variables, int sites, int rounds) {
        this.sites = sites;
        settings =
                METHOD.recommended(variables, sites).withRounds(rounds).withCommunication(CommunicationPolicy.exact());
        SimulatedSites simulated = SimulatedSites.of(new ErdosRenyi(variables, variables))
                .sites(sites)
                .rowsPerSite(60)
                .heterogeneity(0.1)
                .seed(5)
                .build();
        for (int p = 0; p < sites; p++) {
            data.add(SiteData.of(new DatasetIdentity("site " + p), simulated.rows(p)));
        }
        study = METHOD.study(
                Wires.PIN.study(),
                data.get(0).schema(),
                settings,
                60L * sites,
                sites,
                new RoundPolicy(sites, Duration.ofSeconds(60), RoundPolicy.Convergence.never()));
    }

    String[] siteNames() {
        String[] names = new String[sites];
        for (int p = 0; p < sites; p++) {
            names[p] = name(p).value();
        }
        return names;
    }

    StudyResult inProcess() throws InterruptedException {
        return new InProcessStudy(
                        study,
                        sessions(),
                        new InsecurePlainUpload(study),
                        METHOD.newGlobalSolver(study.schema().size(), settings))
                .run((report, consensus) -> {});
    }

    Run over(CoordinatorChannel channel, int port) throws Exception {
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            List<Future<Parameters>> running = new ArrayList<>();
            for (SiteSession session : sessions()) {
                running.add(executor.submit(() -> {
                    try (GrpcSite site = Wires.site(session.site().value(), port)) {
                        session.run(site, failure -> {});
                        return session.consensus();
                    }
                }));
            }
            StudyResult result = new Coordinator(
                            study,
                            channel,
                            new InsecurePlainUpload(study),
                            METHOD.newGlobalSolver(study.schema().size(), settings),
                            (report, consensus) -> {},
                            System::nanoTime,
                            Journal.none())
                    .run();
            List<Parameters> received = new ArrayList<>();
            for (Future<Parameters> one : running) {
                received.add(one.get());
            }
            return new Run(result, received);
        } finally {
            executor.shutdownNow();
        }
    }

    private List<SiteSession> sessions() {
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            sessions.add(new SiteSession(
                    name(p),
                    study,
                    data.get(p),
                    InsecureNoPrivacy.gate(
                            new InMemoryLedgerForSimulation(), data.get(p).identity()),
                    METHOD.newLocalSolver(settings),
                    new InsecurePlainUpload(study)));
        }
        return sessions;
    }

    private static SiteId name(int site) {
        return new SiteId("site-" + (site + 1));
    }
}
