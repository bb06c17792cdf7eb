// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records rows in standard deviations by the columns of a schema; where it has users, after a column that numbers them.
 *
 * @param rows in standard deviations
 */
record MockRows(RowSource rows, MockSchema like, VariableSchema schema) implements RowSource {

    static MockRows of(RowSource rows, MockSchema like) {
        List<String> names = new ArrayList<>();
        like.personColumn().ifPresent(names::add);
        Map<String, VariableKind> kinds = new TreeMap<>();
        like.columns().forEach(column -> {
            names.add(column.variable().name());
            kinds.put(column.variable().name(), column.variable().kind());
        });
        return new MockRows(rows, like, new VariableSchema(names).with(kinds));
    }

    @Override
    public boolean keepsOrder() {
        return rows.keepsOrder();
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        List<MockColumn> columns = like.columns();
        double[] made = new double[schema.size()];
        int first = made.length - columns.size();
        long[] at = {0};
        rows.forEachRow(row -> {
            if (first > 0) {
                made[0] = 1 + at[0] / MockSchema.ROWS_OF_A_PERSON;
            }
            at[0]++;
            for (int j = 0; j < columns.size(); j++) {
                made[first + j] = columns.get(j).recorded(row[j]);
            }
            consumer.accept(made);
        });
    }
}
