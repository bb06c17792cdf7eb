// SPDX-License-Identifier: Apache-2.0
/** Rows of files and databases, and what is odd about them. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.readers {
    requires transitive io.hedgerow.vocabulary;
    requires transitive java.sql;
    requires static transitive org.jspecify;
    requires de.siegmar.fastcsv;
    requires ch.randelshofer.fastdoubleparser;

    exports io.hedgerow.core.data.csv;
    exports io.hedgerow.core.data.jdbc;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.data.csv.internal to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.columns to
            io.hedgerow.inspect,
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.design to
            io.hedgerow.core,
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.diagnostics to
            io.hedgerow.core,
            io.hedgerow.dp,
            io.hedgerow.inspect,
            io.hedgerow.samples;

    provides io.hedgerow.core.data.RowSource.FileFormat with
            io.hedgerow.core.data.csv.internal.CsvFormat;
}
