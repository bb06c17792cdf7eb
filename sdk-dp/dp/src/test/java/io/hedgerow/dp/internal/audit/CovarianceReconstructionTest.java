// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CovarianceReconstructionTest {

    private static final int SITES = 3;

    private record Recorded(CoordinatorView view, List<double[]> moments) {}

    private static Recorded record(FederatedMethod method, int d, int rounds) throws InterruptedException {
        SimulatedSites simulated = SimulatedSites.of(new ErdosRenyi(d, d))
                .sites(SITES)
                .rowsPerSite(300)
                .seed(5)
                .build();
        MethodSettings settings = method.paper(d).withRounds(rounds).withCentring(Centring.NONE);
        if (method == FederatedMethod.FED_BNSL) {
            settings = settings.withDiagonal(Diagonal.FREE);
        }
        Study study = method.study(
                "audit",
                simulated.rows(0).schema(),
                settings,
                0,
                SITES,
                new RoundPolicy(SITES, Duration.ofMinutes(1), RoundPolicy.Convergence.never()));
        List<SiteSession> sessions = new ArrayList<>();
        List<double[]> moments = new ArrayList<>();
        for (int p = 0; p < SITES; p++) {
            SiteData data = SiteData.of(new DatasetIdentity("site " + p), simulated.rows(p));
            moments.add(secondMoment(simulated.rows(p)));
            sessions.add(new SiteSession(
                    new SiteId("site-" + p),
                    study,
                    data,
                    InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                    method.newLocalSolver(settings),
                    new InsecurePlainUpload(study)));
        }
        CoordinatorView view = new CoordinatorView(
                new InsecurePlainUpload(study),
                study.consensus().admm().rho2(),
                study.layout().size());
        new InProcessStudy(study, sessions, view).run(view);
        return new Recorded(view, moments);
    }

    private static double[] secondMoment(RowSource rows) {
        int d = rows.schema().size();
        double[] s = new double[d * d];
        long[] n = {0};
        rows.forEachRow(row -> {
            n[0]++;
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    s[i * d + j] += row[i] * row[j];
                }
            }
        });
        for (int k = 0; k < s.length; k++) {
            s[k] /= n[0];
        }
        return s;
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 20})
    void attack_onAPlainUploadOfTheClosedForm_findsTheSecondMoments_asPaper002A1Says(int d)
            throws InterruptedException {
        Recorded recorded = record(FederatedMethod.FED_BNSL, d, 4);
        for (int p = 0; p < SITES; p++) {
            List<CoordinatorView.Upload> uploads = recorded.view().uploads(new SiteId("site-" + p));
            assertEquals(4, uploads.size());
            for (CoordinatorView.Upload upload : uploads) {
                double error = CovarianceReconstruction.relativeError(
                        CovarianceReconstruction.attack(d, upload),
                        recorded.moments().get(p));
                // Round-off times the condition of B − I and of S + ρ2 I, each below 1e4 here: 2⁻⁵²·1e8 leaves room
                // below 1e-6.
                assertTrue(error < 1e-6, "site " + p + ", round " + upload.round() + ": " + error);
            }
        }
    }

    @Test
    void attack_onASiteThatDoesNotSolveExactly_findsSomethingElse() throws InterruptedException {
        Recorded recorded = record(FederatedMethod.FED_SPARSE, 20, 4);
        double error = CovarianceReconstruction.bestRelativeError(
                20,
                recorded.view().uploads(new SiteId("site-0")),
                recorded.moments().get(0));
        // The ℓ1 term and the masked diagonal break the equation; this says nothing about privacy, only about this
        // formula.
        assertTrue(error > 1e-2, "error " + error);
    }

    @Test
    void attack_onASingularSystem_answersZeros() {
        Parameters identity = Parameters.copyOf(new double[] {1, 0, 0, 1});
        Parameters zero = Parameters.zeros(4);
        double[] s = CovarianceReconstruction.attack(2, new CoordinatorView.Upload(0, 1, zero, zero, identity));
        assertEquals(1, CovarianceReconstruction.relativeError(s, new double[] {1, 0, 0, 1}));
    }

    @Test
    void bestRelativeError_withoutUploads_isRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> CovarianceReconstruction.bestRelativeError(2, List.of(), new double[] {1, 0, 0, 1}));
    }
}
