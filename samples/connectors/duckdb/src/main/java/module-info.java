// SPDX-License-Identifier: Apache-2.0
/** Rows of queries over Parquet, CSV and JSON files. */
module io.hedgerow.duckdb {
    requires transitive io.hedgerow.core;
    requires duckdb.jdbc;

    exports io.hedgerow.duckdb;

    provides io.hedgerow.core.data.RowSource.FileFormat with
            io.hedgerow.duckdb.ParquetFormat;
}
