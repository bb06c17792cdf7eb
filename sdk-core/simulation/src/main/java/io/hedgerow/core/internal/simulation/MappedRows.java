// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;

/** Rows computed from those of another source, one from each. As thread-safe as the row map. */
public final class MappedRows implements RowSource {

    public interface RowMap {
        /** Fills {@code made} from {@code given}; neither is kept. */
        void map(double[] given, double[] made);
    }

    private final RowSource source;
    private final VariableSchema schema;
    private final RowMap map;

    public MappedRows(RowSource source, int variables, RowMap map) {
        this.source = source;
        this.schema = VariableSchema.numbered(variables);
        this.map = map;
    }

    @Override
    public VariableSchema schema() {
        return schema;
    }

    @Override
    public boolean keepsOrder() {
        return source.keepsOrder();
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        double[] made = new double[schema.size()];
        source.forEachRow(row -> {
            map.map(row, made);
            consumer.accept(made);
        });
    }
}
