// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import io.hedgerow.core.internal.text.KeyNames;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rows of numbers that can be read again and again, from the first to the last. Extension point: implement it for a
 * store that the readers here do not know. {@link SiteData} calls {@link #forEachRow} only while a permit is held.
 *
 * <p>An implementation delivers finite numbers only; what it does with missing cells is its documented policy. For
 * private solvers it delivers NaN for cells that hold no finite number, see {@link MissingValues#AS_NAN}: one record
 * must not be able to end the reading. With {@link MissingValues#USE} it delivers NaN for missing cells. It need not be
 * thread-safe.
 *
 * <p>A store that can compute where its rows are, such as Spark, also overrides {@link #sumOfRows}, {@link #sumOfUsers}
 * and {@link #sumsWhereRowsAre}: methods that need sums only then never see a row in the site's own process.
 */
public interface RowSource {

    /** {@return the variables, in the order of the cells of a row} Must not read records. */
    VariableSchema schema();

    /**
     * Reads all rows.
     *
     * @param consumer called once for each row, in order; the array is reused and must not be kept. What it has made of
     *     the rows may be used once this method has returned: a source may notice only at the end that the reading
     *     failed
     * @throws DataException when a row cannot be read or is not all finite numbers
     */
    void forEachRow(RowConsumer consumer);

    /** {@return the name of this source in messages to the site's own people, such as a file name; one line} */
    default String description() {
        return "data";
    }

    /**
     * Returns the original text of a key that identifies a user or series, because rows hold numbers only. A source
     * that wraps another one and leaves such columns as they are answers as that does.
     *
     * @param key as rows have it
     * @return the number itself unless overridden, a whole one by its digits alone; as sensitive as the records
     */
    default String keyText(double key) {
        boolean whole = key == Math.rint(key) && Math.abs(key) < KeyNames.LARGEST_NUMBER;
        return whole ? Long.toString((long) key) : Double.toString(key);
    }

    /**
     * Returns the file that holds these rows, by which a ledger recognises them: a link to it, a copy or another name
     * is no second data set with a second budget. A source that wraps another one answers as that does.
     *
     * @return empty unless overridden
     */
    default Optional<Path> file() {
        return Optional.empty();
    }

    /**
     * {@return the tables and files that a query reads, by which a ledger recognises these rows, whatever the query's
     * text; empty unless overridden} A source that wraps another one answers as that does.
     */
    default Optional<Origin> origin() {
        return Optional.empty();
    }

    /**
     * Says whether this source names the user of each row. Where users are protected, a source that does not is refused
     * before anything is charged: counting every row as another user would bound a row's part of a sum and leave that
     * of a user open. A source that wraps another one answers as that does, and hands its users on.
     *
     * @return true when {@link #forEachUserRow} can be called; false unless overridden
     */
    default boolean knowsUsers() {
        return false;
    }

    /**
     * Says whether every reading gives the rows in the same order: a file does, a query of a database only if its order
     * ranks no two rows as equal, which cannot be checked from here. Where this is false, a source with a privacy
     * budget can be divided by its users, but not by its rows, and series need a column of times. A source that wraps
     * another one answers as that does, unless it sorts.
     *
     * @return false unless overridden
     */
    default boolean keepsOrder() {
        return false;
    }

    /**
     * Says why a method with a guarantee must not read these rows: one record could end the reading, change how many
     * rows there are, or change the rows of others, and noise bounds none of that. Such a source is refused before
     * anything is charged. A source that wraps another one answers as that does.
     *
     * @return the reason and what to do, for the site's own people; empty unless overridden
     */
    default Optional<String> reasonUnsafeForPrivacy() {
        return Optional.empty();
    }

    /**
     * Reads all rows, each with its user: the rows of {@link #forEachRow}, in the same order.
     *
     * @param consumer called once for each row, in order; the array is reused and must not be kept
     * @throws DataException when a row cannot be read or is not all finite numbers, or when this source knows no users;
     *     then no record was read
     */
    default void forEachUserRow(UserRowConsumer consumer) {
        throw new DataException(description()
                + ": must name the user of each row where users are protected, knows no users: wrap it with"
                + " UserRows.of and name the column of the user");
    }

    /**
     * Adds up all rows, each as a unit of its own. Where this is overridden, each part of the rows is added to a copy
     * of the sum by Java serialization, and the copies are merged, in any order. Copies hold what the records tell, so
     * they stay inside of the site.
     *
     * @param <S> the kind of sum
     * @param empty a sum without units; not to be used afterwards
     * @return the sum of all rows: the given one unless overridden
     * @throws DataException when a row cannot be read or is not all finite numbers
     */
    default <S extends UnitSum<S>> S sumOfRows(S empty) {
        forEachRow(empty::add);
        return empty;
    }

    /**
     * Adds up all users, each with all of their rows. Works as {@link #sumOfRows}; no user is in two parts.
     *
     * @param <S> the kind of sum
     * @param empty a sum without units; not to be used afterwards
     * @return the sum of all users: the given one unless overridden, which keeps all rows until those of every user are
     *     complete, and adds users in the order of their first rows
     * @throws DataException when a row cannot be read or is not all finite numbers, or when this source knows no users;
     *     then no record was read
     */
    default <S extends UnitSum<S>> S sumOfUsers(S empty) {
        Map<Long, List<double[]>> users = new LinkedHashMap<>();
        forEachUserRow((user, row) ->
                users.computeIfAbsent(user, unseen -> new ArrayList<>()).add(row.clone()));
        users.values().forEach(empty::addUser);
        return empty;
    }

    /**
     * {@return these rows in other units: y_j = (x_j − centre_j) / unit_j with constants that are public} A cell that
     * is not finite in the new unit is NaN.
     *
     * @param centre one per variable; finite; copied
     * @param unit one per variable; finite and &gt; 0; copied
     */
    default RowSource inUnits(double[] centre, double[] unit) {
        return RescaledRows.of(this, centre, unit);
    }

    /**
     * Returns these rows with normal scores for cells: z = Φ⁻¹((rank − ½) / n) by the rank of a value among the n of
     * its column, ties by their mean rank. For columns that are binary, whole numbers, skewed or heavy-tailed. Units
     * are lost, and offsets between sites.
     *
     * <p>Take each site's own rows: others then learn nothing more than from moments of the scores. The first reading
     * reads these rows twice, later ones once; two doubles are kept for each distinct value, at most 16 bytes for each
     * cell. <b>Not private</b>: one record moves the scores of all others.
     *
     * @return rows that refuse with a {@link DataException} when these are not the same at every reading
     */
    default RowSource inNormalScores() {
        return new NormalScores(this);
    }

    /**
     * {@return whether {@link #sumOfRows} and {@link #sumOfUsers} add up where the rows are; false unless overridden}
     * Rows of such a source are not kept by the process that reads them. A source that wraps another one answers as
     * that does.
     */
    default boolean sumsWhereRowsAre() {
        return false;
    }

    /**
     * Reports the records and cells that the last complete reading did not hand on, so that nothing is left out unseen.
     * A source that wraps another one answers as that does.
     *
     * @return nothing unless overridden; as sensitive as the records but for names of columns, so it is for the site's
     *     own people, and no budget pays for it
     */
    default Omitted omitted() {
        return new Omitted(description(), 0, 0, 0, Map.of(), List.of(), List.of());
    }

    /**
     * Counts of the rows and cells that a reading left out, and of the missing cells that it handed on.
     *
     * @param source its name in messages, the same for all parts of one source
     * @param records number of records read; 0 before any reading
     * @param rows number of records that were left out, because a cell was missing
     * @param kept number of records that had a missing cell and were handed on, with {@link MissingValues#USE}
     * @param cells number of cells that were missing in these two, by column
     * @param columns columns of the source that were not asked for
     * @param contrasts of the rows left out and the others, where some were left out
     */
    record Omitted(
            String source,
            long records,
            long rows,
            long kept,
            Map<String, Long> cells,
            List<String> columns,
            List<RowContrast> contrasts) {
        public Omitted {
            cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
            columns = List.copyOf(columns);
            contrasts = List.copyOf(contrasts);
        }
    }

    /** Receives rows. */
    @FunctionalInterface
    interface RowConsumer {
        /**
         * Receives one row.
         *
         * @param row the cells, one per variable; valid only during the call
         */
        void accept(double[] row);
    }

    /**
     * A sum over units, rows or users, that can be computed in parts: every part starts empty, and parts are merged.
     * Moves between the processes of a site's own engine by Java serialization; holds no noise, so it is as sensitive
     * as the records and goes nowhere else. Not thread-safe.
     *
     * @param <S> its own type
     */
    interface UnitSum<S extends UnitSum<S>> extends Serializable {
        /**
         * Adds a unit of one row.
         *
         * @param row the cells, one per variable; valid only during the call
         */
        void add(double[] row);

        /**
         * Adds a unit of several rows.
         *
         * @param rows all rows of one user, at least one
         */
        default void addUser(List<double[]> rows) {
            rows.forEach(this::add);
        }

        /**
         * Adds another sum of the same kind and settings.
         *
         * @param other a sum of other units; not to be used afterwards
         */
        void merge(S other);
    }

    /**
     * A file format that an optional module reads, such as Arrow's. Programs that read whatever file they are given
     * find it with {@link java.util.ServiceLoader}. Thread-safe.
     */
    interface FileFormat {
        /**
         * {@return the endings of such files' names, in small letters, such as {@code .arrow}; none for text with a
         * separator, as which a file of any other name is read}
         */
        List<String> endings();

        /**
         * {@return the names of the columns of a file, whatever they hold, in its order} Reads no row.
         *
         * @param file of this kind
         * @throws DataException when it is no such file
         */
        List<String> columns(Path file);

        /**
         * {@return the rows of some columns of a file} Reads no row.
         *
         * @param file of this kind
         * @param columns at least one, in the order of the rows
         * @param missing what to do with missing cells
         * @throws DataException when it is no such file, or a column is missing or holds no numbers
         */
        RowSource rows(Path file, List<String> columns, MissingValues missing);

        /**
         * {@return the rows of some columns of a file, of which some hold texts or truth values} Reads no row.
         *
         * @param file of this kind
         * @param columns at least one, in the order of the rows
         * @param missing what to do with missing cells; a text that stands for nothing is refused unless it is
         *     {@link MissingValues#AS_NAN}
         * @param texts columns with what their texts stand for; truth values are {@code true} and {@code false}, and
         *     whole numbers their digits
         * @throws DataException when it is no such file, a column is missing or of another type, or this format reads
         *     numbers alone, as one that does not override this method
         */
        default RowSource rows(
                Path file, List<String> columns, MissingValues missing, Map<String, VariableKind.Coding> texts) {
            if (texts.isEmpty()) {
                return rows(file, columns, missing);
            }
            throw new DataException(file + ": files of this kind must have columns of numbers, texts were asked for in "
                    + String.join(", ", new TreeMap<>(texts).keySet()) + ": write the rows as CSV");
        }

        /**
         * {@return the rows of the file with some columns that identify the user or series of a row} Their cells are
         * whole numbers unless this is overridden, as by text, where they may be names.
         *
         * @param file of this kind
         * @param columns at least one, in the order of the rows
         * @param missing what to do with missing cells
         * @param texts columns with what their texts stand for
         * @param keys columns that identify the user or series of a row; the file may lack them
         */
        default RowSource rows(
                Path file,
                List<String> columns,
                MissingValues missing,
                Map<String, VariableKind.Coding> texts,
                Set<String> keys) {
            return rows(file, columns, missing, texts);
        }
    }

    /** Receives rows, each with its user. */
    @FunctionalInterface
    interface UserRowConsumer {
        /**
         * Receives one row.
         *
         * @param user the same for all rows of one user, and for no other's
         * @param row the cells, one per variable; valid only during the call
         */
        void accept(long user, double[] row);
    }

    /**
     * The tables that a query reads, as far as they can be determined without reading a row: the same for two queries
     * over one table, whatever their texts. It decides which privacy budget is charged, see {@code SiteLedgers} of
     * module sdk-dp.
     *
     * @param database the database's address without user, password and properties; empty when the driver gives none
     * @param server the identifier that the server reports of itself, the same at every address; empty where it has
     *     none
     * @param file the file of the database, where it is an existing file
     * @param tables the tables and views that the query names, and those that these are made of, each with catalogue
     *     and schema
     * @param read the files that the query names, for DuckDB
     * @param unresolved why the query may read more than these: a function, a table of another place, a view whose
     *     definition is hidden, or no name at all; empty where every object that the query names is listed
     */
    record Origin(
            String database,
            Optional<String> server,
            Optional<Path> file,
            Set<String> tables,
            Set<Path> read,
            Optional<String> unresolved) {
        public Origin {
            Objects.requireNonNull(database, "database");
            Objects.requireNonNull(server, "server");
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(unresolved, "unresolved");
            tables = Collections.unmodifiableSet(new TreeSet<>(tables));
            read = Collections.unmodifiableSet(new TreeSet<>(read));
        }

        /** {@return whether these are all tables and files that the query reads} */
        public boolean known() {
            return unresolved.isEmpty();
        }
    }
}
