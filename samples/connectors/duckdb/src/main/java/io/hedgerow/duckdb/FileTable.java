// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.csv.CsvRowSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A named table of files, with the expression by which DuckDB scans them.
 *
 * @param name in queries
 * @param scan an expression that can follow FROM
 * @param files without symbolic links; at least one
 * @param text whether DuckDB finds out where a row ends by what rows hold
 */
record FileTable(String name, String scan, List<Path> files, boolean text) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

    FileTable {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("table must be a name of letters, digits and underscores, was " + name);
        }
        files = List.copyOf(files);
    }

    static FileTable parquet(String name, Path file) {
        List<Path> files = Files.isDirectory(file) ? parts(file) : List.of(real(file));
        return new FileTable(name, "read_parquet(" + list(files) + ")", files, false);
    }

    /** With cells as they are written; a line with too few or too many of them is a row. */
    static FileTable csv(String name, Path file) {
        Path real = real(file);
        List<String> columns = CsvRowSource.of(real).schema().names();
        // DuckDB moves a cast of a column into its reader, where TRY_CAST fails as CAST does; of an expression it
        // does not.
        String cells = columns.stream()
                .map(column -> identifier(column) + " || '' AS " + identifier(column))
                .collect(Collectors.joining(", "));
        String texts = columns.stream()
                .map(column -> literal(column) + ": 'VARCHAR'")
                .collect(Collectors.joining(", ", "{", "}"));
        // Not in parallel: a quoted cell may hold an end of line.
        String scan = "(SELECT " + cells + " FROM read_csv(" + literal(real.toString())
                + ", auto_detect=false, header=true, delim=',', quote='\"', escape='\"', null_padding=true,"
                + " strict_mode=false, parallel=false, columns=" + texts + "))";
        return new FileTable(name, scan, List.of(real), true);
    }

    /** With values as they are written; a line that is no JSON is a row, one without a character is none. */
    static FileTable jsonLines(String name, Path file, List<String> columns) {
        if (columns.isEmpty() || columns.stream().anyMatch(column -> column.contains("\"") || column.contains("\\"))) {
            throw new IllegalArgumentException("columns must be at least one key of the objects in " + file
                    + ", without quotes and backslashes, were " + columns);
        }
        Path real = real(file);
        String keys = columns.stream()
                .map(column -> "CASE WHEN json_valid(line) THEN json_extract_string(line, "
                        + literal("$.\"" + column + "\"") + ") END AS " + identifier(column))
                .collect(Collectors.joining(", "));
        // Each line as one cell: what separates cells must not be in JSON, so a line that is no JSON stays a row.
        String scan = "(SELECT " + keys + " FROM read_csv(" + literal(real.toString())
                + ", auto_detect=false, header=false, delim='\u0001', quote='', escape='',"
                + " strict_mode=false, columns={'line': 'VARCHAR'}) WHERE line <> '')";
        return new FileTable(name, scan, List.of(real), true);
    }

    /** The statement that makes it a table. */
    String definition() {
        return "CREATE VIEW " + identifier(name) + " AS SELECT * FROM " + scan;
    }

    private static List<Path> parts(Path directory) {
        try (Stream<Path> found = Files.list(directory)) {
            List<Path> parts = found.filter(
                            part -> part.getFileName().toString().endsWith(".parquet"))
                    .map(FileTable::real)
                    .sorted()
                    .toList();
            if (parts.isEmpty()) {
                throw new DataException(directory + ": must hold files that end in .parquet, holds none");
            }
            return parts;
        } catch (IOException e) {
            throw new DataException(directory + ": must be a directory that can be read", e);
        }
    }

    /** DuckDB compares the files that it opens with those that it may open by what links lead to. */
    private static Path real(Path file) {
        try {
            Path real = file.toRealPath();
            if (Files.isRegularFile(real) && Files.isReadable(real)) {
                return real;
            }
            throw new DataException(file + ": must be a file that can be read, is not");
        } catch (IOException e) {
            throw new DataException(file + ": must be a file that can be read, is not", e);
        }
    }

    /** Files as DuckDB writes a list of texts. */
    static String list(List<Path> files) {
        return files.stream().map(file -> literal(file.toString())).collect(Collectors.joining(", ", "[", "]"));
    }

    static String identifier(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
