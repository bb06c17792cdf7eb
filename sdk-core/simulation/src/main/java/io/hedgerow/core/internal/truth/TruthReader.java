// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.truth;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads a known network from a file; errors say in one line what is wrong. Two forms are told apart by the first line:
 * all numbers begin a matrix, anything else is the header of a list of edges.
 *
 * <ul>
 *   <li>Matrix: d lines of d numbers, W[i, j] in line i, column j; 0 on the diagonal; no header.
 *   <li>List: a header line, then one line {@code cause,effect} or {@code cause,effect,weight} for each edge, with
 *       names of the schema; without a weight, also in an empty cell, it is 1. The weight is in the column of that
 *       name, or in the third; others are ignored, so that what {@code NetworkExporter.of("csv")} writes can be read.
 *       Of a dynamic network the lines are {@code cause,effect,lag}, with names without lags, and a weight has to be
 *       named.
 * </ul>
 *
 * <p>Comma-separated, quotes as in RFC 4180, UTF-8 with or without a byte order mark; blank lines are skipped. Cycles
 * are accepted, since published truths have them: {@link Dag#of} names one. Stateless; thread-safe.
 */
public final class TruthReader {

    private static final int SHOWN = 60;

    private TruthReader() {}

    /**
     * Reads a file.
     *
     * @param file where it is
     * @param schema the variables
     * @throws DataException when the content is not one of the two forms or does not fit the schema
     * @throws UncheckedIOException when the file cannot be read
     */
    public static WeightMatrix read(Path file, VariableSchema schema) {
        if (Files.isDirectory(file)) {
            throw new DataException(file + ": must be a file, is a directory");
        }
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return read(reader, file.toString(), schema);
        } catch (CharacterCodingException e) {
            throw new DataException(file + ": must be UTF-8 text, has other bytes", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the truth file " + file, e);
        }
    }

    /**
     * Reads text.
     *
     * @param text the content; read to its end, not closed
     * @param source what messages call it
     * @param schema the variables
     * @throws IOException when reading fails
     * @throws DataException when the content is not one of the two forms or does not fit the schema
     */
    public static WeightMatrix read(Reader text, String source, VariableSchema schema) throws IOException {
        List<CsvRecord> lines = lines(text, source);
        if (lines.isEmpty()) {
            throw new DataException(source + ": must hold a matrix or a list of edges, is empty");
        }
        boolean matrix = lines.get(0).getFields().stream().allMatch(TruthReader::looksLikeNumber);
        return matrix ? matrix(lines, source, schema) : TruthEdges.read(lines, source, schema);
    }

    /**
     * An edge of a list whose variable names are not matched yet.
     *
     * @param from the cause
     * @param to the effect
     * @param lag steps from cause to effect; 0 within a step and where the list has no lags
     * @param directed false where the column {@code directed} says so
     * @param weight of the column {@code weight}; 1 without
     */
    public record Listed(String from, String to, int lag, boolean directed, double weight) {}

    /**
     * Reads a list of edges that names its columns: {@code from,to} or {@code cause,effect} first, then, in any order
     * and all optional, {@code lag}, {@code directed} and {@code weight}; others are ignored.
     *
     * @param text the content; read to its end, not closed
     * @param source what messages call it
     * @return the edges in the order of the lines; empty where the content is a matrix, which names no variables
     * @throws IOException when reading fails
     * @throws DataException when the content is neither
     */
    public static Optional<List<Listed>> listed(Reader text, String source) throws IOException {
        List<CsvRecord> lines = lines(text, source);
        if (lines.isEmpty()) {
            throw new DataException(source + ": must hold a list of edges, is empty");
        }
        boolean matrix = lines.get(0).getFields().stream().allMatch(TruthReader::looksLikeNumber);
        return matrix ? Optional.empty() : Optional.of(TruthEdges.listed(lines, source));
    }

    private static List<CsvRecord> lines(Reader text, String source) throws IOException {
        StringBuilder all = new StringBuilder();
        char[] buffer = new char[8192];
        for (int n = text.read(buffer); n >= 0; n = text.read(buffer)) {
            all.append(buffer, 0, n);
        }
        if (all.length() > 0 && all.charAt(0) == '\uFEFF') {
            all.deleteCharAt(0);
        }
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(all.toString())) {
            return reader.stream()
                    .filter(line ->
                            line.getFieldCount() > 1 || !line.getField(0).isBlank())
                    .toList();
        } catch (CsvParseException e) {
            throw new DataException(source + ": is not comma-separated text: " + Words.reason(e), e);
        }
    }

    private static WeightMatrix matrix(List<CsvRecord> lines, String source, VariableSchema schema) {
        int d = schema.size();
        if (lines.size() != d) {
            throw new DataException(source + ": must be a " + d + " x " + d + " matrix, one line per variable, has "
                    + lines.size() + " lines");
        }
        double[] entries = new double[d * d];
        for (int i = 0; i < d; i++) {
            CsvRecord line = lines.get(i);
            if (line.getFieldCount() != d) {
                throw new DataException(at(source, line) + ": must have " + d + " numbers, one per variable, has "
                        + line.getFieldCount());
            }
            for (int j = 0; j < d; j++) {
                double weight = number(line.getField(j), at(source, line) + ", column " + (j + 1));
                if (i == j && weight != 0) {
                    throw new DataException(at(source, line) + ", column " + (j + 1)
                            + ": the diagonal must be 0, since no variable causes itself, was " + line.getField(j));
                }
                entries[i * d + j] = weight;
            }
        }
        return WeightMatrix.ofRows(d, entries);
    }

    static String at(String source, CsvRecord line) {
        return source + ", line " + line.getStartingLineNumber();
    }

    static double number(String cell, String place) {
        double value = looksLikeNumber(cell) ? Double.parseDouble(cell.trim()) : Double.NaN;
        if (!Double.isFinite(value)) {
            throw new DataException(place + ": must be a finite number, was \"" + shown(cell) + "\"");
        }
        return value;
    }

    /** Also true of NaN and infinities, so that a matrix with one is not mistaken for a list of edges. */
    private static boolean looksLikeNumber(String cell) {
        String text = cell.trim();
        if (text.isEmpty() || "dDfF".indexOf(text.charAt(text.length() - 1)) >= 0) {
            return false;
        }
        try {
            Double.parseDouble(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** A cell as a message may show it: on one line, and not too long. */
    static String shown(String cell) {
        String line = Printable.line(cell);
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    }
}
