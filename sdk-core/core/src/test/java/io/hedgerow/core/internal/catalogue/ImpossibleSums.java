// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Studies of which some sites send numbers that no rows have in place of what they computed. */
final class ImpossibleSums {

    static final int SITES = 6;
    private static final int ROWS = 40;

    private ImpossibleSums() {}

    /** What a site sends in place of what it computed. */
    enum Nonsense {
        NEGATIVE,
        NOTHING,
        ANY,
        MINUS,
        LARGE,
        SOME,
        SCALES,
        NEARLY,
        SELDOM;

        void change(double[] values, Random random) {
            switch (this) {
                case NEGATIVE -> Arrays.fill(values, -1e9);
                case NOTHING -> Arrays.fill(values, 0);
                case ANY -> Arrays.setAll(values, k -> 1000 * random.nextGaussian());
                case MINUS -> Arrays.setAll(values, k -> -values[k]);
                case LARGE -> Arrays.setAll(values, k -> Math.scalb(values[k], 350));
                case SOME -> random.ints(3, 0, values.length).forEach(k -> values[k] = -1e9);
                case SCALES ->
                    random.ints(20, 0, values.length)
                            .forEach(k -> values[k] = Math.scalb(random.nextGaussian(), random.nextInt(500) - 100));
                case NEARLY ->
                    random.ints(values.length / 5, 0, values.length)
                            .forEach(k -> values[k] *= 1 + random.nextGaussian() / 3);
                case SELDOM -> {
                    if (random.nextInt(4) == 0) {
                        values[random.nextInt(values.length)] *= -1000;
                    }
                }
            }
        }
    }

    private record Lying(LocalSolver honest, Nonsense nonsense, Random random) implements LocalSolver {
        @Override
        public String id() {
            return honest.id();
        }

        @Override
        public MechanismEvent plan(Task task) {
            return honest.plan(task);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            double[] values = honest.solve(problem, view).parameters().toArray();
            nonsense.change(values, random);
            return new LocalSolution(Parameters.takeOver(values), 0, true);
        }
    }

    private static VariableSchema numbers() {
        return VariableSchema.numbered(4);
    }

    private static List<RowSource> rows(VariableSchema schema) {
        List<RowSource> all = new ArrayList<>();
        Random random = new Random(5);
        for (int p = 0; p < SITES; p++) {
            double[][] rows = new double[ROWS][schema.size()];
            for (double[] row : rows) {
                for (int j = 0; j < row.length; j++) {
                    row[j] = random.nextGaussian() + (j > 0 ? row[j - 1] : 0);
                    if (schema.hasCategories() && j < 3) {
                        row[j] = row[j] > 0 ? 1 : 0;
                    }
                }
            }
            all.add(InMemoryRows.of(schema, rows));
        }
        return all;
    }

    static Stream<Arguments> designs() {
        VariableSchema categories = numbers()
                .with(Map.of(
                        "x1", new VariableKind.Categorical(List.of("a", "b")),
                        "x2", new VariableKind.Categorical(List.of("a", "b")),
                        "x3", new VariableKind.Categorical(List.of("a", "b"))));
        NamedMethod gram = Method.named("gram").withRounds(30);
        List<RowSource> series = SeriesFixture.sites(SeriesFixture.model(3, 1), SITES, ROWS);
        NamedMethod dynamic =
                SeriesFixture.named("dynamic-gram").with("lags", "1").withRounds(400);
        NamedMethod lacking = gram;
        NamedMethod intervened = gram.with("interventions", "site-002: set x2; site-004: set x2; site-006: set x2");
        for (int p = 4; p <= SITES; p++) {
            lacking = lacking.with("lacks.site-00" + p, "x2");
        }
        return Stream.of(
                Arguments.of("gram", gram, rows(numbers())),
                Arguments.of("gram told", gram.with("network-to-sites", "true"), rows(numbers())),
                Arguments.of("gram orient", gram.with("orient", "non-gaussian"), rows(numbers())),
                Arguments.of("gram bic", gram.with("score", "bic"), rows(numbers())),
                Arguments.of("gram interventions", intervened, rows(numbers())),
                Arguments.of("gram lacks", lacking, rows(numbers())),
                Arguments.of("gram categories", gram, rows(categories)),
                Arguments.of("gram hidden", gram.with("hidden-causes", "true"), rows(numbers())),
                Arguments.of("inspect", Method.named("inspect").withRounds(3), rows(numbers())),
                Arguments.of("direct-lingam", Method.named("direct-lingam").withRounds(30), rows(numbers())),
                Arguments.of("feature-gram", Method.named("feature-gram").withRounds(4), rows(numbers())),
                Arguments.of("dynamic-gram", dynamic, series),
                Arguments.of("dynamic-gram auto", dynamic.with("lags", "auto"), series),
                Arguments.of("dynamic-gram personal", dynamic.with("personal", "auto"), series));
    }

    /** The end of a study whose first sites lie, by numbers drawn of a fixed seed. */
    static Method.Ended run(NamedMethod named, List<RowSource> rows, Nonsense nonsense, int liars, long seed)
            throws InterruptedException {
        Method method = named.on(
                Agreement.inProcess("wards", rows.get(0).schema(), rows.size(), UploadProtection.insecurePlain()));
        InsecurePlainUpload plain = new InsecurePlainUpload(
                method.study(),
                method.sums().largestSeen(method.exactStatistic().isPresent()));
        Random random = new Random(seed);
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < rows.size(); p++) {
            SiteId site = new SiteId("site-00" + (p + 1));
            SiteData data = SiteData.of(new DatasetIdentity("rows"), method.prepared(site, rows.get(p)));
            LocalSolver honest = method.solver(site);
            sessions.add(new SiteSession(
                    site,
                    method.study(),
                    data,
                    InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                    p < liars ? new Lying(honest, nonsense, random) : honest,
                    plain));
        }
        return method.coordinate(new Coordination(
                new InMemoryNetwork(sessions, Runnable::run), plain, (report, consensus) -> {}, Journal.none()));
    }
}
