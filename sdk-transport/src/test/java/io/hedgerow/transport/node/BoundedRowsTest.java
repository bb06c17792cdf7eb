// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.WatchedRows;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.transport.node.internal.site.BoundedRows;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rows that the plan's bounds call impossible: without a budget nothing leaves, with one nobody else can see it. */
@Timeout(300)
class BoundedRowsTest {

    @TempDir
    Path temp;

    private static StudyPlan plan(String more) {
        return StudyPlan.parse("plan", """
                format: 1
                name: wards
                coordinator: hub
                sites: [north, south, west]
                variables: {age: [0, 120], dose: [0, 50]}
                algorithm: {id: fed-sparse}
                insecureNoPrivacy: true
                rounds: 4
                quorum: 3
                deadline: 2m
                minimumCohort: 3
                secureAggregation: none
                %s
                """.formatted(more).getBytes(StandardCharsets.UTF_8));
    }

    private static BoundedRows read(String more, double[]... rows) {
        InMemoryRows source = InMemoryRows.of(new VariableSchema(List.of("age", "dose")), rows);
        BoundedRows bounded = new BoundedRows(source.schema(), plan(more), Optional.empty());
        RowSource watched = new WatchedRows(source, bounded);
        watched.forEachRow(row -> {});
        watched.forEachRow(row -> {}); // what the first reading found does not count
        return bounded;
    }

    @Test
    void rowsAtTheBounds_areInside() {
        BoundedRows rows = read("", new double[] {0, 50}, new double[] {120, 0});
        assertTrue(rows.note(true).isEmpty());
        rows.requireInBounds();
    }

    /** Whose series a row is of may be a name, which is a number far outside. */
    @Test
    void theColumnOfTheRealisation_hasNoBounds() {
        StudyPlan series = StudyPlan.parse(
                "plan",
                plan("").text()
                        .replaceFirst("id: \"?fed-sparse\"?", "id: dynamic-gram\n  parameters: {realisation: age}")
                        .getBytes(StandardCharsets.UTF_8));
        VariableSchema schema = new VariableSchema(List.of("age", "dose"));
        BoundedRows bounded = new BoundedRows(schema, series, PlannedMethod.realisation(series));
        bounded.begin();
        bounded.add(new double[] {-0x1p54, 50});
        assertTrue(bounded.note(true).isEmpty());
        bounded.add(new double[] {-0x1p54, 51});
        assertTrue(bounded.note(true).isPresent());
    }

    @Test
    void moreRowsThanThePlanAllows_areRefused_withCountsAndWithoutValues() {
        double[][] rows = {{130.5, 60.25}, {-1, 3}, {50, 3}, {51, 4}};
        DataException refused =
                assertThrows(DataException.class, () -> read("", rows).requireInBounds());
        assertTrue(
                refused.getMessage().startsWith("2 of 4 rows have a value outside of the plan's bounds"),
                refused.getMessage());
        assertTrue(refused.getMessage().contains("age 2, dose 1;"), refused.getMessage());
        assertFalse(
                refused.getMessage().contains("130.5") || refused.getMessage().contains("60.25"));
        String secret = read("outsideBounds: 0.49", rows).note(false).orElseThrow();
        assertTrue(secret.startsWith("more rows than the plan allows have a value outside of the plan's"), secret);
        assertTrue(secret.contains("age 2, dose 1. Look at units"), secret);
        assertThrows(
                DataException.class, () -> read("outsideBounds: 0.49", rows).requireInBounds());
        read("outsideBounds: 0.5", rows).requireInBounds();
    }
}
