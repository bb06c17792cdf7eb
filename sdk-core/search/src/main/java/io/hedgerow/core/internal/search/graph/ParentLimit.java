// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.graph;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The largest number of parents of one variable that a search tries, at least 1, with a note about variables that reach
 * it.
 */
public record ParentLimit(int most) {

    public static final ParentLimit OF_SCORES = new ParentLimit(ParentSets.MOST);

    public List<String> notes(VariableSchema columns, WeightMatrix network) {
        return notes(columns, ParentSets.of(network, network.variables()));
    }

    /** The variables that may have more causes than were found, with a note for each; mostly none. */
    public List<String> notes(VariableSchema columns, ParentSets found) {
        return IntStream.range(0, columns.size())
                .filter(j -> found.count(j) >= most)
                .mapToObj(j -> columns.names().get(j) + " has " + most
                        + " causes, the most that the search tries for one variable: it may have"
                        + " more, which then show as effects, with edges to the other causes that are not there")
                .toList();
    }
}
