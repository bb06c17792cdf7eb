// SPDX-License-Identifier: Apache-2.0
package org.example.own;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import java.util.List;

/** Rows from lines of text, with the columns that the first line names. What is no number is NaN; knows no users. */
final class LineRows implements RowSource {
    private final List<String> lines;

    LineRows(List<String> lines) {
        this.lines = List.copyOf(lines);
    }

    @Override
    public VariableSchema schema() {
        return VariableSchema.of(lines.get(0).split(",", -1));
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            double[] row = new double[cells.length];
            for (int c = 0; c < row.length; c++) {
                row[c] = number(cells[c]);
            }
            consumer.accept(row);
        }
    }

    private static double number(String cell) {
        try {
            return Double.parseDouble(cell);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
