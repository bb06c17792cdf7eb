// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import io.hedgerow.core.internal.chance.Holm;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.core.internal.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A column in the rows that a reading handed on and in those that it left out for missing cells, of the cells that
 * either have. As sensitive as the records.
 *
 * @param column its name
 * @param level of a category, whose share is compared; empty of a number, whose mean is
 * @param kept in rows that were handed on
 * @param leftOut in rows that were left out
 * @param deviations by how much the rows left out differ from as many that are drawn without regard to the column, in
 *     standard errors; NaN where too few cells tell
 */
public record RowContrast(String column, Optional<String> level, double kept, double leftOut, double deviations) {

    private static final int NAMED = 5;

    public RowContrast {
        Objects.requireNonNull(column, "column");
        Objects.requireNonNull(level, "level");
    }

    /**
     * {@return how rows that were left out differ from the others beyond chance, in a clause for people who may see the
     * rows; empty where they do not} Of sets of rows without a difference one in a hundred has one (Holm 1979).
     *
     * @param contrasts of a reading; rows that do not depend on each other, as those of a series do
     * @param rows how many were left out
     */
    public static Optional<String> difference(List<RowContrast> contrasts, long rows) {
        List<RowContrast> beyond = Holm.beyondChance(contrasts, RowContrast::deviations);
        return beyond.isEmpty()
                ? Optional.empty()
                : Optional.of("the " + Words.count(rows, "row") + " with a missing cell are not like the others: "
                        + beyond.stream().limit(NAMED).map(RowContrast::words).collect(Collectors.joining(", "))
                        + (beyond.size() > NAMED ? " and " + Words.count(beyond.size() - NAMED, "other") : ""));
    }

    private String words() {
        String name = NumberToken.oneLine(column);
        return level.map(text -> String.format(
                        Locale.ROOT,
                        "%s is %s in %.1f %% instead of %.1f %%",
                        name,
                        NumberToken.oneLine(text),
                        100 * leftOut,
                        100 * kept))
                .orElseGet(() -> String.format(Locale.ROOT, "mean %s %.4g instead of %.4g", name, leftOut, kept));
    }
}
