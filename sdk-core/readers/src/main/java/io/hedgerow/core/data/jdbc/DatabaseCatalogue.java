// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tables, views and functions that a database lists, with their definitions. Only the products below say all of
 * that in tables that their tests here have read; of any other one {@link #complaint} says so. Reads no record.
 */
final class DatabaseCatalogue {

    /** Schemas that describe databases: a query that reads them names them. */
    private static final Set<String> DESCRIBING = Set.of("INFORMATION_SCHEMA", "PG_CATALOG", "SYS");

    private static final Set<String> BASE = Set.of("TABLE", "BASE TABLE", "PARTITIONED TABLE");

    /**
     * The catalogue queries of one database product: schema, name and definition of all that is made of tables; names
     * of its functions.
     */
    private enum Product {
        /** Children, partitions and conditions of row-level security count as the definition of their table. */
        POSTGRESQL("PostgreSQL", """
                select n.nspname, c.relname, pg_get_viewdef(c.oid)
                from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
                where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
                union all
                select n.nspname, c.relname, 'TABLE ' || quote_ident(m.nspname) || '.' || quote_ident(d.relname)
                from pg_catalog.pg_inherits i
                join pg_catalog.pg_class c on c.oid = i.inhparent
                join pg_catalog.pg_namespace n on n.oid = c.relnamespace
                join pg_catalog.pg_class d on d.oid = i.inhrelid
                join pg_catalog.pg_namespace m on m.oid = d.relnamespace
                where c.relkind in ('r', 'p', 'f')
                union all
                select n.nspname, c.relname, pg_get_expr(p.polqual, p.polrelid)
                from pg_catalog.pg_policy p
                join pg_catalog.pg_class c on c.oid = p.polrelid
                join pg_catalog.pg_namespace n on n.oid = c.relnamespace
                where p.polqual is not null
                """, """
                select p.proname from pg_catalog.pg_proc p
                join pg_catalog.pg_namespace n on n.oid = p.pronamespace
                where n.nspname not in ('pg_catalog', 'information_schema')
                """),
        /** A linked table is of type BASE TABLE; what it is defined by is no name of a table here. */
        H2("H2", """
                select table_schema, table_name, view_definition from information_schema.views
                where table_schema <> 'INFORMATION_SCHEMA'
                union all
                select synonym_schema, synonym_name, 'TABLE "' || synonym_for_schema || '"."' || synonym_for || '"'
                from information_schema.synonyms
                union all
                select table_schema, table_name, 'TABLE @' from information_schema.tables
                where table_schema <> 'INFORMATION_SCHEMA' and table_type = 'BASE TABLE'
                and storage_type not in ('MEMORY', 'CACHED')
                """, "select routine_name from information_schema.routines"),
        /** A virtual table is defined by its module, which no text here can look into. */
        SQLITE(
                "SQLite",
                "select '', name, sql from sqlite_master"
                        + " where type = 'view' or (type = 'table' and sql like 'create virtual%')",
                ""),
        DUCKDB(
                "DuckDB",
                "select schema_name, view_name, sql from duckdb_views() where not internal",
                "select function_name from duckdb_functions() where not internal");

        private final String product;
        private final String definitions;
        private final String routines;

        Product(String product, String definitions, String routines) {
            this.product = product;
            this.definitions = definitions;
            this.routines = routines;
        }

        static Optional<Product> of(String name) {
            return Stream.of(values()).filter(one -> one.product.equals(name)).findFirst();
        }
    }

    /**
     * An object that a query can read from by its name.
     *
     * @param base whether its rows are its own; false for views, synonyms and tables of other places
     */
    record Table(String catalog, String schema, String name, boolean base) {
        String full() {
            return Stream.of(catalog, schema, name)
                    .filter(part -> !part.isEmpty())
                    .reduce((left, right) -> left + "." + right)
                    .orElse("");
        }

        /** Whether a name with up to two outer parts means this table; without one it means that of any schema. */
        private boolean isNamed(List<String> parts) {
            int last = parts.size() - 1;
            if (!isSame(name, parts.get(last))) {
                return false;
            }
            return switch (last) {
                case 0 -> !describes(schema);
                case 1 -> isSame(catalog, parts.get(0)) || isSame(schema, parts.get(0));
                case 2 -> isSame(catalog, parts.get(0)) && isSame(schema, parts.get(1));
                default -> false;
            };
        }

        /** Words of a query are in capitals, in which some names have more letters. */
        private static boolean isSame(String name, String part) {
            return name.equalsIgnoreCase(part) || name.toUpperCase(Locale.ROOT).equals(part.toUpperCase(Locale.ROOT));
        }
    }

    private record Definition(String schema, String name, String text) {}

    private final String name;
    private final Optional<Product> product;
    private final List<Table> tables = new ArrayList<>();
    private final List<Definition> definitions = new ArrayList<>();
    private final Set<String> routines = new HashSet<>();

    private DatabaseCatalogue(String name) {
        this.name = name;
        this.product = Product.of(name);
    }

    static DatabaseCatalogue read(Connection connection, String product) throws SQLException {
        DatabaseCatalogue catalogue = new DatabaseCatalogue(product);
        catalogue.readTables(connection);
        if (catalogue.product.isPresent()) {
            catalogue.readDefinitions(connection, catalogue.product.get());
        }
        return catalogue;
    }

    private void readTables(Connection connection) throws SQLException {
        // tables that DuckDB has from another database are known there by another name
        @Nullable String own = product.equals(Optional.of(Product.DUCKDB)) ? connection.getCatalog() : null;
        try (ResultSet listed = connection.getMetaData().getTables(null, null, "%", null)) {
            while (listed.next()) {
                String type = text(listed.getString("TABLE_TYPE")).toUpperCase(Locale.ROOT);
                String catalog = text(listed.getString("TABLE_CAT"));
                boolean rows = type.contains("VIEW")
                        || type.contains("TABLE")
                        || Set.of("SYNONYM", "ALIAS").contains(type);
                if (rows && !type.contains("SYSTEM")) {
                    String schema = text(listed.getString("TABLE_SCHEM"));
                    boolean here = (own == null || own.equals(catalog)) && !describes(schema);
                    tables.add(new Table(
                            catalog, schema, text(listed.getString("TABLE_NAME")), here && BASE.contains(type)));
                }
            }
        }
    }

    private void readDefinitions(Connection connection, Product asked) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet listed = statement.executeQuery(asked.definitions)) {
                while (listed.next()) {
                    definitions.add(new Definition(
                            text(listed.getString(1)), text(listed.getString(2)), text(listed.getString(3))));
                }
            }
        }
        if (!asked.routines.isEmpty()) {
            try (Statement statement = connection.createStatement();
                    ResultSet listed = statement.executeQuery(asked.routines)) {
                while (listed.next()) {
                    routines.add(text(listed.getString(1)).toUpperCase(Locale.ROOT));
                }
            }
        }
    }

    private static boolean describes(String schema) {
        return DESCRIBING.contains(schema.toUpperCase(Locale.ROOT));
    }

    private static String text(@Nullable String name) {
        return name == null ? "" : name;
    }

    /** Why nothing can be known of a query of this database, whatever its text. */
    Optional<String> complaint() {
        return product.isPresent()
                ? Optional.empty()
                : Optional.of("what tables are made of is not asked of the database "
                        + (name.isEmpty() ? "without a name" : name));
    }

    /** Whether queries may read files of this machine by their paths. */
    boolean readsFiles() {
        return product.equals(Optional.of(Product.DUCKDB));
    }

    /** The tables that a name may mean, from its outermost part. */
    List<Table> named(List<String> parts) {
        return tables.stream().filter(table -> table.isNamed(parts)).toList();
    }

    /** The definitions of a table, in the database's dialect; a text that the account must not see is missing here. */
    List<String> definitions(Table table) {
        return definitions.stream()
                .filter(one -> one.name().equals(table.name())
                        && (one.schema().isEmpty() || one.schema().equals(table.schema()))
                        && !one.text().isEmpty())
                .map(Definition::text)
                .toList();
    }

    /** Whether the database has a function of its users' own by that name. */
    boolean isRoutine(String word) {
        return routines.contains(word.toUpperCase(Locale.ROOT));
    }

    /**
     * The name that a database has of itself, the same at every address and for every standby that copies it; empty
     * where there is none, or the account may not ask. To be asked last: a refusal ends the transaction.
     */
    static Optional<String> server(Connection connection, String product) {
        if (!product.equals(Product.POSTGRESQL.product)) {
            return Optional.empty();
        }
        try (Statement statement = connection.createStatement();
                ResultSet one = statement.executeQuery("select s.system_identifier || '/' || d.oid"
                        + " from pg_catalog.pg_control_system() s, pg_catalog.pg_database d"
                        + " where d.datname = pg_catalog.current_database()")) {
            return one.next()
                    ? Optional.of("postgresql system " + Objects.requireNonNull(one.getString(1)))
                    : Optional.empty();
        } catch (SQLException e) {
            return Optional.empty(); // then the address alone says which database it is
        }
    }
}
