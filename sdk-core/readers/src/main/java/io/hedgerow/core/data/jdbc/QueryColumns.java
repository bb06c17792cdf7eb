// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.NumberToken;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The columns of a query, checked: {@code keys} and {@code texts} may be text, with {@code any} all of any type. */
record QueryColumns(String query, Set<String> keys, Map<String, VariableKind.Coding> texts, boolean any) {

    private static final Set<Integer> NUMERIC = Set.of(
            Types.TINYINT,
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.REAL,
            Types.FLOAT,
            Types.DOUBLE,
            Types.NUMERIC,
            Types.DECIMAL);
    private static final Set<Integer> TEXT =
            Set.of(Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR);

    VariableSchema schema(ResultSetMetaData columns) throws SQLException {
        List<String> names = names(columns);
        if (names.isEmpty()) {
            throw new DataException(query + ": must be a query that gives rows, has no columns");
        }
        Set<String> seen = new HashSet<>();
        for (int c = 0; c < names.size(); c++) {
            String name = names.get(c);
            int type = columns.getColumnType(c + 1);
            boolean readable = any || NUMERIC.contains(type) || texts.containsKey(name);
            if (!readable && !(keys.contains(name) && TEXT.contains(type))) {
                throw new DataException(query + ", column " + NumberToken.quote(name)
                        + ": must be numeric, has type " + columns.getColumnTypeName(c + 1)
                        + ": cast it in the query, leave it out, or name its levels if it is a category");
            }
            if (name.isBlank() || !seen.add(name)) {
                throw new DataException(query + ", column " + (c + 1)
                        + ": must have a name of its own, was " + NumberToken.quote(name)
                        + ": name it in the query with AS");
            }
        }
        Map<String, VariableKind> kinds = new HashMap<>();
        texts.forEach((name, coding) -> kinds.put(name, coding.kind()));
        return new VariableSchema(names).with(kinds);
    }

    static List<String> names(ResultSetMetaData columns) throws SQLException {
        List<String> names = new ArrayList<>();
        for (int c = 1; c <= columns.getColumnCount(); c++) {
            names.add(columns.getColumnLabel(c));
        }
        return names;
    }
}
