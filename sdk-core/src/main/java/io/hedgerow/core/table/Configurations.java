// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import io.hedgerow.core.data.VariableSchema;
import java.util.Arrays;
import java.util.List;

/** The configurations of some parents by their names. */
record Configurations(List<String> names, List<List<String>> all) {

    Configurations(VariableSchema schema, int[] parents) {
        this(
                Arrays.stream(parents).mapToObj(schema.names()::get).toList(),
                Arrays.stream(parents).mapToObj(schema::levels).toList());
    }

    /** The levels of a configuration, in the order of the parents. */
    List<String> levels(int configuration) {
        String[] levels = new String[all.size()];
        int rest = configuration;
        for (int k = all.size() - 1; k >= 0; k--) {
            levels[k] = all.get(k).get(rest % all.get(k).size());
            rest /= all.get(k).size();
        }
        return List.of(levels);
    }
}
