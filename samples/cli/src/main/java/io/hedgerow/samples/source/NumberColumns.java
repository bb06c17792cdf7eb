// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Selects columns of sources whose columns have names and numbers already, unlike those of text. */
final class NumberColumns {

    private NumberColumns() {}

    static List<String> wanted(Path file, CsvOptions options, List<String> present) {
        requireNothingOfText(file, options);
        List<String> wanted = new ArrayList<>(options.columns().isEmpty() ? present : options.columns());
        for (String name : options.cells().dropped()) {
            if (!wanted.remove(name) && !present.contains(name)) {
                throw new DataException(file + ": must have the columns to be left out, has no column " + name);
            }
        }
        return wanted;
    }

    private static void requireNothingOfText(Path file, CsvOptions options) {
        CellFormat onlyDropping = new CellFormat(
                false,
                false,
                options.cells().dropped(),
                Set.of(),
                options.cells().texts(),
                options.cells().renamed());
        if (!options.header()
                || options.separator() != CsvSeparator.DETECT
                || !options.cells().equals(onlyDropping)) {
            throw new IllegalArgumentException(file + " has columns of numbers with names: options for CSV files cannot"
                    + " be combined with it; leave them out, and write there what a cell becomes");
        }
    }
}
