// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a Spark table as a row source. Sums over rows or users are made inside of the engine: each partition adds
 * its units to a copy of the sum, and the copies are merged there. Only the finished sum comes back, to the site's own
 * process, where its noise is added and its budget has been reserved before; it is as sensitive as the rows until then,
 * and so is what moves between the engine's processes: run the engine inside of the site.
 *
 * <p>Private sums are whole lattice steps, so they are the same to the last bit as those of the same rows in memory,
 * however Spark divides them. Sums of methods without a budget are merged doubles, and differ in their last digits.
 * Methods that need every row, or rows in their order, read them one after the other through the site's process.
 *
 * <p>Columns are cast to doubles; a cell that cannot be is missing, as is NaN. With {@link #ofUsers} all rows of a user
 * come together before they are added, ordered as the table has them.
 *
 * <p>The table must be the same whenever it is read; its rows may come in another order each time, so that a table with
 * a budget is divided into sites by its users only, see {@link #keepsOrder}. Thread-safe as far as the session is. Not
 * private.
 */
public final class SparkRows implements RowSource {

    private static final String ORDER = "hedgerow_order";

    private final Dataset<Row> table;
    private final VariableSchema schema;
    private final Optional<String> user;
    private final MissingValues missing;

    private final Dataset<Row> cells;

    private SparkRows(
            Dataset<Row> table,
            Optional<String> user,
            MissingValues missing,
            Map<String, VariableKind.Categorical> categories) {
        List<String> names = new ArrayList<>(List.of(table.columns()));
        user.ifPresent(names::remove);
        this.cells = table;
        this.schema = new VariableSchema(names).with(categories);
        this.user = user;
        this.missing = missing;
        List<Column> wanted = new ArrayList<>();
        user.ifPresent(key -> wanted.add(number(key, "BIGINT")));
        names.forEach(name -> wanted.add(Optional.ofNullable(categories.get(name))
                .map(category -> level(name, category.levels()))
                .orElseGet(() -> number(name, "DOUBLE"))));
        Dataset<Row> numbers = table.select(wanted.toArray(new Column[0]));
        this.table =
                user.map(key -> numbers.filter(col(quoted(key)).isNotNull())).orElse(numbers);
    }

    /** NULL where a cell is no number; Spark's usual cast would end the reading there. */
    private static Column number(String name, String type) {
        return expr("try_cast(" + quoted(name) + " AS " + type + ")").as(name);
    }

    /** The place of a level; NULL where a cell is none. */
    private static Column level(String name, List<String> levels) {
        Column text = trim(col(quoted(name)).cast("string"));
        Column place = when(text.equalTo(levels.get(0)), 0.0);
        for (int k = 1; k < levels.size(); k++) {
            place = place.when(text.equalTo(levels.get(k)), (double) k);
        }
        return place.as(name);
    }

    /**
     * The same rows, in which some columns are categories: a cell is the level that its text is to the letter, spaces
     * around it aside; a cell that is no level is missing.
     *
     * @param categories by the name of the column
     * @throws IllegalArgumentException when there is no such variable
     */
    public SparkRows withCategories(Map<String, VariableKind.Categorical> categories) {
        categories.keySet().stream()
                .filter(name -> schema.indexOf(name) < 0)
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "categories must be among the variables " + schema.names() + ", was " + name);
                });
        return new SparkRows(cells, user, missing, categories);
    }

    /**
     * Rows, each a unit of its own. Reads none.
     *
     * @param table with the variables as its columns and no others
     * @param missing what to do with NULL and with what is no finite number; {@link MissingValues#AS_NAN} for a study
     *     with a budget
     */
    public static SparkRows of(Dataset<Row> table, MissingValues missing) {
        return new SparkRows(table, Optional.empty(), missing, Map.of());
    }

    /**
     * Rows with their users. Reads none. Rows without a user, or whose user is no whole number, are left out.
     *
     * @param table with the variables and the key as its columns and no others
     * @param key the column that says whose a row is, by a whole number
     * @param missing as in {@link #of}
     * @throws IllegalArgumentException when the table has no such column
     */
    public static SparkRows ofUsers(Dataset<Row> table, String key, MissingValues missing) {
        if (!List.of(table.columns()).contains(key)) {
            throw new IllegalArgumentException(
                    "the column of users must be one of " + List.of(table.columns()) + ", was " + key);
        }
        return new SparkRows(table, Optional.of(key), missing, Map.of());
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    @Override
    public VariableSchema schema() {
        return schema;
    }

    @Override
    public String description() {
        return "Spark table of " + String.join(", ", schema.names());
    }

    @Override
    public boolean knowsUsers() {
        return user.isPresent();
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return missing.reasonUnsafeForPrivacy();
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        PartOfTable part = part();
        Iterator<Row> rows = table.toLocalIterator();
        while (rows.hasNext()) {
            double @Nullable [] row = part.numbers(rows.next());
            if (row != null) {
                consumer.accept(row);
            }
        }
    }

    @Override
    public void forEachUserRow(UserRowConsumer consumer) {
        if (user.isEmpty()) {
            RowSource.super.forEachUserRow(consumer);
            return;
        }
        PartOfTable part = part();
        Iterator<Row> rows = table.toLocalIterator();
        while (rows.hasNext()) {
            Row next = rows.next();
            double @Nullable [] row = part.numbers(next);
            if (row != null) {
                consumer.accept(next.getLong(0), row);
            }
        }
    }

    @Override
    public boolean sumsWhereRowsAre() {
        return true;
    }

    @Override
    public <S extends UnitSum<S>> S sumOfRows(S empty) {
        return part().sumOfRows(table, empty);
    }

    @Override
    public <S extends UnitSum<S>> S sumOfUsers(S empty) {
        if (user.isEmpty()) {
            throw new DataException(
                    description() + ": must name the user of each row where users are protected, knows no"
                            + " users: use SparkRows.ofUsers and name the column of the user");
        }
        Column key = col(quoted(user.get()));
        Dataset<Row> together = table.withColumn(ORDER, monotonically_increasing_id())
                .repartition(key)
                .sortWithinPartitions(key, col(ORDER))
                .drop(ORDER);
        return part().sumOfUsers(together, empty);
    }

    private PartOfTable part() {
        return new PartOfTable(schema.size(), user.isPresent() ? 1 : 0, missing, description());
    }
}
