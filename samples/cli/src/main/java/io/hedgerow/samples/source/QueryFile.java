// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.jdbc.JdbcRowSource;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.samples.cli.command.WaitingNote;
import io.hedgerow.samples.source.SourceFile.NumberColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Describes a query of a database in a YAML file:
 *
 * <pre>
 * query:
 *   url: jdbc:postgresql://db.example.org/ward
 *   sql: SELECT age, dose, recovery FROM visits ORDER BY id
 *   drivers: [postgresql.jar]       # beside this file, or a full path; left out for a driver on the class path
 *   user: reader                    # may be left out
 *   passwordFile: password.txt     # or passwordEnvironment: NAME; never the password itself
 *   properties: {ssl: true}         # of the driver; may be left out
 *   longestWait: 5m                # for an answer of the database: s, m or h; ten minutes if left out
 *   dataset: north-ward             # the data set that is charged, where no policy names it; may be left out
 * </pre>
 *
 * <p>The query may only read, as {@link JdbcRowSource} ensures.
 */
final class QueryFile {

    private static final int LARGEST = 1 << 20;
    private static final Duration USUAL_WAIT = Duration.ofMinutes(10);
    private static final int LOGIN_SECONDS = 30;

    private final Path file;
    private final YamlNode query;
    private final Duration longestWait;
    private final Consumer<Duration> waiting;

    private QueryFile(Path file, YamlNode query, Duration longestWait, Consumer<Duration> waiting) {
        this.waiting = waiting;
        this.file = file;
        this.query = query;
        this.longestWait = longestWait;
    }

    static QueryFile read(Path file) {
        return read(file, Optional.empty(), WaitingNote::databaseInText);
    }

    /**
     * Reads the description of a query.
     *
     * @param deadline of a round that needs the rows: an answer that comes later is of no use. Half of it, unless the
     *     file says more, leaves time to ask again
     * @param waiting is told for how long the database was silent
     */
    static QueryFile read(Path file, Optional<Duration> deadline, Consumer<Duration> waiting) {
        YamlNode all = YamlDocument.read(file, LARGEST);
        all.requireOnly("query");
        YamlNode query = all.required("query");
        query.optional("password").ifPresent(node -> {
            throw node.complain("must be outside this file: put it into its own file that only this account may "
                    + "read and name that with passwordFile, or name a variable with passwordEnvironment");
        });
        query.requireOnly(
                "url",
                "sql",
                "drivers",
                "user",
                "passwordFile",
                "passwordEnvironment",
                "properties",
                "dataset",
                "longestWait");
        Optional<Duration> stated = query.optional("longestWait").map(QueryFile::duration);
        Duration longest = stated.orElse(USUAL_WAIT);
        Duration most = deadline.map(time -> stated.isPresent() ? time : time.dividedBy(2))
                .orElse(longest);
        return new QueryFile(file, query, longest.compareTo(most) < 0 ? longest : most, waiting);
    }

    private static Duration duration(YamlNode node) {
        String text = node.matching("[1-9][0-9]{0,4}[smh]", "a time such as 90s, 5m or 2h");
        long number = Long.parseLong(text.substring(0, text.length() - 1));
        return switch (text.charAt(text.length() - 1)) {
            case 's' -> Duration.ofSeconds(number);
            case 'm' -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    /** The rows, of the wanted columns in the wanted order. */
    RowSource rows(CsvOptions options) {
        RowSource rows = all(options);
        return ChosenColumns.of(
                rows, NumberColumns.wanted(file, options, rows.schema().names()), file.toString());
    }

    /** The data set that is charged for the rows; empty where the file does not name it. */
    Optional<DatasetIdentity> dataset() {
        return query.optional("dataset").map(node -> node.checked(() -> new DatasetIdentity(node.text("a name"))));
    }

    List<String> columns() {
        return JdbcRowSource.columns(
                database(), query.required("sql").text("a query that reads"), longestWait, waiting);
    }

    JdbcRowSource all(CsvOptions options) {
        return JdbcRowSource.of(
                database(),
                query.required("sql").text("a query that reads"),
                options.missingValues(),
                options.keys(),
                options.cells().texts(),
                longestWait,
                waiting);
    }

    private QueryDatabase database() {
        List<Path> jars = query.optional("drivers").stream()
                .flatMap(node -> node.items("a list of jars").stream())
                .map(jar -> beside(jar.text("a jar")))
                .toList();
        Properties properties = new Properties();
        query.optional("properties")
                .ifPresent(node -> node.fields()
                        .forEach((name, value) ->
                                properties.setProperty(name, value.textOrEmpty("a value of the driver"))));
        query.optional("user").ifPresent(node -> properties.setProperty("user", node.text("a name")));
        Optional<Supplier<String>> password = query.optional("passwordFile").map(this::password);
        query.optional("passwordEnvironment").ifPresent(node -> {
            if (password.isPresent()) {
                throw node.complain("and passwordFile exclude each other: leave one of them out");
            }
            String value = System.getenv(node.text("the name of a variable"));
            if (value == null) {
                throw node.mustBe("the name of a variable that is set");
            }
            properties.setProperty("password", value);
        });
        QueryDatabase database = QueryDatabase.of(query.required("url"), jars, properties, password);
        database.setLoginTimeout((int) Math.max(1, Math.min(LOGIN_SECONDS, longestWait.toSeconds())));
        return database;
    }

    private Path beside(String name) {
        Path directory = file.toAbsolutePath().getParent();
        return directory == null ? Path.of(name) : directory.resolve(name);
    }

    /** Reads the file each time: a password that was changed after a site joined reaches the study through its file. */
    private Supplier<String> password(YamlNode node) {
        Path secret = beside(node.text("a file"));
        return () -> {
            try {
                return Files.readString(secret).strip();
            } catch (IOException e) {
                String complaint = node.complain("must be a file that can be read: " + FileReason.of(e))
                        .text();
                throw new DataException(complaint, e);
            }
        };
    }

    /** Some columns of a source, in an order of their own. */
    private static final class ChosenColumns extends WrappedRows {

        private final VariableSchema schema;
        /** The position of each column in the source. */
        private final int[] positions;

        private ChosenColumns(RowSource source, List<String> names) {
            super(source);
            this.schema = source.schema().choosing(names);
            this.positions =
                    names.stream().mapToInt(source.schema().names()::indexOf).toArray();
        }

        /** Columns by their names; the source itself when it has them already. */
        static RowSource of(RowSource source, List<String> names, String where) {
            List<String> present = source.schema().names();
            if (present.equals(names)) {
                return source;
            }
            List<String> missing =
                    names.stream().filter(name -> !present.contains(name)).toList();
            if (!missing.isEmpty()) {
                throw new DataException(where + ": must have the columns "
                        + missing.stream()
                                .map(name -> name
                                        + Nearest.to(name, present)
                                                .map(near -> " (did you mean " + near + "?)")
                                                .orElse(""))
                                .collect(Collectors.joining(", "))
                        + ", has " + String.join(", ", present) + ": name them in the query with AS");
            }
            return new ChosenColumns(source, names);
        }

        @Override
        public VariableSchema schema() {
            return schema;
        }

        @Override
        public String keyText(double key) {
            return source.keyText(key);
        }

        @Override
        public boolean knowsUsers() {
            return false;
        }

        @Override
        public Omitted omitted() {
            Omitted there = source.omitted();
            List<String> columns = new ArrayList<>(there.columns());
            source.schema().names().stream()
                    .filter(name -> !schema.names().contains(name))
                    .forEach(columns::add);
            return new Omitted(
                    there.source(),
                    there.records(),
                    there.rows(),
                    there.kept(),
                    there.cells(),
                    columns,
                    there.contrasts());
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            double[] chosen = new double[positions.length];
            source.forEachRow(row -> {
                for (int k = 0; k < positions.length; k++) {
                    chosen[k] = row[positions[k]];
                }
                consumer.accept(chosen);
            });
        }
    }
}
