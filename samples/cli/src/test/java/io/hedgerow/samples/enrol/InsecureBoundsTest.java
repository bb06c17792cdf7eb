// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.transport.study.PlannedVariable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InsecureBoundsTest {

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "0.8, 1", "0.81, 2", "97, 200", "160, 200", "161, 500", "4.1e-7, 1e-6", "3e300, 5e300"})
    void bound_is125OrMoreTimesAPowerOfTen_andLeavesAQuarter(double value, double bound) {
        assertEquals(bound, InsecureBounds.bound(value));
    }

    /** Zero is inside of all bounds, cells without a number count for none, and levels are those of the column. */
    @Test
    void columns_haveBoundsOfTheirFiniteCells_orTheirLevels() {
        VariableSchema schema = new VariableSchema(List.of("both", "cold", "none", "sex", "unwanted"))
                .with(Map.of("sex", new VariableKind.Categorical(List.of("F", "M"))));
        double[][] cells = {
            {-3, -7, Double.NaN, 0, 1},
            {97, -1, Double.NaN, 1, 2},
            {Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0, 3},
        };
        InsecureBounds bounds = InsecureBounds.of(new RowSource() {
            @Override
            public VariableSchema schema() {
                return schema;
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                for (double[] row : cells) {
                    consumer.accept(row);
                }
            }
        });
        assertEquals(List.of("none"), bounds.withoutNumbers());
        assertEquals(
                List.of(
                        new PlannedVariable("both", -5, 200),
                        new PlannedVariable("cold", -10, 0),
                        PlannedVariable.categorical("sex", List.of("F", "M"))),
                bounds.variables(schema, name -> !List.of("none", "unwanted").contains(name)));
    }
}
