// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.contract.RowSourceContract;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.WatchedRows;
import io.hedgerow.transport.node.internal.site.BoundedRows;
import io.hedgerow.transport.node.internal.site.UnusableCells;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contract for rows that both watches of a site see. */
class WatchedRowsTest {

    private static final StudyPlan PLAN = StudyPlan.parse("plan", """
            format: 1
            name: wards
            coordinator: hub
            sites: [north, south, west]
            variables: {age: [0, 45], dose: [0, 3]}
            algorithm: {id: fed-sparse}
            insecureNoPrivacy: true
            rounds: 4
            quorum: 3
            deadline: 2m
            minimumCohort: 3
            secureAggregation: none
            """.getBytes(StandardCharsets.UTF_8));

    private static RowSource watched(RowSource rows) {
        return new WatchedRows(
                rows, new UnusableCells(rows, false), new BoundedRows(rows.schema(), PLAN, Optional.empty()));
    }

    @Nested
    class WithUsers extends RowSourceContract {
        @Override
        protected RowSource source() {
            return watched(withUsers());
        }

        @Override
        protected Optional<List<Integer>> users() {
            return Optional.of(PERSONS);
        }

        /** Also for persons, which the readings of {@code BoundedRowsTest} do not look at. */
        @Test
        void forEachUserRow_showsEveryRowOnceToEveryWatch() {
            int[] seen = {0, 0};
            WatchedRows.Watch[] watches = new WatchedRows.Watch[2];
            for (int k = 0; k < watches.length; k++) {
                int own = k;
                watches[k] = new WatchedRows.Watch() {
                    @Override
                    public void begin() {
                        seen[own] = 0;
                    }

                    @Override
                    public void add(double[] row) {
                        seen[own]++;
                    }

                    @Override
                    public void merge(WatchedRows.Watch other) {
                        throw new AssertionError("nothing is read in parts here");
                    }
                };
            }
            RowSource rows = new WatchedRows(withUsers(), watches);
            rows.forEachUserRow((user, row) -> {});
            rows.forEachUserRow((user, row) -> {});
            assertEquals(List.of(ROWS.length, ROWS.length), List.of(seen[0], seen[1]));
        }
    }

    @Nested
    class WithoutUsers extends RowSourceContract {
        @Override
        protected RowSource source() {
            return watched(withoutUsers());
        }

        @Override
        protected Optional<List<Integer>> users() {
            return Optional.empty();
        }

        @Override
        protected Optional<RowSource> withACellThatHoldsNoNumber() {
            double[][] rows = {ROWS[0], {Double.NaN, ROWS[1][1]}, ROWS[2], ROWS[3], ROWS[4]};
            return Optional.of(watched(new RowSource() {
                @Override
                public VariableSchema schema() {
                    return VariableSchema.of("age", "dose");
                }

                @Override
                public void forEachRow(RowConsumer consumer) {
                    for (double[] row : rows) {
                        consumer.accept(row.clone());
                    }
                }
            }));
        }
    }
}
