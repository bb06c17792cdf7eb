// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.secure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.coordinator.UnusableSumsException;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A site that lies behind masks, where only the sum shows it, ends a private study and not its coordinator. */
class LyingSiteBehindMasksTest {

    private static final int SITES = 5;
    private static final int D = 6;
    private static final int ROWS = 300;
    private static final PrivacyUnit RECORD = new PrivacyUnit.RecordUnit();

    private record LyingSolver(LocalSolver honest, Consumer<double[]> lie) implements LocalSolver {
        @Override
        public String id() {
            return honest.id();
        }

        @Override
        public int sitesInSum() {
            return honest.sitesInSum();
        }

        @Override
        public MechanismEvent plan(Task task) {
            return honest.plan(task);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            double[] values = honest.solve(problem, view).parameters().toArray();
            lie.accept(values);
            return new LocalSolution(Parameters.takeOver(values), 1, true);
        }
    }

    private static Method.Ended run(Consumer<double[]> lie) {
        NamedMethod named =
                Method.named("dp-gram").promising(new PrivacyPromise(2, 1e-6, RECORD, Adjacency.REPLACE_ONE));
        for (SiteId site : SiteId.numbered(SITES)) {
            named = named.with("rows." + site.value(), String.valueOf(ROWS));
        }
        VariableSchema schema = VariableSchema.numbered(D);
        UploadProtection masks = new MaskedSites(AggregationPolicy.standard());
        Method method = named.on(Agreement.inProcess("wards", schema, SITES, masks));
        UploadProtection.Ends ends = masks.of(method, SiteId.numbered(SITES));
        List<SiteSession> sessions = new ArrayList<>();
        Random random = new Random(3);
        for (SiteId site : SiteId.numbered(SITES)) {
            double[][] rows = new double[ROWS][D];
            for (double[] row : rows) {
                for (int j = 0; j < D; j++) {
                    row[j] = random.nextGaussian() + (j > 0 ? row[j - 1] : 0);
                }
            }
            SiteData data = SiteData.of(new DatasetIdentity(site.value()), InMemoryRows.of(schema, rows));
            LocalSolver honest = method.solver(site);
            sessions.add(new SiteSession(
                    site,
                    method.study(),
                    data,
                    // what a release costs is tested elsewhere
                    PrivacyGate.enforcing(request -> {}, data.identity(), RECORD, Adjacency.REPLACE_ONE),
                    sessions.isEmpty() ? new LyingSolver(honest, lie) : honest,
                    ends.protector(site)));
        }
        // no time is asserted but that the study ends
        return assertTimeoutPreemptively(
                Duration.ofMinutes(5),
                () -> method.coordinate(new Coordination(
                        ends.line(new InMemoryNetwork(sessions, Runnable::run)),
                        ends.aggregator(),
                        (report, consensus) -> {},
                        Journal.none())));
    }

    @Test
    void numbersWithinTheBound_thatNoRowsGive_endTheStudyAsUnusable() {
        Random signs = new Random(4);
        String message = assertThrows(
                        UnusableSumsException.class,
                        () -> run(values -> {
                            for (int k = 0; k < values.length; k++) {
                                values[k] = signs.nextBoolean() ? 0x1p44 : -0x1p44;
                            }
                        }))
                .getMessage();
        assertTrue(message.startsWith("no result follows from the sums: the mean product of variables"), message);
    }

    @Test
    void numbersBeyondTheBound_areNotSent_andTheStudyHasNoNetwork() {
        Method.Ended ended = run(values -> values[1] = 0x1p46);
        assertTrue(ended.network().isEmpty());
        assertEquals(StudyState.AGGREGATION_FAILED, ended.state());
        assertEquals(
                "round 0 is lost: site site-001 has no update for it and cannot compute it again under the same"
                        + " charge, and the quorum is 5; it does not help to start this study again: have another"
                        + " plan signed",
                ended.reason());
    }

    @Test
    void otherLies_areInTheNetwork() {
        Method.Ended ended = run(values -> {
            for (int k = 0; k < values.length; k++) {
                values[k] = -values[k];
            }
        });
        assertEquals(StudyState.ROUNDS_COMPLETED, ended.state());
        assertTrue(ended.network().isPresent());
    }
}
