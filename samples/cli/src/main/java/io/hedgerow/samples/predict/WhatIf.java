// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.predict.FittedNetwork;
import io.hedgerow.core.predict.InterventionOutcome;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The expected values of all variables under an intervention, beside those without one. It reads no rows.
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

    public static WhatIf of(FittedNetwork network, Map<String, String> set) {
        InterventionOutcome outcome = network.effects(set);
        return new WhatIf(
                network.source(),
                outcome.set(),
                outcome.changes().stream()
                        .map(own -> new Expected(
                                own.variable(),
                                own.level().orElse(null),
                                own.before(),
                                own.after(),
                                PredictedRows.figure(own.deviation()),
                                own.follows()))
                        .toList(),
                outcome.drawnRows().isPresent() ? (Long) outcome.drawnRows().getAsLong() : null,
                outcome.notes());
    }

    @Override
    public void describe(PrintWriter out) {
        List<Expected> changing = variables.stream().filter(Expected::follows).toList();
        int width = changing.stream().mapToInt(own -> label(own).length()).max().orElse(0);
        String words = "do(" + DoSettings.words(set) + ")";
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
