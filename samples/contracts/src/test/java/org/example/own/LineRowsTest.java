// SPDX-License-Identifier: Apache-2.0
package org.example.own;

import io.hedgerow.contract.RowSourceContract;
import io.hedgerow.core.data.RowSource;
import java.util.List;
import java.util.Optional;

// region:rows
class LineRowsTest extends RowSourceContract {
    @Override
    protected RowSource source() {
        return new LineRows(lines("51"));
    }

    @Override
    protected Optional<List<Integer>> users() {
        return Optional.empty(); // or PERSONS, where the source knows whose the rows are
    }

    @Override
    protected Optional<RowSource> withACellThatHoldsNoNumber() {
        return Optional.of(new LineRows(lines("unknown")));
    }

    /** The rows that every source must deliver, without the column that says whose they are. */
    private static List<String> lines(String secondAge) {
        return csvLines(secondAge).stream()
                .map(line -> line.substring(line.indexOf(',') + 1))
                .toList();
    }
}
// endregion
