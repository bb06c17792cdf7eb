// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import io.hedgerow.core.data.RowSource;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables and files that a query reads: tables of the catalogue that the text names, or that the driver names
 * for a column; for DuckDB also files that the text names. Rather one table too many than one too few: the name of a
 * table counts wherever it stands. Asks for names only, never for a record. It cannot see behind a view, unless the
 * driver names the tables of its columns, nor into functions.
 */
final class QueryOrigin {

    private static final String READS_FILES = "DuckDB";

    /** Schemas that describe databases: a query that reads them names them. */
    private static final Set<String> DESCRIBING = Set.of("INFORMATION_SCHEMA", "PG_CATALOG", "SYS");

    private record Table(String catalog, String schema, String name, boolean view) {
        String full() {
            return Stream.of(catalog, schema, name)
                    .filter(part -> !part.isEmpty())
                    .reduce((left, right) -> left + "." + right)
                    .orElse("");
        }

        /** Whether a name means this table that stands behind another one and a dot, or behind none. */
        boolean isIn(Optional<String> outer) {
            return outer.map(name -> catalog.equalsIgnoreCase(name) || schema.equalsIgnoreCase(name))
                    .orElse(!DESCRIBING.contains(schema.toUpperCase(Locale.ROOT)));
        }
    }

    private final List<Table> catalogue = new ArrayList<>();
    private final Set<Table> found = new HashSet<>();
    private final Set<Path> files = new TreeSet<>();

    private QueryOrigin() {}

    /** Finds the tables that a query reads; columns are null where a driver does not know them before a query runs. */
    static RowSource.Origin of(ReadOnlyConnection reading, String query, @Nullable ResultSetMetaData columns)
            throws SQLException {
        DatabaseMetaData database = reading.connection().getMetaData();
        QueryOrigin origin = new QueryOrigin();
        origin.readCatalogue(database);
        for (SqlDialect dialect : SqlDialect.of(reading.product())) {
            origin.readWords(dialect.words(query), reading.product().equals(READS_FILES));
        }
        boolean behindViews = columns != null && origin.readColumns(columns);
        boolean views = origin.found.stream().anyMatch(Table::view);
        boolean told = (!origin.found.isEmpty() || !origin.files.isEmpty()) && (!views || behindViews);
        @Nullable String url = database.getURL();
        DatabaseAddress address = DatabaseAddress.of(url == null ? "" : url);
        Set<String> names = new TreeSet<>();
        origin.found.forEach(table -> names.add(table.full()));
        return new RowSource.Origin(address.text(), address.file(), names, origin.files, told);
    }

    private void readCatalogue(DatabaseMetaData database) throws SQLException {
        try (ResultSet tables = database.getTables(null, null, "%", null)) {
            while (tables.next()) {
                String type = text(tables.getString("TABLE_TYPE")).toUpperCase(Locale.ROOT);
                boolean other = Set.of("SYNONYM", "ALIAS").contains(type);
                boolean view = other || type.contains("VIEW");
                if (!type.contains("SYSTEM") && (view || type.contains("TABLE"))) {
                    catalogue.add(new Table(
                            text(tables.getString("TABLE_CAT")),
                            text(tables.getString("TABLE_SCHEM")),
                            text(tables.getString("TABLE_NAME")),
                            view));
                }
            }
        }
    }

    private static String text(@Nullable String name) {
        return name == null ? "" : name;
    }

    private void readWords(List<String> words, boolean alsoFiles) {
        for (int k = 0; k < words.size(); k++) {
            String word = words.get(k);
            String name = unquoted(word);
            boolean qualified = k >= 2 && words.get(k - 1).equals(".");
            Optional<String> outer = qualified ? Optional.of(unquoted(words.get(k - 2))) : Optional.empty();
            catalogue.stream()
                    .filter(table -> table.name().equalsIgnoreCase(name) && table.isIn(outer))
                    .forEach(found::add);
            if (alsoFiles && (word.startsWith("'") || word.startsWith("\""))) {
                readFile(name);
            }
        }
    }

    private static String unquoted(String word) {
        char first = word.charAt(0);
        if ("'\"`[".indexOf(first) < 0 || word.length() < 2) {
            return word;
        }
        String quote = String.valueOf(first);
        return word.substring(1, word.length() - 1).replace(quote + quote, quote);
    }

    private void readFile(String name) {
        try {
            int pattern = first(name, "*?[{");
            if (pattern == name.length()) {
                if (!name.isEmpty() && Files.isRegularFile(Path.of(name))) {
                    files.add(Path.of(name).toRealPath());
                }
                return;
            }
            Path all = Path.of(name.substring(0, name.lastIndexOf('/', pattern) + 1));
            if (Files.isDirectory(all)) {
                PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + name.replace("**/", "{**/,}"));
                try (Stream<Path> inside = Files.walk(all)) {
                    for (Path file : inside.filter(matcher::matches)
                            .filter(Files::isRegularFile)
                            .toList()) {
                        files.add(file.toRealPath());
                    }
                }
            }
        } catch (InvalidPathException | IOException | java.util.regex.PatternSyntaxException e) {
            // a text that is no name of a file
        }
    }

    private static int first(String text, String signs) {
        int at = 0;
        while (at < text.length() && signs.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    /** Adds the tables of the columns; true when there are some and none of them is a view. */
    private boolean readColumns(ResultSetMetaData columns) throws SQLException {
        Set<Table> named = new HashSet<>();
        for (int c = 1; c <= columns.getColumnCount(); c++) {
            String name = text(columns.getTableName(c));
            Optional<String> schema =
                    Optional.of(text(columns.getSchemaName(c))).filter(given -> !given.isEmpty());
            catalogue.stream()
                    .filter(table -> table.name().equalsIgnoreCase(name) && table.isIn(schema))
                    .forEach(named::add);
        }
        found.addAll(named);
        return !named.isEmpty() && named.stream().noneMatch(Table::view);
    }

    /**
     * The database of a JDBC address, without user, password and properties. Two addresses that differ in those, in the
     * case of the host, in a usual port that is left out, or in the name of this machine are one. Names of hosts are
     * not looked up: two names of one machine are two databases here. {@code text} holds no secret; {@code file} is the
     * database, where it is a file that is there. Immutable.
     */
    record DatabaseAddress(String text, Optional<Path> file) {

        private static final Pattern KIND = Pattern.compile("jdbc:([A-Za-z0-9_+-]+):(.*)", Pattern.DOTALL);
        private static final Map<String, String> SAME = Map.of("mariadb", "mysql");
        private static final Map<String, String> PORTS =
                Map.of("postgresql", "5432", "mysql", "3306", "sqlserver", "1433", "oracle", "1521");
        private static final Set<String> HERE = Set.of("", "127.0.0.1", "[::1]", "localhost");
        private static final List<String> ENDINGS = List.of("", ".mv.db");

        /** Reads an address; one of an unknown form is taken as it is, up to its properties. */
        static DatabaseAddress of(String url) {
            Matcher parts = KIND.matcher(url.strip());
            if (!parts.matches()) {
                return new DatabaseAddress("", Optional.empty());
            }
            String kind = parts.group(1).toLowerCase(Locale.ROOT);
            String named = SAME.getOrDefault(kind, kind);
            String rest = withoutProperties(parts.group(2));
            Optional<Path> file = file(rest);
            return file.isPresent()
                    ? new DatabaseAddress("jdbc:" + named + ":" + file.get(), file)
                    : new DatabaseAddress("jdbc:" + named + ":" + server(named, rest), Optional.empty());
        }

        /** Properties follow a question mark or a semicolon, and hold passwords. */
        private static String withoutProperties(String rest) {
            int end = rest.length();
            for (char sign : new char[] {'?', ';'}) {
                int at = rest.indexOf(sign);
                end = at < 0 ? end : Math.min(end, at);
            }
            return rest.substring(0, end);
        }

        private static Optional<Path> file(String rest) {
            String name = rest.startsWith("file:") ? rest.substring("file:".length()) : rest;
            String home = name.startsWith("~") ? System.getProperty("user.home") + name.substring(1) : name;
            try {
                for (String ending : ENDINGS) {
                    Path file = Path.of(home + ending);
                    if (!home.isEmpty() && Files.isRegularFile(file)) {
                        return Optional.of(file.toRealPath());
                    }
                }
            } catch (InvalidPathException | java.io.IOException e) {
                // then it is no file of this machine
            }
            return Optional.empty();
        }

        /**
         * {@code //user:password@Host/name} as {@code //host:port/name}, and Oracle's {@code thin:user/password@...}.
         */
        private static String server(String kind, String rest) {
            int credentials = rest.lastIndexOf('@');
            String open = credentials < 0 ? rest : rest.substring(credentials + 1);
            boolean slashes = rest.startsWith("//") || open.startsWith("//");
            String bare = open.startsWith("//") ? open.substring(2) : open;
            if (!slashes && PORTS.containsKey(kind) && !kind.equals("oracle")) {
                // jdbc:postgresql:name is a database of this machine
                return "//" + authority(kind, "") + "/" + bare.replaceAll("^/+", "");
            }
            if (!slashes) {
                return bare;
            }
            int end = bare.indexOf('/');
            String host = end < 0 ? bare : bare.substring(0, end);
            return "//" + authority(kind, host) + (end < 0 ? "" : bare.substring(end));
        }

        private static String authority(String kind, String host) {
            String lower = host.toLowerCase(Locale.ROOT);
            Matcher port = Pattern.compile("(.*?):(\\d+)").matcher(lower);
            boolean given = port.matches();
            String name = given ? port.group(1) : lower;
            String usual = PORTS.getOrDefault(kind, "");
            String number = given ? port.group(2) : usual;
            return (HERE.contains(name) ? "localhost" : name) + (number.isEmpty() ? "" : ":" + number);
        }
    }
}
