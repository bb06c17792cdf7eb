// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.search.graph.ParentLimit;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Notes on a network of numbers and categories: by which counts it was scored, and what these cannot tell. */
record CategoryNotes(CategoryColumns columns) {

    /**
     * In the order in which they are read.
     *
     * @param tables how many joint tables were asked for
     * @param rounds how many rounds there were, the first included
     * @param best the graph
     * @param open variables whose causes were not all scored together
     * @param shifted categories whose shares differ between sites
     */
    List<String> of(int tables, int rounds, ParentSets best, int[] open, List<Integer> shifted) {
        List<String> notes = new ArrayList<>();
        int numbers = columns.numbers().length;
        notes.add(Words.count(columns.categories().length, "categorical variable")
                + " scored by counts"
                + (tables > 0
                        ? ", of " + tables + " joint tables from " + (rounds - 1) + (rounds == 2 ? " round" : " rounds")
                                + " beside those of each two"
                        : ", of tables of each two")
                + (numbers > 0
                        ? "; " + Words.count(numbers, "numeric variable")
                                + " by moments, in which a category is an indicator of each level"
                        : ""));
        notes.addAll(ParentLimit.OF_SCORES.notes(columns.schema(), best));
        if (open.length > 0) {
            notes.add("pairs suggest more causes than a joint table has of "
                    + named(IntStream.of(open).boxed().toList()) + ": these were not scored together");
        }
        if (!shifted.isEmpty()) {
            notes.add("sites have different shares of the levels of " + named(shifted)
                    + ", and counts are of all rows: what differs between sites and makes two of these differ together"
                    + " counts as a relation of the two");
        }
        return notes;
    }

    private String named(List<Integer> variables) {
        return variables.stream().map(v -> "\"" + columns.name(v) + "\"").collect(Collectors.joining(", "));
    }
}
