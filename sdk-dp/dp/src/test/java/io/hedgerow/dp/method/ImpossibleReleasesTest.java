// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.coordinator.UnusableSumsException;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A site that sends what no rows and no noise give ends a private study at most, and never holds its coordinator. */
@Tag("slow")
class ImpossibleReleasesTest {

    private static final int SITES = 5;
    private static final int UNITS = 100;
    private static final int STEPS = 4;
    private static final int D = 6;
    private static final double HUGE = 0x1p44;
    private static final PrivacyBudget BUDGET = new PrivacyBudget(2, 1e-6);
    private static final PrivacyUnit PERSON = new PrivacyUnit.UserUnit("person");
    /** A case takes a second; no time is asserted but that it ends. */
    private static final Duration ENDS = Duration.ofMinutes(5);

    /** Releases that refuse no sum: their searches end on any. */
    private static final Set<String> READ_AS_SENT =
            Set.of("scores", "series", "series with scales", "series with lags");

    /** What a site sends instead of what it released. Messages have a triangle of a matrix: none is asymmetric. */
    private enum Nonsense {
        HUGE_ALL,
        HUGE_SOME,
        NEGATIVE,
        ZERO,
        EQUAL,
        MINUS,
        INDEFINITE,
        SCALES,
        HUNDREDFOLD,
        NOT_A_NUMBER,
        INFINITE,
        BEYOND_THE_BOUND;

        void change(double[] values, Random random) {
            switch (this) {
                case HUGE_ALL -> Arrays.setAll(values, k -> random.nextBoolean() ? HUGE : -HUGE);
                case HUGE_SOME -> random.ints(3, 0, values.length).forEach(k -> values[k] = -HUGE);
                case NEGATIVE -> Arrays.fill(values, -HUGE);
                case ZERO -> Arrays.fill(values, 0);
                case EQUAL -> Arrays.fill(values, 1000);
                case MINUS -> Arrays.setAll(values, k -> -values[k]);
                case INDEFINITE -> Arrays.setAll(values, k -> 1000 * random.nextGaussian());
                case SCALES ->
                    Arrays.setAll(values, k -> Math.scalb(random.nextDouble() - 0.5, random.nextInt(130) - 85));
                case HUNDREDFOLD -> Arrays.setAll(values, k -> 100 * values[k]);
                case NOT_A_NUMBER -> values[random.nextInt(values.length)] = Double.NaN;
                case INFINITE -> values[random.nextInt(values.length)] = Double.NEGATIVE_INFINITY;
                case BEYOND_THE_BOUND -> values[random.nextInt(values.length)] = 0x1.23456789abcdep60;
            }
        }
    }

    /** Notes the numbers that the site released, and those that it sent instead. */
    private record LyingSolver(LocalSolver honest, Optional<Nonsense> nonsense, Random random, SiteNumbers own)
            implements LocalSolver {
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
            return lie(honest.solve(problem, view));
        }

        @Override
        public Optional<LocalSolution> solveFromReleased(Task task, LocalProblem problem) {
            return honest.solveFromReleased(task, problem).map(this::lie);
        }

        @Override
        public Payload releasedState() {
            return honest.releasedState();
        }

        @Override
        public void restore(Payload releasedState) {
            honest.restore(releasedState);
        }

        private LocalSolution lie(LocalSolution solution) {
            double[] values = solution.parameters().toArray();
            own.add(values);
            if (nonsense.isEmpty()) {
                return solution;
            }
            nonsense.get().change(values, random);
            own.add(values);
            return new LocalSolution(Parameters.takeOver(values), 1, true);
        }
    }

    /** Lets sites share their noise: their sums are those of masks, without the masks. */
    private record SummedUploads(UpdateProtector plain) implements UpdateProtector {
        @Override
        public String id() {
            return plain.id();
        }

        @Override
        public Update.Form form() {
            return plain.form();
        }

        @Override
        public int sitesInSum() {
            return SITES - 1;
        }

        @Override
        public ProtectedUpdate protect(Update update) {
            return plain.protect(update);
        }
    }

    private static VariableSchema numbers() {
        return VariableSchema.numbered(D);
    }

    private static VariableSchema categories() {
        VariableKind levels = new VariableKind.Categorical(List.of("a", "b"));
        VariableSchema numbers = numbers();
        return numbers.with(numbers.names().stream().collect(Collectors.toMap(name -> name, name -> levels)));
    }

    /** The second variable is a category. */
    private static VariableSchema mixed() {
        return numbers().with(Map.of(numbers().names().get(1), VariableKind.categorical("a", "b")));
    }

    private static double[][] cells(Random random, int rows, VariableSchema schema) {
        double[][] cells = new double[rows][D];
        for (double[] row : cells) {
            for (int j = 0; j < D; j++) {
                row[j] = random.nextGaussian() + (j > 0 ? row[j - 1] : 0);
            }
            for (int j = 0; j < D; j++) {
                row[j] = schema.levels(j).isEmpty() ? row[j] : row[j] > 0 ? 1 : 0;
            }
        }
        return cells;
    }

    private static List<RowSource> rows(VariableSchema schema) {
        Random random = new Random(5);
        return IntStream.range(0, SITES)
                .<RowSource>mapToObj(p -> InMemoryRows.of(schema, cells(random, UNITS, schema)))
                .toList();
    }

    private static List<RowSource> users() {
        Random random = new Random(6);
        String[] names = new String[D + 1];
        names[0] = "person";
        System.arraycopy(numbers().names().toArray(new String[0]), 0, names, 1, D);
        List<RowSource> all = new ArrayList<>();
        for (int p = 0; p < SITES; p++) {
            double[][] cells = cells(random, UNITS * STEPS, numbers());
            double[][] keyed = new double[cells.length][D + 1];
            for (int row = 0; row < cells.length; row++) {
                int user = row / STEPS;
                keyed[row][0] = user;
                System.arraycopy(cells[row], 0, keyed[row], 1, D);
            }
            all.add(UserRows.of(InMemoryRows.of(VariableSchema.of(names), keyed), "person")
                    .leavingOutRowsWithoutUser());
        }
        return all;
    }

    /** Everything is paid for, and a round that is computed again as well. */
    private static final BudgetLedger PAID = new BudgetLedger() {
        @Override
        public void reserve(ReservationRequest request) {}

        @Override
        public void requireLetThrough(ReservationRequest request) {}
    };

    private static Agreement agreement(VariableSchema schema, boolean sharing) {
        return new Agreement(
                "wards",
                schema,
                SiteId.numbered(SITES),
                new RoundPolicy(SITES, Duration.ofHours(1), RoundPolicy.Convergence.never()),
                sharing ? OptionalInt.of(SITES - 1) : OptionalInt.empty());
    }

    private static NamedMethod named(String method, PrivacyUnit unit) {
        NamedMethod named = Method.named(method)
                .promising(new PrivacyPromise(BUDGET.epsilon(), BUDGET.delta(), unit, Adjacency.REPLACE_ONE));
        for (SiteId site : SiteId.numbered(SITES)) {
            named = named.with(
                    (unit instanceof PrivacyUnit.UserUnit ? "persons." : "rows.") + site.value(),
                    String.valueOf(UNITS));
        }
        return named;
    }

    /** A number of units that is no more than a public constant. */
    private static Method zeroOut(VariableSchema schema, String method, boolean users, boolean sharing) {
        return zeroOut(schema, method, new SiteUnits(UNITS, users, Adjacency.ZERO_OUT), BUDGET, sharing);
    }

    private static Method zeroOut(
            VariableSchema schema, String method, SiteUnits own, PrivacyBudget budget, boolean sharing) {
        NamedMethod named = method.equals("dp-gram")
                ? Method.named(method)
                : Method.named(method).withRounds(3);
        return PrivateMethods.of(
                method.equals("dp-fed-sparse") ? named.with("local-iterations", "2") : named,
                agreement(schema, sharing),
                UnitsOfSites.of(budget, SiteId.numbered(SITES), Collections.nCopies(SITES, own)));
    }

    private record Case(String name, Function<Boolean, Method> sharing, List<RowSource> rows) {}

    private static Case on(String name, NamedMethod named, List<RowSource> rows) {
        VariableSchema schema = rows.get(0).schema();
        return new Case(name, sharing -> named.on(agreement(schema, sharing)), rows);
    }

    private static Stream<Arguments> releases() {
        NamedMethod gram = named("dp-gram", new PrivacyUnit.RecordUnit());
        NamedMethod series = named("dp-dynamic-gram", PERSON);
        List<RowSource> rows = rows(numbers());
        List<RowSource> users = users();
        return Stream.of(
                        on("moments", gram, rows),
                        on("own units", gram.with("own-units", "true"), rows),
                        on("private mean", gram.with("private-mean", "true"), rows),
                        on("hidden causes", gram.with("hidden-causes", "true"), rows),
                        on("scores", gram.with("transform", "normal-scores"), rows),
                        on("categories", gram, rows(categories())),
                        on("numbers beside categories", gram, rows(mixed())),
                        on("users", named("dp-gram", PERSON), users),
                        on("look", named("dp-inspect", new PrivacyUnit.RecordUnit()), rows),
                        on("curves", named("dp-feature-gram", new PrivacyUnit.RecordUnit()), rows),
                        on("series", series.with("unit", "1"), users),
                        on("series with scales", series.with("own-units", "true"), users),
                        on("series with lags", series.with("lags", "auto"), users),
                        new Case("zero-out", sharing -> zeroOut(numbers(), "dp-gram", false, sharing), rows),
                        new Case("zero-out of users", sharing -> zeroOut(numbers(), "dp-gram", true, sharing), users),
                        new Case(
                                "zero-out of categories",
                                sharing -> zeroOut(categories(), "dp-gram", false, sharing),
                                rows(categories())),
                        new Case("zero-out, both", own -> zeroOut(mixed(), "dp-gram", false, own), rows(mixed())))
                .map(one -> Arguments.of(one.name, one));
    }

    private static Stream<Arguments> rounds() {
        PrivacyUnit record = new PrivacyUnit.RecordUnit();
        List<RowSource> rows = rows(numbers());
        return Stream.of(
                        on("steps", named("dp-fed-sparse", record).withRounds(3).with("local-iterations", "2"), rows),
                        on("closed form", named("dp-fed-bnsl", record).withRounds(3), rows),
                        on(
                                "steps of users",
                                named("dp-fed-sparse", PERSON).withRounds(3).with("local-iterations", "2"),
                                users()),
                        new Case(
                                "steps with zero-out",
                                sharing -> zeroOut(numbers(), "dp-fed-sparse", false, sharing),
                                rows),
                        new Case(
                                "closed form with zero-out",
                                sharing -> zeroOut(numbers(), "dp-fed-bnsl", false, sharing),
                                rows))
                .map(one -> Arguments.of(one.name, one));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("releases")
    void release_ends_withAResultOrAsUnusable(String name, Case one) {
        ends(one, !READ_AS_SENT.contains(name));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rounds")
    void rounds_end_withANetworkOrWithout(String name, Case one) {
        ends(one, false);
    }

    /** Zero-out protects the number of units, so that a site may have many more than it declares. */
    @ParameterizedTest
    @CsvSource({"false, 2", "false, 200", "true, 2", "true, 200"})
    void fiftyTimesAsManyUnitsAsDeclared_areNotRefused(boolean users, double epsilon) throws InterruptedException {
        Case one = new Case(
                "fiftyfold",
                sharing -> zeroOut(
                        numbers(),
                        "dp-gram",
                        new SiteUnits(UNITS / 50, users, Adjacency.ZERO_OUT),
                        new PrivacyBudget(epsilon, BUDGET.delta()),
                        sharing),
                users ? users() : rows(numbers()));
        for (boolean sharing : new boolean[] {false, true}) {
            assertEquals(
                    StudyState.ROUNDS_COMPLETED,
                    run(one, SiteNumbers.of(one.rows), sharing, Nonsense.ZERO, 0)
                            .orElseThrow());
        }
    }

    /** Every case ends; some as unusable and some with a result, so that the sums were read. */
    private static void ends(Case one, boolean unusable) {
        Set<Optional<StudyState>> all = new HashSet<>();
        SiteNumbers cells = SiteNumbers.of(one.rows);
        for (boolean sharing : new boolean[] {false, true}) {
            for (Nonsense nonsense : Nonsense.values()) {
                for (int liars : new int[] {1, SITES}) {
                    String what = one.name + ", " + nonsense + " of " + liars + (sharing ? ", shared noise" : "");
                    all.add(assertTimeoutPreemptively(ENDS, () -> run(one, cells, sharing, nonsense, liars), what));
                }
            }
        }
        assertTrue(all.contains(Optional.of(StudyState.ROUNDS_COMPLETED)), one.name + ": " + all);
        assertTrue(all.contains(Optional.of(StudyState.AGGREGATION_FAILED)), one.name + ": " + all);
        assertEquals(unusable, all.contains(Optional.empty()), one.name + ": " + all);
    }

    /** The end of a study; empty where its sums are unusable. No refusal has a cell, or a number of a site's sums. */
    private static Optional<StudyState> run(Case one, SiteNumbers cells, boolean sharing, Nonsense nonsense, int liars)
            throws InterruptedException {
        SiteNumbers sums = new SiteNumbers();
        Method method = one.sharing.apply(sharing);
        InsecurePlainUpload plain =
                new InsecurePlainUpload(method.study(), method.sums().largestSeen(false));
        Random random = new Random(nonsense.name().hashCode());
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < SITES; p++) {
            SiteId site = SiteId.numbered(SITES).get(p);
            SiteData data = SiteData.of(new DatasetIdentity("rows"), method.prepared(site, one.rows.get(p)));
            PlannedSolver honest = method instanceof ReleaseMethod release
                    ? new ReleaseSolver(UnitsOfSites.ofSite(release.design().releases(), site), GramFixtures.seeded(p))
                    : ((PrivateMethod) method).solver(site);
            PrivacyUnit unit = honest.protectsUsers() ? PERSON : new PrivacyUnit.RecordUnit();
            sessions.add(new SiteSession(
                    site,
                    method.study(),
                    data,
                    PrivacyGate.enforcing(PAID, data.identity(), unit, honest.adjacency()),
                    liars == 0
                            ? honest
                            : new LyingSolver(
                                    honest, p < liars ? Optional.of(nonsense) : Optional.empty(), random, sums),
                    sharing ? new SummedUploads(plain) : plain));
        }
        InMemoryNetwork network = new InMemoryNetwork(sessions, Runnable::run);
        try {
            Method.Ended ended =
                    method.coordinate(new Coordination(network, plain, (report, consensus) -> {}, Journal.none()));
            network.firstFailure().ifPresent(failure -> {
                assertInstanceOf(ChangeCodec.UnsendableException.class, failure);
                cells.requireNoneIn(failure);
                sums.requireNoneIn(failure);
            });
            return Optional.of(ended.state());
        } catch (UnusableSumsException e) {
            assertTrue(e.getMessage().startsWith("no result follows from the sums: "), e.getMessage());
            cells.requireNoneIn(e);
            sums.requireNoneIn(e);
            return Optional.empty();
        }
    }
}
