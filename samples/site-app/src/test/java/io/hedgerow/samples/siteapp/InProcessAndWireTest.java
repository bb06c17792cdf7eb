// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.release.UnitOfRows;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Trust;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.site.SiteLedgers;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.StudyReport;
import io.hedgerow.samples.operate.TestFederation;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.simulation.MaskedSites;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.SiteHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The same rows, settings and seed give the same network in one process and over the wire, units included. */
@Tag("slow")
@Timeout(300)
class InProcessAndWireTest {

    private static final int SITES = 3;
    private static final int ROUNDS = 6;
    private static final double EPSILON = 20;

    @TempDir
    Path folder;

    /** With noise of variance 1 nobody would see who forgets the unit. */
    private static List<RowSource> rows() {
        List<RowSource> rows = new ArrayList<>();
        for (RowSource source : TestFederation.rows(SITES)) {
            double[] deviations = new double[source.schema().size()];
            Arrays.fill(deviations, 0.05);
            rows.add(source.inUnits(new double[deviations.length], deviations));
        }
        return rows;
    }

    /** The second variable is a category. */
    private static List<RowSource> withLevels() {
        List<RowSource> levels = new ArrayList<>();
        for (RowSource source : TestFederation.rows(SITES)) {
            List<double[]> rows = new ArrayList<>();
            source.forEachRow(row -> {
                double[] copy = row.clone();
                copy[1] = row[1] > 0 ? 1 : 0;
                rows.add(copy);
            });
            VariableSchema schema = source.schema();
            levels.add(InMemoryRows.of(
                    schema.with(Map.of(schema.names().get(1), VariableKind.categorical("low", "high"))),
                    rows.toArray(new double[0][])));
        }
        return levels;
    }

    private static List<SiteData> data(List<RowSource> rows) {
        return rows.stream()
                .map(source -> SiteData.of(new DatasetIdentity("rows"), source))
                .toList();
    }

    private static UploadProtection uploads(boolean masked) {
        return masked ? new MaskedSites(AggregationPolicy.standard()) : UploadProtection.insecurePlain();
    }

    private LocalStudy study(NamedMethod method, Optional<Double> epsilon, boolean masked) {
        return study(method, epsilon, masked, rows());
    }

    private LocalStudy study(NamedMethod method, Optional<Double> epsilon, boolean masked, List<RowSource> rows) {
        LocalStudy study = new LocalStudy(
                folder.resolve("study"),
                new LocalStudy.Terms(
                        method.name(),
                        method.parameters(),
                        epsilon.map(e -> PrivacyRequest.parse("epsilon=" + e)),
                        masked,
                        method.rounds(),
                        0,
                        Duration.ofMinutes(1)),
                InstantSource.system());
        study.create(rows);
        return study;
    }

    /** Methods that need rows of series or of persons, or learn no network, and have lines or tests of their own. */
    private static final Set<String> ELSEWHERE = Set.of("dynamic-gram", "dp-dynamic-gram", "inspect", "dp-inspect");

    private static Stream<Arguments> openMethods() {
        Stream<Arguments> variants = Stream.of("fed-sparse", "fed-bnsl", "notears-mlp-admm", "gram", "feature-gram")
                .map(name -> Arguments.of(name, false));
        Stream<Arguments> all = Method.names().stream()
                .filter(name -> !ELSEWHERE.contains(name) && !promises(name))
                .map(name -> Arguments.of(name, true));
        return Stream.of(
                        variants,
                        all,
                        Stream.of(Arguments.of("gram orienting", true), Arguments.of("direct-lingam", false)))
                .flatMap(Function.identity());
    }

    private static Stream<Arguments> privateMethods() {
        Stream<Arguments> all = Method.names().stream()
                .filter(name -> !ELSEWHERE.contains(name) && promises(name))
                .flatMap(name -> Stream.of(Arguments.of(name, false), Arguments.of(name, true)));
        return Stream.concat(
                all,
                Stream.of(
                        Arguments.of("dp-gram of normal scores", true),
                        Arguments.of("dp-gram of numbers and levels", false),
                        Arguments.of("dp-gram of numbers and levels", true)));
    }

    private static boolean promises(String name) {
        return Method.descriptors().stream()
                .anyMatch(method -> method.name().equals(name) && method.has(MethodTrait.PROMISE));
    }

    @ParameterizedTest
    @MethodSource("openMethods")
    void withoutABudget_theNetworkIsTheSame(String name, boolean masked) throws Exception {
        boolean rounds = name.startsWith("fed-");
        boolean neural = name.startsWith("notears-");
        NamedMethod method = Method.named(name.replace(" orienting", "")).withRounds(rounds || neural ? ROUNDS : 30);
        if (neural) {
            method = method.with("hidden", "2");
        } else if (rounds) {
            method = method.with("vote-rounds", "3");
        } else if (name.endsWith("orienting")) {
            method = method.with("orient", "non-gaussian");
        }
        LearnedNetwork inProcess = Learning.of(method, uploads(masked)).learn(rows());
        Method prepares =
                method.on(Agreement.inProcess("prepares", rows().get(0).schema(), rows().size(), uploads(masked)));
        NamedMethod agreed = UnitOfRows.chosen(
                method, data(rows().stream().map(prepares::prepared).toList()), null);
        CoordinatorNode.Finished wire = LocalHub.wholeStudy(study(agreed, Optional.empty(), masked));
        assertEquals(
                StudyState.ROUNDS_COMPLETED, wire.ended().state(), wire.ended().reason());
        assertEquals(wire.ended().network().orElseThrow(), inProcess.network());
        assertEquals(wire.ended().voteShares(), inProcess.named().voteShares());
        assertEquals(
                wire.ended().evidence().map(Evidence::trust),
                inProcess.evidence().map(Evidence::trust));
        assertTrue(inProcess.network().edgeCount() > 0);
        if (rounds && !masked) {
            WeightMatrix raw =
                    Learning.of(method.with("unit", "1")).learn(rows()).network();
            assertNotEquals(raw, inProcess.network(), "the test can fail: the unit matters");
        }
    }

    /** Masks add what sums to nothing, but they are of whole steps, and so are the values beside them. */
    @Test
    void curvesBehindMasks_areThoseOfPlainUploads_andAreWrittenByTheCoordinator() throws Exception {
        NamedMethod method = Method.named("feature-gram").withRounds(4);
        LearnedNetwork plain = Learning.of(method, uploads(false)).learn(rows());
        LearnedNetwork masked = Learning.of(method, uploads(true)).learn(rows());
        assertEquals(plain.named().edges().size(), masked.named().edges().size());
        List<Evidence.Curve> expected = plain.evidence().orElseThrow().curves();
        List<Evidence.Curve> found = masked.evidence().orElseThrow().curves();
        assertEquals(expected.size(), found.size());
        for (int c = 0; c < expected.size(); c++) {
            assertEquals(expected.get(c).from(), found.get(c).from());
            assertEquals(expected.get(c).to(), found.get(c).to());
            for (int k = 0; k < expected.get(c).points().size(); k++) {
                Evidence.Point point = expected.get(c).points().get(k);
                // steps are 2⁻³⁰ of a bound or less, far below what a deviation is
                assertEquals(point.effect(), found.get(c).points().get(k).effect(), 1e-3 * point.deviation() + 1e-9);
            }
        }
        LocalStudy study = study(method, Optional.empty(), true);
        CoordinatorNode.Finished wire = LocalHub.wholeStudy(study);
        Path result = folder.resolve("result");
        NetworkResult outcome = StudyReport.result(SignedPlan.read(study.plan()).plan(), wire, Optional.empty());
        try (OutputDirectory directory = OutputDirectory.prepare(result)) {
            outcome.writeTo(directory);
        }
        assertTrue(Files.readString(result.resolve("curves.svg")).startsWith("<svg"));
        long points =
                expected.stream().mapToLong(curve -> curve.points().size()).sum();
        assertEquals(
                1 + points, Files.readAllLines(result.resolve("curves.csv")).size());
    }

    private static String everySecond(int sites, String line) {
        return IntStream.rangeClosed(1, sites / 2)
                .mapToObj(k -> String.format(Locale.ROOT, line, 2 * k))
                .collect(Collectors.joining("; "));
    }

    /** Every site fills the slot of its regime; over the wire the sites have names of their own. */
    @ParameterizedTest
    @CsvSource({"6, false", "12, true"})
    void interventionsGiveTheSameNetwork(int sites, boolean masked) throws Exception {
        List<RowSource> rows = TestFederation.rows(sites);
        String target = rows.get(0).schema().names().get(1);
        NamedMethod method = Method.named("gram").withRounds(3);
        LearnedNetwork inProcess = Learning.of(
                        method.with("interventions", everySecond(sites, "site-%03d: set " + target)), uploads(masked))
                .learn(rows);
        NamedMethod agreed = method.with("interventions", everySecond(sites, "site-%d: set " + target));
        CoordinatorNode.Finished wire = LocalHub.wholeStudy(study(agreed, Optional.empty(), masked, rows));
        assertEquals(
                StudyState.ROUNDS_COMPLETED, wire.ended().state(), wire.ended().reason());
        assertEquals(wire.ended().network().orElseThrow(), inProcess.network());
        assertEquals(wire.ended().notes(), inProcess.run().notes());
        assertTrue(
                wire.ended().notes().get(0).contains("where " + target + " was set"),
                wire.ended().notes().get(0));
        assertTrue(inProcess.network().edgeCount() > 0);
    }

    /**
     * Half of the sites have no x2, nor do their files: masks, behind which three of twelve may collude, need six of
     * each kind.
     */
    @ParameterizedTest
    @CsvSource({"6, false", "12, true"})
    void sitesThatLackAColumn_giveTheSameNetwork(int sites, boolean masked) throws Exception {
        List<RowSource> rows = TestFederation.rows(sites);
        NamedMethod agreed = Method.named("gram").withRounds(1);
        NamedMethod own = agreed;
        for (int p = sites / 2 + 1; p <= sites; p++) {
            agreed = agreed.with("lacks.site-" + p, "x2");
            own = own.with(String.format(Locale.ROOT, "lacks.site-%03d", p), "x2");
        }
        LearnedNetwork inProcess = Learning.of(own, uploads(masked)).learn(rows);
        LocalStudy study = study(agreed, Optional.empty(), masked, rows);
        for (int p = sites / 2 + 1; p <= sites; p++) {
            Path file = study.site("site-" + p).resolve("rows.csv");
            assertEquals("x1,x3,x4,x5", Files.readAllLines(file).get(0), "the copy has what the site has");
        }
        CoordinatorNode.Finished wire = LocalHub.wholeStudy(study);
        assertEquals(
                StudyState.ROUNDS_COMPLETED, wire.ended().state(), wire.ended().reason());
        assertEquals(wire.ended().network().orElseThrow(), inProcess.network());
        assertEquals(
                wire.ended().evidence().map(Evidence::trust),
                inProcess.evidence().map(Evidence::trust));
        Trust.Columns columns =
                inProcess.evidence().orElseThrow().trust().columns().orElseThrow();
        assertEquals(List.of(sites, sites / 2), columns.sites().subList(0, 2));
        assertEquals((long) sites / 2 * TestFederation.ROWS, columns.fewestRows());
        assertNotEquals(
                Learning.of(Method.named("gram"), uploads(masked)).learn(rows).network(),
                inProcess.network(),
                "the test can fail: the column that sites lack counts where it is there");
    }

    /** The columns that tell the order of rows are columns of the plan, and no variables. */
    @ParameterizedTest
    @CsvSource({"dynamic-gram, auto, false", "dynamic-gram, auto, true", "feature-gram, 1, true"})
    void seriesGiveTheSameDynamicNetwork(String name, String lags, boolean masked) throws Exception {
        WeightRange weights = new WeightRange(0.3, 0.5);
        StructuralVar model = StructuralVar.random(
                new ErdosRenyi(4, 4, weights), 1, 4, weights, 1, new double[] {1, 1, 1, 1}, Noise.GAUSSIAN, 4);
        List<RowSource> series = List.of(model.series(2, 80, 1), model.series(1, 90, 2), model.series(3, 60, 3));
        NamedMethod method = Method.named(name)
                .with("realisation", "realisation")
                .with("time", "time")
                .with("lags", lags);
        if (name.equals("feature-gram")) {
            method = method.with("no-pairs", "true");
        }
        LearnedNetwork inProcess = Learning.of(method, uploads(masked)).learn(series);
        CoordinatorNode.Finished wire =
                LocalHub.wholeStudy(study(method.withRounds(4), Optional.empty(), masked, series));
        assertEquals(
                StudyState.ROUNDS_COMPLETED, wire.ended().state(), wire.ended().reason());
        assertEquals(wire.ended().network().orElseThrow(), inProcess.network());
        assertEquals(
                wire.ended().evidence().map(Evidence::lags),
                inProcess.evidence().map(Evidence::lags));
        assertTrue(inProcess.named().slices().isPresent());
        assertEquals(model.network().edgeCount(), inProcess.network().edgeCount());
    }

    /** Noise differs; what was agreed, what it costs and how long it takes does not. */
    @ParameterizedTest
    @MethodSource("privateMethods")
    void withABudget_settingsUnitsChargesAndRoundsAreTheSame(String name, boolean masked) throws Exception {
        boolean scores = name.endsWith("scores");
        boolean levels = name.endsWith("levels");
        boolean gram = scores || levels || name.endsWith("gram");
        List<RowSource> rows = levels ? withLevels() : rows();
        NamedMethod method = Method.named(scores || levels ? "dp-gram" : name).withRounds(gram && !levels ? 4 : ROUNDS);
        if (scores) {
            method = method.with("transform", "normal-scores");
        }
        if (!gram) {
            method = method.with("unit", "400");
        }
        if (name.equals("dp-fed-sparse")) {
            method = method.with("local-iterations", "4");
        }
        LocalStudy study = study(method, Optional.of(EPSILON), masked, rows);
        SignedPlan plan = SignedPlan.read(study.plan());
        CoordinatorNode.Finished wire = LocalHub.wholeStudy(study);
        assertEquals(
                StudyState.ROUNDS_COMPLETED, wire.ended().state(), wire.ended().reason());

        PrivateMethod agreed = (PrivateMethod) plan.method();
        UploadProtection uploads = uploads(masked);
        VariableSchema schema = rows.get(0).schema();
        List<SiteId> names = SiteId.numbered(SITES);
        for (SiteId site : names) {
            method = method.with("rows." + site.value(), String.valueOf(TestFederation.ROWS));
        }
        method = method.promising(new PrivacyPromise(
                EPSILON, agreed.units().budget().delta(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE));
        PrivateMethod own = (PrivateMethod) method.on(Agreement.inProcess("in-process", schema, SITES, uploads));
        assertEquals(agreed.study().form(), own.study().form());
        assertEquals(agreed.unit(), own.unit());
        assertEquals(agreed.units().budget(), own.units().budget());
        List<SiteLedgers.Kept> kept = new ArrayList<>();
        List<SiteData> data = new ArrayList<>();
        for (int p = 0; p < SITES; p++) {
            SiteId there = plan.plan().sites().get(p);
            assertEquals(
                    agreed.spending(there).rounds(), own.spending(names.get(p)).rounds());
            assertEquals(
                    agreed.spending(there).solver(), own.spending(names.get(p)).solver());
            SitePolicy policy = SitePolicy.read(study.site(there.value()).resolve("policy.yaml"));
            kept.add(new SiteLedgers.Kept(policy, SiteLedgers.Place.inMemory()));
            data.add(SiteData.of(policy.dataset(), own.prepared(rows.get(p))));
        }
        try (SiteLedgers ledgers =
                new SiteLedgers(folder.resolve("ledgers"), schema, kept, 1, new SharedAccounting())) {
            LearnedNetwork inProcess =
                    Learning.of(own, uploads).admittedBy(ledgers).learnFrom(data);
            int rounds = inProcess.run().rounds().isEmpty()
                    ? 1
                    : inProcess.run().rounds().size();
            assertEquals(wire.ended().rounds(), rounds);
            for (int p = 0; p < SITES; p++) {
                Path home = study.site(plan.plan().sites().get(p).value()).resolve("home");
                SpentReport there =
                        LedgerHistory.read(new SiteHome(home).ledger()).spent();
                SpentReport here = ledgers.account(p).spent();
                assertTrue(here.spentEpsilon() > 0);
                assertEquals(there.spentEpsilon(), here.spentEpsilon());
                assertEquals(there.spentDelta(), here.spentDelta());
                assertEquals(there.mechanisms(), here.mechanisms());
            }
        }
    }
}
