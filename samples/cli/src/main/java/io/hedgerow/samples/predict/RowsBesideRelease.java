// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.predict.RowFigures;
import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.search.ReleasedFigures.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The figures of drawn rows, each beside the interval that a private release gives of the rows they stand for. */
public record RowsBesideRelease(List<Compared> figures) {

    /** So many figures outside of their intervals are shown. */
    private static final int SHOWN = 10;

    public RowsBesideRelease {
        figures = List.copyOf(figures);
    }

    /**
     * A figure.
     *
     * @param figure mean, deviation, share or dependence
     * @param other the second variable of a dependence
     * @param level whose share it is
     * @param rows its value in the drawn rows
     * @param lower the lower end of the interval
     * @param upper its upper end
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Compared(
            String figure,
            String variable,
            @Nullable String other,
            @Nullable String level,
            double rows,
            double lower,
            double upper) {

        boolean isWithin() {
            return new Range(lower, upper).has(rows);
        }

        String sentence() {
            String of = variable + (other == null ? "" : " and " + other) + (level == null ? "" : " = " + level);
            return String.format(
                    Locale.ROOT,
                    "%s of %s: %.3g, %.3g to %.3g in the rows of the sites",
                    figure,
                    of,
                    rows,
                    lower,
                    upper);
        }

        /** The cells of a line of CSV. */
        public List<String> cells() {
            return List.of(
                    figure,
                    variable,
                    other == null ? "" : other,
                    level == null ? "" : level,
                    Double.toString(rows),
                    Double.toString(lower),
                    Double.toString(upper));
        }
    }

    /** The header of the lines of CSV. */
    public static List<String> header() {
        return List.of("figure", "variable", "other", "level", "rows", "lower", "upper");
    }

    /** Reads the rows once. */
    public static RowsBesideRelease of(ReleasedFigures released, RowSource drawn) {
        VariableSchema schema = drawn.schema();
        RowFigures rows = RowFigures.of(drawn);
        List<Compared> all = new ArrayList<>();
        for (ReleasedFigures.Margin margin : released.margins()) {
            all.add(new Compared(
                    Words.dashed(margin.statistic()),
                    schema.names().get(margin.variable()),
                    null,
                    margin.level() < 0 ? null : schema.levels(margin.variable()).get(margin.level()),
                    rows.of(margin),
                    margin.range().lower(),
                    margin.range().upper()));
        }
        for (ReleasedFigures.Pair pair : released.pairs()) {
            all.add(new Compared(
                    "dependence",
                    schema.names().get(pair.one()),
                    schema.names().get(pair.other()),
                    null,
                    rows.of(pair),
                    pair.range().lower(),
                    pair.range().upper()));
        }
        return new RowsBesideRelease(all);
    }

    /** How many figures are within their intervals, and those farthest from them. */
    public List<String> sentences() {
        List<String> said = new ArrayList<>();
        said.add(within("means, deviations and shares", false) + ", " + within("dependences of two", true)
                + " are within the 95 % intervals of the rows of the sites, by noise and by chance");
        List<Compared> outside = figures.stream().filter(one -> !one.isWithin()).toList();
        outside.stream().limit(SHOWN).forEach(one -> said.add(one.sentence()));
        if (outside.size() > SHOWN) {
            said.add("and " + (outside.size() - SHOWN) + " more: --figures FILE has all");
        }
        return said;
    }

    private String within(String what, boolean pairs) {
        List<Compared> all = figures.stream()
                .filter(one -> Optional.ofNullable(one.other()).isPresent() == pairs)
                .toList();
        return all.stream().filter(Compared::isWithin).count() + " of " + all.size() + " " + what;
    }
}
