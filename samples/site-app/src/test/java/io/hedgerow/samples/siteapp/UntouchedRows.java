// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;

/** Rows that remember whether somebody wanted them. */
final class UntouchedRows implements RowSource {

    private final RowSource rows;
    private int asked;
    private int readings;

    UntouchedRows(RowSource rows) {
        this.rows = rows;
    }

    /** How often the columns were asked for. */
    int asked() {
        return asked;
    }

    /** How often the rows were read. */
    int readings() {
        return readings;
    }

    @Override
    public VariableSchema schema() {
        asked++;
        return rows.schema();
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        readings++;
        rows.forEachRow(consumer);
    }
}
