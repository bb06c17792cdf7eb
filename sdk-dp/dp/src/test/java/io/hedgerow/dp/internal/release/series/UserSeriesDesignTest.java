// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.internal.release.ReleaseRounds;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UserSeriesDesignTest {

    private static final int D = 2;
    private static final int STEPS = 6;

    /** As many persons as asked for, interleaved, as nobody sorts rows by person. */
    private static UserSeriesSource users(int count, int lags) {
        double[][] cells = SeriesFixtures.normal(9, count * STEPS, D);
        double[][] rows = new double[cells.length][];
        for (int k = 0; k < rows.length; k++) {
            int time = k / count;
            rows[k] = new double[] {k % count, time, cells[k][0], cells[k][1]};
        }
        return SeriesFixtures.series(rows, Optional.of(new UserSeriesSource.Clock("time", 1)), lags);
    }

    private static UserSeriesDesign options(int users, int lags) {
        UserSeriesDesign hundred = SeriesFixtures.options(D, lags, 2);
        return new UserSeriesDesign(hundred.options().withUsers(users), lags, 2);
    }

    private static LocalProblem problem(UserSeriesDesign options, Centring centring) {
        Parameters zero = Parameters.zeros(options.layout().size());
        return new LocalProblem(options.layout(), zero, zero, zero, 1, 0, 1, centring);
    }

    private static Task task(int round) {
        return new Task("s", round, 1, Payload.empty(), Set.of());
    }

    private static Parameters solve(UserSeriesDesign options, NoiseSource noise, RowSource rows) {
        ReleaseSolver solver = new ReleaseSolver(options, noise);
        solver.plan(task(0));
        try (DataView view = RawRows.open(rows)) {
            return solver.solve(problem(options, Centring.NONE), view).parameters();
        }
    }

    @Test
    void release_withoutNoise_isTheSumOfWhatRealisationsAdd() {
        UserSeriesDesign options = options(5, 1);
        Parameters found = solve(options, GramFixtures.SILENT, users(5, 1));
        double[][] cells = SeriesFixtures.normal(9, 5 * STEPS, D);
        LaggedSum expected = SeriesFixtures.begun(options);
        for (int user = 0; user < 5; user++) {
            List<double[]> series = new ArrayList<>();
            for (int t = 0; t < STEPS; t++) {
                series.add(cells[t * 5 + user]);
            }
            expected.addUser(series);
        }
        assertEquals(SeriesFixtures.placed(options, expected.finish(GramFixtures.SILENT)), found);
    }

    @Test
    void otherNumbersOfUsers_areRefused() {
        for (int declared : new int[] {4, 6, 30}) {
            UserSeriesDesign options = options(declared, 1);
            String message = assertThrows(DataException.class, () -> solve(options, GramFixtures.SILENT, users(5, 1)))
                    .getMessage();
            assertTrue(message.contains("declared number of " + declared + " users, holds 5"), message);
        }
    }

    @Test
    void solve_needsAPlan_forEachCall_ofRound0_aboutAPublicCentre_onPlannedColumns() {
        UserSeriesDesign options = options(5, 1);
        ReleaseSolver solver = new ReleaseSolver(options, GramFixtures.SILENT);
        try (DataView view = RawRows.open(users(5, 1));
                DataView other = RawRows.open(users(5, 2))) {
            LocalProblem problem = problem(options, Centring.NONE);
            assertThrows(IllegalStateException.class, () -> solver.solve(problem, view));
            assertThrows(IllegalArgumentException.class, () -> solver.plan(task(1)));
            assertThrows(IllegalStateException.class, () -> solver.solve(problem, view));
            solver.plan(task(0));
            assertThrows(
                    IllegalArgumentException.class, () -> solver.solve(problem(options, Centring.LOCAL_MEAN), view));
            solver.plan(task(0));
            assertThrows(IllegalArgumentException.class, () -> solver.solve(problem, other));
            solver.plan(task(0));
            solver.solve(problem, view);
            assertThrows(IllegalStateException.class, () -> solver.solve(problem, view));
        }
        assertThrows(IllegalArgumentException.class, () -> solver.roundPlan(2));
        assertEquals(List.of(solver.plan(task(0))), solver.roundPlan(1));
    }

    @Test
    void whatIsProtected_andItsName() {
        UserSeriesDesign options = options(5, 1);
        ReleaseSolver own = new ReleaseSolver(options);
        assertTrue(own.protectsUsers());
        assertEquals(Adjacency.REPLACE_ONE, own.adjacency());
        assertEquals("dp-dynamic-gram", own.id());
        assertEquals(1, own.sitesInSum());
        ReleaseSolver shared =
                new ReleaseSolver(new UserSeriesDesign(options.options().withNoiseSharedBy(3), 1, 2));
        assertEquals("dp-dynamic-gram-shared-noise", shared.id());
        assertEquals(3, shared.sitesInSum());
    }

    private static final class Watched implements RowSource {
        private final RowSource rows = users(5, 1);
        private final List<String> events;

        Watched(List<String> events) {
            this.events = events;
        }

        @Override
        public VariableSchema schema() {
            return rows.schema();
        }

        @Override
        public boolean knowsUsers() {
            return true;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            throw new AssertionError("rows must be read with their persons");
        }

        @Override
        public void forEachUserRow(UserRowConsumer consumer) {
            events.add("rows");
            rows.forEachUserRow(consumer);
        }
    }

    /** The time that noise takes says nothing about rows. */
    @Test
    void allNoise_isDrawnBeforeTheFirstRow() {
        List<String> events = new ArrayList<>();
        NoiseSource noise = new NoiseSource() {
            @Override
            public String id() {
                return "noted";
            }

            @Override
            public NoiseSource.Law law() {
                return NoiseSource.Law.EXACT;
            }

            @Override
            public void refresh() {
                events.add("refresh");
            }

            @Override
            public long gaussian(double sigma) {
                events.add("draw");
                return 0;
            }

            @Override
            public long laplace(double scale) {
                throw new AssertionError("no Laplace noise is in this release");
            }
        };
        solve(options(5, 1), noise, new Watched(events));
        assertEquals("refresh", events.get(0));
        // 3 of S, 4 of C_1, then the rows
        assertEquals(7, events.subList(1, 8).stream().filter("draw"::equals).count());
        assertEquals(List.of("rows"), events.subList(8, events.size()));
    }

    @Test
    void ledgerThatRefuses_keepsTheRowsClosed() {
        UserSeriesDesign options = options(5, 1);
        ReleaseRounds<SeriesMoments> study = study(options);
        List<String> events = new ArrayList<>();
        SiteData data = SiteData.of(new DatasetIdentity("d"), new Watched(events));
        PrivacyGate gate = PrivacyGate.enforcing(
                request -> {
                    throw new BudgetExhaustedException("nothing is left", request.event());
                },
                data.identity(),
                new PrivacyUnit.UserUnit("person"),
                Adjacency.REPLACE_ONE);
        SiteSession session = new SiteSession(
                new SiteId("s"),
                study.study(),
                data,
                gate,
                new ReleaseSolver(options),
                new InsecurePlainUpload(study.study()));
        InMemoryNetwork network = new InMemoryNetwork(List.of(session), Runnable::run);
        try {
            assertEquals(Optional.empty(), study.run(network, new InsecurePlainUpload(study.study())));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertTrue(network.firstFailure().orElseThrow() instanceof BudgetExhaustedException);
        assertEquals(List.of(), events);
    }

    private static ReleaseRounds<SeriesMoments> study(UserSeriesDesign options) {
        VariableSchema stacked = UserSeriesSource.slices(VariableSchema.of("x1", "x2"), Optional.empty(), 1)
                .stacked();
        return ReleaseRounds.of("s", stacked, 1, options, 5);
    }
}
