// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The columns whose products are released of d variables, from public facts alone: a number has one; a category one for
 * each of its levels, {@value #WEIGHT} where a row has it and 0 elsewhere. A row of categories has a known norm, so
 * only the N numbers are clipped, to norm B, B² = N + 2 √(2N) + 2. Where cells may be missing, each number has one more
 * column behind all others, 1 where it is seen: a category is seen where it has a level. Immutable.
 */
public final class MixedColumns {

    /** About √2: levels vary less than numbers, whose deviation is 1. */
    public static final double WEIGHT = 1.41;

    /** The columns: their products are drawn, sent and summed. */
    private static final int MOST = 600;
    /** The combinations of levels of categories that are searched together. */
    private static final int MOST_CELLS = 4096;

    private final int[] levels;
    private final int[] first;
    private final int[] numbers;
    private final boolean holes;
    private final int size;

    /**
     * Of a schema; names what has too many levels, and says what to do.
     *
     * @param holes whether cells may be missing
     */
    public MixedColumns(VariableSchema schema, boolean holes) {
        this.holes = holes;
        int d = schema.size();
        this.levels = IntStream.range(0, d).map(j -> schema.levels(j).size()).toArray();
        this.numbers = IntStream.range(0, d)
                .filter(j -> schema.kind(j) instanceof VariableKind.Numeric)
                .toArray();
        this.first = new int[d];
        int next = 0;
        for (int j = 0; j < d; j++) {
            first[j] = next;
            next += width(j);
        }
        this.size = next + (holes ? numbers.length : 0);
        if (size > MOST) {
            int largest = IntStream.range(0, d).reduce(0, (most, j) -> levels[j] > levels[most] ? j : most);
            throw new IllegalArgumentException("numbers and levels of categories must be at most " + MOST
                    + " together, are " + size + ", " + levels[largest] + " of them levels of \""
                    + schema.names().get(largest) + "\": group rare levels, or name fewer variables");
        }
    }

    /** Whether a set of variables has at most {@value #MOST_CELLS} combinations of levels, and may be a family. */
    boolean hasRoom(int[] set) {
        return Arrays.stream(set).mapToDouble(v -> Math.max(1, levels[v])).reduce(1, (all, k) -> all * k) <= MOST_CELLS;
    }

    /**
     * Requires that every variable with its required causes may be a family.
     *
     * @param names of the variables
     */
    public void requireRoom(EdgeKnowledge knowledge, List<String> names) {
        for (int j = 0; j < levels.length; j++) {
            int target = j;
            int[] family = IntStream.range(0, levels.length)
                    .filter(i -> i == target || knowledge.requires(i, target))
                    .toArray();
            if (!hasRoom(family)) {
                throw new IllegalArgumentException("a variable and its required causes must have at most " + MOST_CELLS
                        + " combinations of levels, \"" + names.get(j) + "\" and its " + (family.length - 1)
                        + " have more: require fewer, or group levels");
            }
        }
    }

    public int variables() {
        return levels.length;
    }

    /** q. */
    public int size() {
        return size;
    }

    /** The positions of numbers, ascending. */
    public int[] numbers() {
        return numbers.clone();
    }

    public boolean mayMiss() {
        return holes;
    }

    /** The column that says whether the number at a place among numbers is seen. */
    public int seen(int place) {
        return size - numbers.length + place;
    }

    boolean isCategory(int variable) {
        return levels[variable] > 0;
    }

    /** Of a category; 0 of a number. */
    public int levels(int variable) {
        return levels[variable];
    }

    /** The columns of a variable. */
    int width(int variable) {
        return Math.max(1, levels[variable]);
    }

    /** The first column of a variable. */
    public int first(int variable) {
        return first[variable];
    }

    /** What is in the columns of a variable, for one unit of it. */
    double weight(int variable) {
        return isCategory(variable) ? WEIGHT : 1;
    }

    /**
     * B, the largest norm of the numbers of a row, in their deviations: two deviations of χ² with N degrees of freedom
     * beyond its mean, and 2 more, for few numbers have longer tails.
     */
    public double radiusOfNumbers() {
        return Math.sqrt(squareOfNumbers());
    }

    private double squareOfNumbers() {
        int count = numbers.length;
        return count + 2 * Math.sqrt(2.0 * count) + 2;
    }

    /**
     * R, the largest norm of a row: √(B² + {@value #WEIGHT}² C) with C categories, √(B² + N + …) where cells may miss.
     */
    public double radius() {
        int categories = levels.length - numbers.length;
        return Math.sqrt(squareOfNumbers() + (holes ? numbers.length : 0) + WEIGHT * WEIGHT * categories);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MixedColumns same && holes == same.holes && Arrays.equals(levels, same.levels);
    }

    @Override
    public int hashCode() {
        return 2 * Arrays.hashCode(levels) + (holes ? 1 : 0);
    }
}
