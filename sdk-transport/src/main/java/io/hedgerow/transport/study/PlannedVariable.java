// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.internal.file.PlanText;
import java.util.List;
import java.util.Objects;

/**
 * A variable of a study and what is publicly known about its values: bounds of a number, or the levels of a category.
 * They come from knowledge about the quantity and never from data.
 *
 * @param name 1 to 200 characters, no control characters
 * @param lowest lower bound, in the variable's own unit; finite; 0 of a category
 * @param highest upper bound; finite and greater; the place of the last level of a category
 * @param levels of a category, to the letter and in order; empty for a number
 */
public record PlannedVariable(String name, double lowest, double highest, List<String> levels) {

    /** More levels are no category: a release has a cell for every pair of levels of two variables. */
    public static final int MOST_LEVELS = 50;

    public PlannedVariable {
        PlanText.require("a variable's name", Objects.requireNonNull(name, "name"));
        if (!(Double.isFinite(lowest) && Double.isFinite(highest) && lowest < highest)) {
            throw new IllegalArgumentException(
                    "bounds of " + name + " must be finite and in order, were [" + lowest + ", " + highest + "]");
        }
        lowest = lowest == 0 ? 0 : lowest; // -0.0 is the same bound
        highest = highest == 0 ? 0 : highest;
        levels = List.copyOf(levels);
        if (!levels.isEmpty()) {
            levels = requireLevels(name, levels);
            if (lowest != 0 || highest != levels.size() - 1) {
                throw new IllegalArgumentException("bounds of the category " + name + " must be its places [0, "
                        + (levels.size() - 1) + "], were [" + lowest + ", " + highest + "]");
            }
        }
    }

    /**
     * Creates a numeric variable.
     *
     * @param name 1 to 200 characters, no control characters
     * @param lowest lower bound, in the variable's own unit; finite
     * @param highest upper bound; finite and greater
     */
    public PlannedVariable(String name, double lowest, double highest) {
        this(name, lowest, highest, List.of());
    }

    /**
     * Creates a categorical variable.
     *
     * @param name 1 to 200 characters, no control characters
     * @param levels 2 to {@value #MOST_LEVELS}, distinct, each 1 to 200 characters without control characters
     */
    public static PlannedVariable categorical(String name, List<String> levels) {
        return new PlannedVariable(name, 0, Math.max(1, levels.size() - 1), requireLevels(name, levels));
    }

    private static List<String> requireLevels(String name, List<String> levels) {
        if (levels.size() < 2 || levels.size() > MOST_LEVELS) {
            throw new IllegalArgumentException("levels of " + name + " must be 2 to " + MOST_LEVELS + ", were "
                    + levels.size() + ": group rare ones as one level, or leave the variable out");
        }
        levels.forEach(level -> PlanText.require("a level of " + name, level));
        try {
            return new VariableKind.Categorical(levels).levels();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("levels of " + name + ": " + Words.reason(e), e);
        }
    }

    /** {@return whether cells are numbers or levels} */
    public VariableKind kind() {
        return levels.isEmpty() ? VariableKind.NUMERIC : new VariableKind.Categorical(levels);
    }
}
