// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.SiteChannel;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.samples.doctor.PlannedReading;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two files that differ in one cell, which in one of them holds no number, look the same to the coordinator: a failure
 * would be seen with probability 1 there and 0 here, and nothing is charged for that.
 */
@Tag("slow")
class UnusableCellTest {

    private static final int ROWS = 300;
    private static final SiteId NORTH = new SiteId("north");

    @TempDir
    Path folder;

    private static StudyPlan plan(String algorithm, String parameters) {
        return StudyPlan.parse(
                "plan", """
                    format: 1
                    name: wards
                    coordinator: hub
                    sites: [north, south, west]
                    variables: {age: [0, 120], dose: [0, 50]}
                    algorithm: {id: %s, parameters: {rows.north: %d, rows.south: 700, rows.west: 500%s}}
                    privacy: {epsilon: 2, delta: 1.0e-6, unit: record, adjacency: replace-one}
                    rounds: 5
                    quorum: 3
                    deadline: 2m
                    minimumCohort: 2
                    secureAggregation: none
                    """.formatted(algorithm, ROWS, parameters).getBytes(StandardCharsets.UTF_8));
    }

    /** The line is before others, which it must not swallow. */
    private Path rowsWithFirst(String line) throws IOException {
        Path file = rows("1,2");
        List<String> lines = new ArrayList<>(List.of(Files.readString(file).split("\n")));
        lines.set(1, line);
        return Files.writeString(file, String.join("\n", lines) + "\n");
    }

    private Path rows(String lastLine) throws IOException {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder("age,dose\n");
        for (int k = 1; k < ROWS; k++) {
            double age = random.nextGaussian();
            text.append(age).append(',').append(2 * age + random.nextGaussian()).append('\n');
        }
        return Files.writeString(
                folder.resolve("rows.csv"), text.append(lastLine).append('\n'));
    }

    /** What the coordinator sees of a site that is asked for its first update. */
    private static List<String> transcript(StudyPlan plan, RowSource rows) throws InterruptedException {
        return transcript(PlannedMethod.of(plan), rows);
    }

    private static List<String> transcript(Method method, RowSource rows) throws InterruptedException {
        SiteData data = SiteData.of(new DatasetIdentity("north"), method.prepared(rows));
        List<String> sent = new ArrayList<>();
        Payload nothing = new ChangeCodec(
                        method.study().layout().size(), method.study().communication())
                .encode(SparseChange.of(new int[0], new double[0]));
        Deque<CoordinatorMessage> messages = new ArrayDeque<>(List.of(
                new Task("wards", 0, method.study().rho2(0), Payload.empty(), Set.of()),
                new CoordinatorMessage.Outcome("wards", StudyState.QUORUM_NOT_MET, nothing)));
        new SiteSession(
                        NORTH,
                        method.study(),
                        data,
                        PrivacyGate.enforcing(
                                request -> {}, data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE),
                        method.solver(NORTH),
                        new InsecurePlainUpload(method.study()))
                .run(
                        new SiteChannel() {
                            @Override
                            public CoordinatorMessage receive() {
                                return messages.remove();
                            }

                            @Override
                            public void send(ProtectedUpdate update) {
                                sent.add("update of round " + update.round());
                            }

                            @Override
                            public void send(SiteReply.Answer answer) {
                                sent.add("answer");
                            }

                            @Override
                            public void send(SiteReply.Failure failure) {
                                sent.add("failure " + failure.kind());
                            }
                        },
                        failure -> {});
        return sent;
    }

    private static CsvOptions reading(StudyPlan plan) {
        return PlannedReading.of(new SignedPlan(plan, DocumentSignatures.none(plan.digest()), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dp-gram |",
                "dp-gram | , private-mean: true",
                "dp-fed-bnsl |",
                "dp-fed-bnsl | , unit: 0.0001, centre.age: 3",
                "dp-fed-sparse | , local-iterations: 2",
                "dp-fed-sparse | , local-iterations: 2, unit: 0.0001",
                "dp-fed-sparse | , local-iterations: 2, private-mean: true, bound: 50"
            })
    void lineThatHoldsNoNumbers_isNotSeenByTheCoordinator(String algorithm, String given)
            throws IOException, InterruptedException {
        StudyPlan plan = plan(algorithm, given == null ? "" : given);
        Method method = PlannedMethod.of(plan);
        CsvOptions reading = reading(plan);
        List<String> expected = transcript(method, CsvRowSource.of(rows("1,2"), reading));
        assertEquals(List.of("update of round 0"), expected);
        for (String line : List.of(",2", "NaN,NaN", "1,inf", "high,2", "1e307,-1e307", "1e400,2", "1", "1,2,3")) {
            assertEquals(expected, transcript(method, CsvRowSource.of(rows(line), reading)), line);
        }
        for (String line :
                List.of("", " ", "\"", "\"1,2", "1,\"2", "1,\"2\"3", "1,2\r", "1\r2,3\r\r", "\0", "\uFEFF1,2")) {
            assertEquals(expected, transcript(method, CsvRowSource.of(rowsWithFirst(line), reading)), line);
        }
    }

    @Test
    void readerThatRefuses_isSeen_soThisTestWouldNoticeOne() throws IOException, InterruptedException {
        StudyPlan plan = plan("dp-gram", "");
        RowSource refusing = CsvRowSource.of(rows("1,high"), CsvOptions.defaults());
        assertThrows(PolicyRefusedException.class, () -> transcript(plan, refusing));
        // the second is of the attempt under the same reservation, of which this ledger tells nothing
        assertEquals(List.of("failure DATA_UNUSABLE", "failure REFUSED"), transcript(plan, new Wrapped(refusing)));
    }

    /** A source of somebody's own that does not say how it reads. */
    private record Wrapped(RowSource rows) implements RowSource {
        @Override
        public VariableSchema schema() {
            return rows.schema();
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            rows.forEachRow(consumer);
        }
    }
}
