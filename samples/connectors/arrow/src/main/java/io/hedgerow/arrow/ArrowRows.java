// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.arrow;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.RowTally;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an Apache Arrow file (Feather version 2) or stream. Reads one record batch after the other, so memory is
 * that of the largest batch, outside of the heap. Compressed buffers (LZ4, Zstandard) are read as they are.
 *
 * <p>Columns must be numbers: integers, floating point numbers or decimals; or texts, truth values or dictionaries of
 * which it was said what they stand for. A null cell is missing. Others, as times, are refused by their type before
 * rows are read; a column that is left out may be anything.
 *
 * <p>Arrow wants the option {@code --add-opens=java.base/java.nio=org.apache.arrow.memory.core,ALL-UNNAMED}.
 *
 * <p>The file must be the same whenever it is read. For users: {@link io.hedgerow.core.data.rows.UserRows#of}.
 * Thread-safe. Not private.
 */
public final class ArrowRows implements RowSource {

    private final Path file;
    private final VariableSchema schema;
    private final MissingValues missing;
    private final Map<String, VariableKind.Coding> texts;
    private volatile Omitted omitted;

    private ArrowRows(
            Path file,
            VariableSchema schema,
            MissingValues missing,
            Map<String, VariableKind.Coding> texts,
            List<String> unused) {
        this.texts = Map.copyOf(texts);
        this.file = file;
        this.schema = schema;
        this.missing = missing;
        this.omitted = new Omitted(file.toString(), 0, 0, 0, Map.of(), unused, List.of());
    }

    /**
     * {@return all columns of a file} Reads its head and no rows.
     *
     * @param file in Arrow's format for files or for streams
     * @param missing what to do with a null and with what is no finite number; {@link MissingValues#AS_NAN} for a study
     *     with a budget
     * @throws DataException when it is no such file, or a column has no name of its own or is not numeric
     */
    public static ArrowRows of(Path file, MissingValues missing) {
        return of(file, List.of(), missing);
    }

    /**
     * Some columns of a file, in this order. Reads its head and no rows.
     *
     * @param file in Arrow's format for files or for streams
     * @param columns their names; none for all
     * @param missing as in {@link #of(Path, MissingValues)}
     * @throws DataException when it is no such file, or a column is missing, stands there twice or is not numeric
     */
    public static ArrowRows of(Path file, List<String> columns, MissingValues missing) {
        return of(file, columns, missing, Map.of());
    }

    /**
     * Some columns of a file, in this order, of which some hold texts, such as categories. Reads its head and no rows.
     *
     * @param file in Arrow's format for files or for streams
     * @param columns their names; none for all
     * @param missing as in {@link #of(Path, MissingValues)}; a text that stands for nothing is refused unless it is
     *     {@link MissingValues#AS_NAN}
     * @param texts what the texts of a column stand for: of utf8, of dictionaries, of truth values ({@code true} and
     *     {@code false}) and of whole numbers
     * @throws DataException when it is no such file, or a column is missing, stands there twice or has neither numbers
     *     nor such texts
     */
    public static ArrowRows of(
            Path file, List<String> columns, MissingValues missing, Map<String, VariableKind.Coding> texts) {
        try (ArrowBatches batches = ArrowBatches.open(file)) {
            List<Field> fields = batches.fields();
            List<String> names =
                    columns.isEmpty() ? fields.stream().map(Field::getName).toList() : List.copyOf(columns);
            requireNumbers(file, fields, names, texts);
            List<String> unused = fields.stream()
                    .map(Field::getName)
                    .filter(name -> !names.contains(name))
                    .toList();
            Map<String, VariableKind> kinds = new HashMap<>();
            texts.forEach((name, coding) -> kinds.put(name, coding.kind()));
            return new ArrowRows(file, new VariableSchema(names).with(kinds), missing, texts, unused);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            throw failure(file, e);
        }
    }

    static List<String> columns(Path file) {
        try (ArrowBatches batches = ArrowBatches.open(file)) {
            return batches.fields().stream().map(Field::getName).toList();
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            throw failure(file, e);
        }
    }

    private static void requireNumbers(
            Path file, List<Field> fields, List<String> names, Map<String, VariableKind.Coding> texts) {
        List<String> all = fields.stream().map(Field::getName).toList();
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            int at = all.indexOf(name);
            if (at < 0) {
                throw new DataException(file + ": must have a column \"" + name + "\", has " + all);
            }
            if (!seen.add(name) || at != all.lastIndexOf(name)) {
                throw new DataException(file + ", column \"" + name + "\": must have a name of its own");
            }
            boolean readable = texts.containsKey(name)
                    ? NumberColumn.hasTexts(fields.get(at))
                    : NumberColumn.isNumeric(fields.get(at));
            if (!readable) {
                throw new DataException(file + ", column \"" + name + "\": must be numeric, has type "
                        + NumberColumn.type(fields.get(at))
                        + ": write it as a number, name its levels if it is a category, or name the columns to read");
            }
        }
    }

    private static DataException failure(Path file, Exception e) {
        return new DataException(file + ": must be an Arrow file or stream, cannot be read: " + reason(e), e);
    }

    /** A channel that was closed has no words. */
    private static String reason(Exception e) {
        @Nullable String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
    }

    @Override
    public VariableSchema schema() {
        return schema;
    }

    @Override
    public Optional<Path> file() {
        return Optional.of(file);
    }

    @Override
    public String description() {
        return file.toString();
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return missing.reasonUnsafeForPrivacy();
    }

    @Override
    public Omitted omitted() {
        return omitted;
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        try (ArrowBatches batches = ArrowBatches.open(file)) {
            requireNumbers(file, batches.fields(), schema.names(), texts);
            long row = 0;
            RowTally tally = new RowTally(schema, missing, Set.of());
            while (next(batches)) {
                VectorSchemaRoot batch = batches.current();
                deliver(NumberColumn.of(batches, schema.names(), texts), batch.getRowCount(), row, consumer, tally);
                row += batch.getRowCount();
            }
            omitted = tally.omitted(file.toString(), omitted.columns());
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /** Keeps Arrow's exceptions about a broken file apart from a consumer's. */
    private boolean next(ArrowBatches batches) {
        try {
            return batches.next();
        } catch (IOException | RuntimeException e) {
            throw failure(file, e);
        }
    }

    private void deliver(List<NumberColumn> columns, int rows, long first, RowConsumer consumer, RowTally tally) {
        for (int k = 0; k < rows; k++) {
            double[] row = new double[columns.size()];
            boolean complete = true;
            for (int j = 0; j < row.length; j++) {
                double value = columns.get(j).get(k);
                row[j] = Double.isFinite(value) ? value : Double.NaN;
                complete &= Double.isFinite(value);
                if (!Double.isFinite(value) && missing != MissingValues.AS_NAN) {
                    String complaint = missing == MissingValues.USE && Double.isInfinite(value)
                            ? "must be a finite number, was " + value
                            : columns.get(j).complaint(k);
                    requireText(complaint, schema.names().get(j), first + k + 1);
                }
            }
            if (!complete && missing == MissingValues.REFUSE) {
                String named = "\"" + String.join("\", \"", missingOf(row)) + "\"";
                throw new DataException(file + ", row " + (first + k + 1) + ": must hold finite numbers, "
                        + named + " does not: complete the cell, leave the row out of the file, or read with"
                        + " MissingValues.USE (gram) or SKIP_ROW");
            }
            if (tally.handsOn(row)) {
                consumer.accept(row);
            }
        }
    }

    private void requireText(String complaint, String column, long row) {
        if (!complaint.isEmpty()) {
            throw new DataException(file + ", row " + row + ", column \"" + column + "\": " + complaint);
        }
    }

    private List<String> missingOf(double[] row) {
        List<String> names = new ArrayList<>();
        for (int j = 0; j < row.length; j++) {
            if (Double.isNaN(row[j])) {
                names.add(schema.names().get(j));
            }
        }
        return names;
    }

    @Override
    public String toString() {
        return "ArrowRows[" + file + "]";
    }
}
