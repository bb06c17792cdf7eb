// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Separates numeric from categorical columns in a schema, and limits what sites release of them. Immutable. */
public final class CategoryColumns {

    public static final int MOST_CELLS = 4096;
    /** The candidates of a table beside its own variable. */
    public static final int MOST_CANDIDATES = 6;
    /** The tables of two variables have at most {@value #MOST_CELLS} cells. */
    private static final int MOST_LEVELS = 64;
    /** More indicators than this were not tried. */
    private static final int MOST_INDICATORS = 1200;

    private final VariableSchema schema;
    private final int[] numbers;
    private final int[] categories;
    /** The levels of every variable, 0 of a number. */
    private final int[] levels;

    /** Refuses categories with too many levels by name. */
    public CategoryColumns(VariableSchema schema) {
        this(schema, 0);
    }

    private CategoryColumns(VariableSchema schema, int more) {
        this.schema = schema;
        int[] own = IntStream.range(0, schema.size())
                .map(j -> schema.levels(j).size())
                .toArray();
        this.numbers = IntStream.range(0, schema.size())
                .filter(j -> schema.kind(j) instanceof VariableKind.Numeric)
                .toArray();
        this.categories =
                IntStream.range(0, schema.size()).filter(j -> own[j] > 0).toArray();
        this.levels = Arrays.stream(own).map(k -> k > 0 ? k + more : 0).toArray();
        for (int j : categories) {
            if (own[j] > MOST_LEVELS) {
                throw new IllegalArgumentException("a categorical variable must have at most " + MOST_LEVELS
                        + " levels, \"" + schema.names().get(j) + "\" has " + own[j]
                        + ": group rare levels, such as diagnoses by chapter, or leave it out");
            }
        }
        if (Arrays.stream(own).sum() > MOST_INDICATORS) {
            throw new IllegalArgumentException("categorical variables must have at most " + MOST_INDICATORS
                    + " levels together, have " + Arrays.stream(own).sum()
                    + ": group rare levels or name fewer variables");
        }
    }

    /** The same with one level more of each category, the last: that the cell is missing. */
    CategoryColumns withMissing() {
        return new CategoryColumns(schema, 1);
    }

    /** Requires that the joint table of every category with its required parents has room. */
    public void requireRoom(EdgeKnowledge knowledge) {
        for (int j : categories) {
            int[] parents = Arrays.stream(categories)
                    .filter(i -> knowledge.requires(i, j))
                    .toArray();
            int cells = levels[j];
            for (int i : parents) {
                cells = Math.min(MOST_CELLS + 1, cells * levels[i]);
            }
            if (parents.length > MOST_CANDIDATES || cells > MOST_CELLS) {
                throw new IllegalArgumentException("a category and its required categorical causes must be at most "
                        + MOST_CANDIDATES + " causes with " + MOST_CELLS + " combinations of levels, \"" + name(j)
                        + "\" has " + parents.length + ": require fewer, or group levels");
            }
        }
    }

    public VariableSchema schema() {
        return schema;
    }

    public int size() {
        return levels.length;
    }

    /** The positions of numbers, ascending; not to be changed. */
    int[] numbers() {
        return numbers;
    }

    /** The positions of categories, ascending; not to be changed. */
    int[] categories() {
        return categories;
    }

    int levels(int variable) {
        return levels[variable];
    }

    /** Marks categories: [d]. */
    boolean[] isCategory() {
        boolean[] is = new boolean[levels.length];
        for (int j : categories) {
            is[j] = true;
        }
        return is;
    }

    int[] levels(int[] set) {
        return Arrays.stream(set).map(v -> levels[v]).toArray();
    }

    String name(int variable) {
        return schema.names().get(variable);
    }

    /** The cells of the largest table of a category, which is limited, with {@value #MOST_CANDIDATES} others. */
    int mostCells(int variable) {
        long cells = levels[variable];
        int[] others = Arrays.stream(categories)
                .filter(v -> v != variable)
                .map(v -> -levels[v])
                .sorted()
                .limit(MOST_CANDIDATES)
                .toArray();
        for (int other : others) {
            cells = Math.min(MOST_CELLS, cells * -other);
        }
        return (int) cells;
    }
}
