// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.jdbc.DatabaseCatalogue.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the base tables and files that a query reads. Every object that the text names must be a base table, or be made
 * of base tables by a definition that the catalogue has: a view, a table with partitions or other child tables, a
 * synonym. Definitions are read as the query is, until nothing new is named. Anything else (a function that is not one
 * of those known to compute from its arguments alone, a foreign or linked table, a name that is not in the catalogue)
 * leaves the origin unresolved. Rather one table too many than one too few: the name of a table counts wherever it
 * stands. Asks for names and definitions only, never for a record.
 */
final class QueryOrigin {

    private final DatabaseCatalogue catalogue;
    private final Set<Table> found = new HashSet<>();
    private final Deque<Table> followed = new ArrayDeque<>();
    private final Set<Path> files = new TreeSet<>();
    private final Set<String> complaints = new LinkedHashSet<>();

    private QueryOrigin(DatabaseCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * Finds the tables that a query reads. What the driver names for its columns is no answer: an expression has none.
     */
    static RowSource.Origin of(ReadOnlyConnection reading, String query) throws SQLException {
        QueryOrigin origin = new QueryOrigin(DatabaseCatalogue.read(reading.connection(), reading.product()));
        // what checks that a query only reads takes DuckDB for any dialect; lists of paths need its own quotes
        List<SqlDialect> dialects = origin.catalogue.readsFiles()
                ? List.of(SqlDialect.STANDARD, SqlDialect.POSTGRESQL)
                : SqlDialect.of(reading.product());
        dialects.forEach(dialect -> origin.readText(dialect.words(query)));
        for (Table next = origin.followed.poll(); next != null; next = origin.followed.poll()) {
            origin.follow(next, dialects);
        }
        if (origin.found.isEmpty() && origin.files.isEmpty()) {
            origin.complaints.add("it names no table");
        }
        @Nullable String url = reading.connection().getMetaData().getURL();
        DatabaseAddress address = DatabaseAddress.of(url == null ? "" : url);
        address.complaint().ifPresent(origin.complaints::add);
        // a view of a DuckDB in memory is gone with its connection; its name says nothing in the next one
        boolean lasting = !origin.catalogue.readsFiles() || address.file().isPresent();
        Set<String> names = new TreeSet<>();
        origin.found.stream().filter(table -> table.base() || lasting).forEach(table -> names.add(table.full()));
        return new RowSource.Origin(
                address.text(),
                DatabaseCatalogue.server(reading.connection(), reading.product()),
                address.file(),
                names,
                origin.files,
                origin.complaints.stream().findFirst());
    }

    private void add(Table table) {
        if (found.add(table)) {
            followed.add(table);
        }
    }

    /** Adds what a table is made of. A base table is its own rows, and perhaps those of its partitions. */
    private void follow(Table table, List<SqlDialect> dialects) {
        List<String> definitions = catalogue.definitions(table);
        if (!table.base() && definitions.isEmpty()) {
            complaints.add(table.full() + " is no base table, and the database does not say what it is made of");
        }
        for (String definition : definitions) {
            dialects.forEach(dialect -> readText(dialect.words(definition)));
        }
    }

    private void readText(List<String> words) {
        catalogue.complaint().ifPresent(complaints::add);
        for (int k = 0; k < words.size(); k++) {
            String word = words.get(k);
            String name = SqlReferences.unquoted(word);
            boolean qualified = k >= 2 && words.get(k - 1).equals(".");
            List<String> full = qualified ? List.of(SqlReferences.unquoted(words.get(k - 2)), name) : List.of(name);
            catalogue.named(full).forEach(this::add);
            if (catalogue.isRoutine(name)) {
                complaints.add("it names " + name + ", a function of this database, which may read anything");
            }
            if (catalogue.readsFiles() && (word.startsWith("'") || word.startsWith("\""))) {
                files.addAll(files(name));
            }
        }
        SqlReferences references = SqlReferences.of(words, catalogue.readsFiles());
        references.complaint().ifPresent(complaints::add);
        for (List<String> relation : references.relations()) {
            if (catalogue.readsFiles()) {
                relation.forEach(this::requireNoBraces);
            }
            if (catalogue.named(relation).isEmpty()
                    && !(catalogue.readsFiles()
                            && relation.size() == 1
                            && !files(relation.get(0)).isEmpty())) {
                complaints.add(
                        "it reads " + String.join(".", relation) + ", which the catalogue does not list as a table");
            }
        }
        for (String file : references.files()) {
            requireNoBraces(file);
            if (files(file).isEmpty()) {
                complaints.add("it reads files of another place than this machine's folders");
            }
        }
    }

    /** In patterns here they are alternatives, and to the database signs of a name. */
    private void requireNoBraces(String file) {
        if (file.indexOf('{') >= 0) {
            complaints.add("it reads files with a brace in their path");
        }
    }

    /** The files of this machine that a text names, by their paths or as a pattern. */
    private Set<Path> files(String name) {
        Set<Path> named = new TreeSet<>();
        try {
            int pattern = first(name, "*?[{");
            if (pattern == name.length()) {
                if (!name.isEmpty() && Files.isRegularFile(Path.of(name))) {
                    named.add(Path.of(name).toRealPath());
                }
                return named;
            }
            Path all = Path.of(name.substring(0, name.lastIndexOf('/', pattern) + 1));
            if (Files.isDirectory(all)) {
                PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + name.replace("**/", "{**/,}"));
                try (Stream<Path> inside = Files.walk(all, FileVisitOption.FOLLOW_LINKS)) {
                    for (Path file : inside.filter(matcher::matches)
                            .filter(Files::isRegularFile)
                            .toList()) {
                        named.add(file.toRealPath());
                    }
                }
            }
        } catch (UncheckedIOException e) {
            complaints.add("it names files by a pattern, and not all folders can be listed");
        } catch (InvalidPathException | IOException | PatternSyntaxException e) {
            // a text that is no name of a file
        }
        return named;
    }

    private static int first(String text, String signs) {
        int at = 0;
        while (at < text.length() && signs.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
