// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.internal.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Some columns of a source, in an order of their own. */
final class ChosenColumns extends WrappedRows {

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
    public boolean knowsPersons() {
        return false;
    }

    @Override
    public Omitted omitted() {
        Omitted there = source.omitted();
        List<String> columns = new ArrayList<>(there.columns());
        source.schema().names().stream()
                .filter(name -> !schema.names().contains(name))
                .forEach(columns::add);
        return new Omitted(there.source(), there.records(), there.rows(), there.cells(), columns);
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
