// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.StudyEnd;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site whose rows Spark holds, in a masked study with a budget, over the wire with two that hold files. */
@Tag("slow")
@Timeout(120)
class SparkStudyTest {

    private static final int ROWS = 150;
    private static final VariableSchema SCHEMA = new VariableSchema(List.of("age", "dose", "recovery"));

    /** Spark's tasks are in this process. */
    private static final AtomicInteger READ = new AtomicInteger();

    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        spark = LocalSpark.session();
    }

    private static double[][] rows(int seed) {
        Random random = new Random(seed);
        double[][] rows = new double[ROWS][];
        for (int k = 0; k < ROWS; k++) {
            double age = random.nextGaussian();
            double dose = age + random.nextGaussian();
            rows[k] = new double[] {age, dose, 2 * dose + random.nextGaussian()};
        }
        return rows;
    }

    /** Counts what is read of it, wherever Spark does that. */
    private static SparkRows table(double[][] rows) {
        StructType type = new StructType();
        for (String name : SCHEMA.names()) {
            type = type.add(name, DataTypes.DoubleType);
        }
        List<Row> cells = new ArrayList<>();
        for (double[] row : rows) {
            cells.add(RowFactory.create(row[0], row[1], row[2]));
        }
        Dataset<Row> counted = spark.createDataFrame(cells, type).repartition(3).filter((FilterFunction<Row>)
                row -> READ.incrementAndGet() > 0);
        return SparkRows.of(counted, MissingValues.AS_NAN);
    }

    private LocalStudy study(List<double[][]> rows) {
        LocalStudy study = new LocalStudy(
                folder.resolve("study"),
                new LocalStudy.Terms(
                        "dp-gram",
                        Map.of(),
                        Optional.of(PrivacyRequest.parse("epsilon=2")),
                        true,
                        4,
                        0,
                        Duration.ofMinutes(1)),
                InstantSource.system());
        study.create(rows.stream()
                .<RowSource>map(own -> InMemoryRows.of(SCHEMA, own))
                .toList());
        return study;
    }

    @Test
    void siteOfSpark_answersAMaskedPrivateStudy_andItsLedgerPaid() throws Exception {
        List<double[][]> rows = List.of(rows(1), rows(2), rows(3));
        LocalStudy study = study(rows);
        SignedPlan plan = SignedPlan.read(study.plan());
        Path hub = Files.createDirectories(folder.resolve("hub"));
        Files.move(study.coordinator(), hub.resolve("identity"));
        CompletableFuture<Integer> port = new CompletableFuture<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        READ.set(0);
        try {
            Future<CoordinatorNode.Finished> end = threads.submit(() -> CoordinatorNode.open(hub)
                    .listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .run(plan, (free, links) -> port.complete(free)));
            List<Future<StudyEnd>> sites = new ArrayList<>();
            for (String name : study.names()) {
                Site site = Site.open(study.site(name));
                RowSource own = name.equals("site-2")
                        ? table(rows.get(1))
                        : plan.rows(study.site(name).resolve("rows.csv"));
                Membership membership = site.join(plan, own, "127.0.0.1:" + port.get());
                sites.add(threads.submit(() -> membership.run(event -> {})));
            }
            for (Future<StudyEnd> site : sites) {
                assertEquals(StudyState.ROUNDS_COMPLETED, site.get().state().orElseThrow());
            }
            assertTrue(end.get().masks().orElseThrow().released() > 0, "sums came out of masks");
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES); // before the directory is deleted
        }
        assertEquals(
                5 * ROWS,
                READ.get(),
                "rows are counted before the charge, and in each round before the pass for the means or the products");
        LedgerHistory ofSpark =
                LedgerHistory.read(Site.open(study.site("site-2")).home().ledger());
        LedgerHistory ofFile =
                LedgerHistory.read(Site.open(study.site("site-1")).home().ledger());
        assertTrue(ofSpark.spent().spentEpsilon() > 1.9, "all that the plan costs");
        assertEquals(ofFile.spent().spentEpsilon(), ofSpark.spent().spentEpsilon());
        assertEquals(ofFile.entries().size(), ofSpark.entries().size());
    }

    @Test
    void siteOfSpark_whoseBudgetIsTooSmall_isRefused_andSparkReadsNothing() throws Exception {
        LocalStudy study = study(List.of(rows(1), rows(2), rows(3)));
        Path policy = study.site("site-2").resolve("policy.yaml");
        String others = Files.readString(policy).replaceAll("(?m)^budget:.*\n", "");
        Files.writeString(policy, others + "budget: {epsilon: 1.5, delta: 1.0e-3}\n");
        READ.set(0);
        Site site = Site.open(study.site("site-2"));
        SignedPlan plan = SignedPlan.read(study.plan());
        assertThrows(
                PrivacyException.class,
                () -> site.join(plan, table(rows(2)), "127.0.0.1:1").run(event -> {}));
        assertEquals(0, READ.get(), "rows that Spark read");
    }
}
