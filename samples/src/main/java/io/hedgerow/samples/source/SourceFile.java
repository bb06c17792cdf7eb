// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import io.hedgerow.core.data.CsvOptions;
import io.hedgerow.core.data.CsvRowSource;
import io.hedgerow.core.data.RowSource;
import java.nio.file.Path;

/** A file that rows come from: it holds them, or says which query of which database gives them. */
public final class SourceFile {

    private SourceFile() {}

    /**
     * Opens a file. Reads no row: of a CSV file the first line, of a database the names and types of a query's columns.
     *
     * @param file a CSV file, plain or .gz, or a {@code .yaml} file with the section query
     * @param options which columns are wanted, what missing cells mean, and how a CSV file is written
     * @return closed rows
     * @throws io.hedgerow.core.data.DataException when file, query or a column is missing or wrong
     * @throws IllegalArgumentException when options that are about CSV files are given for a query
     * @throws io.hedgerow.core.internal.yaml.YamlProblem when a description is wrong
     */
    public static RowSource open(Path file, CsvOptions options) {
        return isQuery(file) ? QueryFile.read(file).rows(options) : CsvRowSource.of(file, options);
    }

    /** Whether a file describes a query. */
    static boolean isQuery(Path file) {
        String name = file.toString();
        return name.endsWith(".yaml") || name.endsWith(".yml");
    }
}
