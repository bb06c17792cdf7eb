// SPDX-License-Identifier: Apache-2.0
package org.example.own;

import io.hedgerow.contract.RowSourceContract;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Reads from a place that is empty after the first reading; named so that no build runs it by itself. */
class BrokenRows extends RowSourceContract {
    @Override
    protected RowSource source() {
        Iterator<double[]> cursor = List.of(ROWS).iterator();
        return new RowSource() {
            @Override
            public VariableSchema schema() {
                return VariableSchema.of("age", "dose");
            }

            @Override
            public boolean keepsOrder() {
                return true;
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                cursor.forEachRemaining(row -> consumer.accept(row.clone()));
            }
        };
    }

    @Override
    protected Optional<List<Integer>> users() {
        return Optional.empty();
    }
}
