// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import io.hedgerow.core.data.RowSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts the rows of a file that are left out, and the missing cells of each field in them. Not thread-safe. */
final class CsvOmissions {

    private final long[] cells;
    private long rows;

    /** Starts with counts, which are not copied. */
    CsvOmissions(long rows, long[] cells) {
        this.rows = rows;
        this.cells = cells;
    }

    void add(CsvOmissions other) {
        rows += other.rows;
        Arrays.setAll(cells, field -> cells[field] + other.cells[field]);
    }

    RowSource.Omitted of(String file, CsvHeader header, long handedOn) {
        Map<String, Long> missing = new LinkedHashMap<>();
        for (int field = 0; field < cells.length; field++) {
            if (cells[field] > 0) {
                missing.put(header.name(field), cells[field]);
            }
        }
        return new RowSource.Omitted(file, handedOn + rows, rows, missing, header.unused());
    }
}
