// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where the rows of a query are, as far as that can be told without reading one: the same for two queries over one
 * table, whatever their texts. It says whose a privacy budget is, see {@code SiteLedgers} of module sdk-dp.
 *
 * @param database the database's address without user, password and properties; empty when the driver says none
 * @param file the database, where it is a file that is there
 * @param tables which tables and views the query names, each with catalogue and schema
 * @param read which files the query names, for DuckDB
 * @param known whether these tell what the query reads: false where there are none, or a view of which the driver does
 *     not say what it is made of
 */
public record RowOrigin(String database, Optional<Path> file, Set<String> tables, Set<Path> read, boolean known) {
    public RowOrigin {
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(file, "file");
        tables = Collections.unmodifiableSet(new TreeSet<>(tables));
        read = Collections.unmodifiableSet(new TreeSet<>(read));
    }
}
