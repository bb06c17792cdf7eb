// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a site makes of rows that it is given, before a plan that protects persons reads them. */
class UsersOfAPlanTest {

    private static final RowSource ROWS = InMemoryRows.of(
            VariableSchema.of("age", "patient", "dose"), new double[][] {{1, 7, 2}, {3, 7.5, 4}, {5, 8, 6}});

    private static SignedPlan plan(String unit) {
        StudyPlan plan = StudyPlan.parse("plan", """
                format: 1
                name: wards
                coordinator: hub
                sites: [north, south]
                variables: {age: [0, 120], dose: [0, 50]}
                algorithm: {id: dp-gram, parameters: {%s}}
                privacy: {epsilon: 2, delta: 1.0e-6, unit: %s, adjacency: replace-one}
                rounds: 5
                quorum: 2
                deadline: 2m
                minimumCohort: 2
                secureAggregation: none
                """.formatted(
                        unit.equals("record") ? "rows.north: 3, rows.south: 3" : "persons.north: 2, persons.south: 2",
                        unit)
                .getBytes(StandardCharsets.UTF_8));
        return new SignedPlan(plan, DocumentSignatures.none(plan.digest()), Optional.empty());
    }

    private static int read(RowSource rows) {
        int[] count = new int[1];
        rows.forEachRow(row -> count[0]++);
        return count[0];
    }

    /** A row of nobody would end the reading, which the coordinator would see, unpaid. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rowsOfNobody_areLeftOut_whoeverWrappedThem(boolean wrapped) {
        RowSource prepared = plan("{person: patient}").rows(wrapped ? UserRows.of(ROWS, "patient") : ROWS);
        assertEquals(Optional.empty(), prepared.reasonUnsafeForPrivacy());
        assertEquals(List.of("age", "dose"), prepared.schema().names());
        assertEquals(2, read(prepared));
    }

    @Test
    void rowsOfAPlanOfRecords_stayAsTheyAre() {
        assertEquals(ROWS, plan("record").rows(ROWS));
    }
}
