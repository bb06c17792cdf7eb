// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Words about cells that are missing: which, and whether that depends on other cells. The columns of a variable, such
 * as indicators of its levels, follow each other from its first one on.
 */
@SuppressWarnings("ArrayRecordComponent") // of one result
record MissingWords(VariableSchema schema, CellSums cells, int[] column) {

    /** Columns that a note names. */
    private static final int NAMED = 5;

    /** Of variables that are columns. */
    static MissingWords of(VariableSchema schema, CellSums cells) {
        return new MissingWords(schema, cells, IntStream.range(0, schema.size()).toArray());
    }

    private String name(int variable) {
        return schema.names().get(variable);
    }

    private double rows(int one, int other) {
        return cells.rows(column[one], column[other]);
    }

    private int variable(int of) {
        return IntStream.range(0, column.length)
                .filter(v -> column[v] <= of)
                .boxed()
                .max(Comparator.comparingInt(v -> column[v]))
                .orElseThrow();
    }

    /** Each variable whose cells are missing where others have other values, with those. */
    Finding dependences() {
        List<CellSums.Dependence> ofVariables = cells.dependences().stream()
                .map(one -> new CellSums.Dependence(variable(one.missing()), variable(one.on()), one.deviations()))
                .toList();
        return CellSums.Dependence.finding(ofVariables, schema.names());
    }

    /** Which cells are missing, of which pair the fewest rows tell, and whether covariances have settled. */
    List<String> notes(int fewest, boolean settled) {
        List<String> notes = new ArrayList<>(List.of(missing(fewest)));
        if (!settled) {
            notes.add("the covariances of rows with missing cells still changed in the last of the rounds: too many"
                    + " cells of some columns are missing; leave those columns out");
        }
        return notes;
    }

    private String missing(int fewest) {
        List<Integer> columns = IntStream.range(0, schema.size())
                .filter(j -> rows(j, j) < cells.rows())
                .boxed()
                .sorted(Comparator.comparingDouble(j -> rows(j, j)))
                .toList();
        String named = columns.stream()
                .limit(NAMED)
                .map(j -> name(j) + " " + Math.round(100 - 100 * rows(j, j) / cells.rows()) + " %")
                .collect(Collectors.joining(", "));
        int[] pair = cells.fewest();
        int one = variable(pair[0]);
        int other = variable(pair[1]);
        String together = one == other ? name(one) + " is" : name(one) + " and " + name(other) + " are together";
        String used = fewest == 1
                ? "cells are missing, and all others were used, as if what is missing"
                : "cells are missing or were left out, for fewer than " + fewest
                        + " rows of a site had the same, and all others were used, as if what is missing";
        return used + " depended on nothing but cells that are seen: " + named
                + (columns.size() > NAMED ? ", and in " + Words.count(columns.size() - NAMED, "other column") : "")
                + "; " + together + " in " + Words.count(Math.round(cells.rows(pair[0], pair[1])), "row") + " of "
                + cells.rows();
    }
}
