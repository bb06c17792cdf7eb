// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The treatment of missing cells by the plan that the rows are read for. */
class PlannedCellsTest {

    private static final String OPEN = "insecureNoPrivacy: true";
    private static final String BUDGET = "privacy: {epsilon: 2, delta: 1.0e-6, unit: record, adjacency: replace-one}";

    @TempDir
    Path temp;

    private static SignedPlan plan(String algorithm, String privacy) {
        StudyPlan plan =
                StudyPlan.parse("plan", """
                format: 1
                name: wards
                coordinator: hub
                sites: [north, south]
                variables: {age: [0, 120], dose: [0, 50]}
                algorithm: {%s}
                %s
                rounds: 109
                quorum: 2
                deadline: 2m
                minimumCohort: 2
                secureAggregation: none
                """.formatted(algorithm, privacy).getBytes(StandardCharsets.UTF_8));
        return new SignedPlan(plan, DocumentSignatures.none(plan.digest()), Optional.empty());
    }

    @Test
    void missingCells_areUsed_whereThePlanSaysSo() throws IOException {
        Path file = Files.writeString(temp.resolve("rows.csv"), "age,dose\n40,1\n50,\n60,3\n");
        SignedPlan using = plan("id: gram, parameters: {missing: use}", OPEN);
        assertEquals(MissingValues.USE, using.missingValues());
        List<double[]> read = new ArrayList<>();
        using.rows(file).forEachRow(row -> read.add(row.clone()));
        assertArrayEquals(new double[][] {{40, 1}, {50, Double.NaN}, {60, 3}}, read.toArray(double[][]::new));
        SignedPlan plain = plan("id: gram", OPEN);
        assertEquals(MissingValues.REFUSE, plain.missingValues());
        RowSource strict = plain.rows(file);
        assertThrows(DataException.class, () -> strict.forEachRow(row -> {}));
    }

    @Test
    void planOfABudget_readsMissingCellsAsNoNumber_andUsesThemInAReleaseOfColumns() {
        SignedPlan asked = plan("id: dp-gram, parameters: {missing: use, rows.north: 3, rows.south: 3}", BUDGET);
        assertEquals(MissingValues.AS_NAN, asked.missingValues());
        assertEquals("dp-gram", asked.method().solver(new SiteId("north")).id());
        SignedPlan greedy = plan("id: dp-fed-sparse, parameters: {missing: use, rows.north: 3, rows.south: 3}", BUDGET);
        String refused = Words.reason(assertThrows(StudyPlanException.class, greedy::method));
        assertTrue(
                refused.contains("algorithm dp-fed-sparse has no parameter missing: use dp-gram, which takes rows with"
                        + " missing cells, or leave it out: cells without a number then count as 0"),
                refused);
        SignedPlan rounds = plan("id: fed-sparse, parameters: {missing: use}", OPEN);
        String elsewhere = Words.reason(assertThrows(StudyPlanException.class, rounds::method));
        assertTrue(elsewhere.contains("algorithm fed-sparse has no parameter missing: use gram"), elsewhere);
        SignedPlan open = plan("id: gram, parameters: {missing: use}", BUDGET);
        String unprotected = Words.reason(assertThrows(StudyPlanException.class, open::method));
        assertTrue(unprotected.contains("algorithm gram has no privacy guarantee"), unprotected);
    }
}
