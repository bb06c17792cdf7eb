// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.simulation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.samples.exchange.LinearNetwork;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.predict.Intervention;
import io.hedgerow.samples.predict.MixedModel;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a network expects of every variable where some are set, beside what it expects where none is. It reads no rows.
 *
 * @param set what is set, as it was written
 * @param variables all that are not set and of which the network says something, causes first
 * @param rows drawn rows of which these are means; left out where they are exact
 * @param notes what it assumes, and of what it says nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WhatIf(
        String network,
        Map<String, String> set,
        List<Expected> variables,
        @Nullable Long rows,
        List<String> notes) implements Result {

    /** Their means are within .01 deviations of the network's. */
    private static final long DRAWN = 100_000;

    private static final long SEED = 1;

    /**
     * The mean of a number, or the probability of a level.
     *
     * @param level of a category; left out of a number
     * @param before where none is set
     * @param after where these are
     * @param deviation of a number, in its unit, where these are set; left out of levels
     * @param follows whether it follows from what is set; if not it stays as it was
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Expected(
            String variable,
            @Nullable String level,
            double before,
            double after,
            @Nullable Double deviation,
            boolean follows) {}

    /** Means of a number and its deviation, or probabilities of levels, by variable. */
    private static final class Moments {
        private final double[][] means;
        private final double[] deviations;

        Moments(double[][] means, double[] deviations) {
            this.means = means;
            this.deviations = deviations;
        }
    }

    public static WhatIf of(SavedNetwork network, Intervention set) {
        set.requireIdentified(network);
        FittedRows fitted = FittedRows.of(network);
        Optional<DiscreteNetwork> tables = network.allTables();
        boolean drawn = tables.isEmpty() && MixedModel.of(network).isPresent();
        Intervention none = Intervention.of(fitted.schema(), List.of());
        Moments before = moments(network, tables, fitted, drawn, none);
        Moments after = moments(network, tables, fitted, drawn, set);
        BitSet follows = fitted.following(set);
        BitSet unsaid = fitted.unsaid(set);
        List<Expected> expected = new ArrayList<>();
        List<String> notes = new ArrayList<>(set.assumptions(network));
        for (int j : fitted.order()) {
            String name = fitted.schema().names().get(j);
            List<String> levels = fitted.schema().levels(j);
            if (unsaid.get(j)) {
                notes.add("nothing is said of " + name + ": a category on the way is no function of a number here,"
                        + " but a mean over it");
            } else if (!set.sets(j) && levels.isEmpty()) {
                expected.add(new Expected(
                        name,
                        null,
                        before.means[j][0],
                        follows.get(j) ? after.means[j][0] : before.means[j][0],
                        follows.get(j) ? after.deviations[j] : before.deviations[j],
                        follows.get(j)));
            } else if (!set.sets(j)) {
                for (int l = 0; l < levels.size(); l++) {
                    double was = before.means[j][l];
                    expected.add(new Expected(
                            name, levels.get(l), was, follows.get(j) ? after.means[j][l] : was, null, follows.get(j)));
                }
            }
        }
        return new WhatIf(network.source(), set.texts(), expected, drawn ? (Long) DRAWN : null, notes);
    }

    private static Moments moments(
            SavedNetwork network,
            Optional<DiscreteNetwork> tables,
            FittedRows fitted,
            boolean drawn,
            Intervention set) {
        if (drawn) {
            return ofRows(fitted, set);
        }
        int d = fitted.schema().size();
        double[][] means = new double[d][];
        double[] deviations = new double[d];
        if (tables.isPresent()) {
            DiscreteNetwork changed = set.in(tables.get());
            double[] nothing = new double[d];
            Arrays.fill(nothing, Double.NaN);
            for (int j = 0; j < d; j++) {
                means[j] = changed.posterior(new int[] {j}, nothing);
            }
        } else {
            LinearNetwork changed = LinearNetwork.of(network).setting(set.values());
            double[] expected = changed.means();
            double[][] covariance = changed.covariance();
            Arrays.setAll(means, j -> new double[] {expected[j]});
            Arrays.setAll(deviations, j -> Math.sqrt(covariance[j][j]));
        }
        return new Moments(means, deviations);
    }

    private static Moments ofRows(FittedRows fitted, Intervention set) {
        int d = fitted.schema().size();
        double[][] sums = new double[d][];
        double[] squares = new double[d];
        Arrays.setAll(
                sums, j -> new double[Math.max(1, fitted.schema().levels(j).size())]);
        double[] first = new double[d]; // about the first row, so that squares of far means lose no digits
        boolean[] begun = new boolean[1];
        fitted.forEach(set, DRAWN, SEED, row -> {
            if (!begun[0]) {
                System.arraycopy(row, 0, first, 0, d);
                begun[0] = true;
            }
            for (int j = 0; j < d; j++) {
                if (fitted.schema().levels(j).isEmpty()) {
                    double from = row[j] - first[j];
                    sums[j][0] += from / DRAWN;
                    squares[j] += from * from / DRAWN;
                } else {
                    sums[j][(int) row[j]] += 1.0 / DRAWN;
                }
            }
        });
        double[] deviations = new double[d];
        for (int j = 0; j < d; j++) {
            if (fitted.schema().levels(j).isEmpty()) {
                deviations[j] = Math.sqrt(Math.max(0, squares[j] - sums[j][0] * sums[j][0]));
                sums[j][0] += first[j];
            }
        }
        return new Moments(sums, deviations);
    }

    @Override
    public void describe(PrintWriter out) {
        List<Expected> changing = variables.stream().filter(Expected::follows).toList();
        int width = changing.stream().mapToInt(own -> label(own).length()).max().orElse(0);
        String words = "do(" + Intervention.words(set) + ")";
        if (changing.isEmpty()) {
            out.println("nothing in the network follows from " + Printable.line(words));
        } else {
            String format = "%-" + Math.max(width, "variable".length()) + "s  %10s  %10s  %10s  %10s";
            out.println("means of numbers and probabilities of levels under " + Printable.line(words));
            out.println(String.format(Locale.ROOT, format, "variable", "before", "after", "change", "deviation"));
            for (Expected own : changing) {
                boolean number = own.level() == null;
                out.println(String.format(
                        Locale.ROOT,
                        format,
                        label(own),
                        shown(own.before(), number),
                        shown(own.after(), number),
                        shown(own.after() - own.before(), number),
                        own.deviation() == null ? "-" : shown(own.deviation(), true)));
            }
        }
        List<String> same = variables.stream()
                .filter(own -> !own.follows())
                .map(Expected::variable)
                .distinct()
                .toList();
        if (!same.isEmpty()) {
            out.println("unchanged: " + Printable.line(String.join(", ", same)));
        }
        if (rows != null) {
            out.println("means of " + rows + " drawn rows");
        }
        notes.forEach(note -> out.println(Printable.line(note)));
    }

    private static String label(Expected own) {
        return Printable.line(own.level() == null ? own.variable() : own.variable() + "=" + own.level());
    }

    private static String shown(double value, boolean number) {
        return String.format(Locale.ROOT, number ? "%.4g" : "%.3f", value);
    }
}
