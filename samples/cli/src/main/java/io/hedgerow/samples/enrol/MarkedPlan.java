// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.StudyPlan;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a drafted plan in which every value to be confirmed is marked with {@link StudyPlan#UNCONFIRMED} and a reason.
 */
final class MarkedPlan {

    private static final Pattern UNIT = Pattern.compile("[(\\[]([^()\\[\\]]+)[)\\]]\\s*$");

    private MarkedPlan() {}

    /** The plan as YAML, refused as a plan until the last mark is taken away. */
    static String text(StudyPlan plan) {
        StringBuilder out =
                new StringBuilder("# Bounds below were suggested from data. They are NOT private: put what is"
                        + " publicly known in their place.\n");
        int variable = -1;
        for (String line : plan.text().lines().toList()) {
            String written = line;
            String mark = "";
            if (variable >= 0 && variable < plan.variables().size()) {
                PlannedVariable planned = plan.variables().get(variable);
                if (planned.levels().isEmpty()) {
                    written = line.substring(0, line.lastIndexOf('[') + 1) + plain(planned.lowest()) + ", "
                            + plain(planned.highest()) + "]";
                    mark = "bounds from data, not private; unit: " + unit(planned.name());
                } else {
                    mark = "levels from data, not private: all that any site has, and none that must not be seen";
                }
                variable++;
            } else if (line.equals("variables:")) {
                variable = 0;
            } else {
                mark = reason(line.strip());
            }
            out.append(written)
                    .append(mark.isEmpty() ? "" : "   " + StudyPlan.UNCONFIRMED + " " + mark)
                    .append('\n');
        }
        return out.toString();
    }

    /** Writes a number as people do, 20 and not 2E+1, unless that takes many zeros. */
    private static String plain(double bound) {
        BigDecimal shortest = new BigDecimal(Double.toString(bound)).stripTrailingZeros();
        boolean few = shortest.scale() >= -9 && shortest.scale() <= 6;
        return few ? shortest.toPlainString() : shortest.toString();
    }

    private static String reason(String line) {
        String[][] reasons = {
            {"name:", "the study's name"},
            {"coordinator:", "as in its certificate"},
            {"sites:", "as in their certificates"},
            {"id:", "the algorithm"},
            {
                "\"transform\":",
                "from data, not private: most columns are skewed amounts or counts; if that is"
                        + " not publicly known, write \"private-mean\": \"true\" instead"
            },
            {"\"private-mean\":", "false if all means are publicly known to be near 0"},
            {"\"rows.", "a public number of rows"},
            {"\"persons.", "a public number of individuals"},
            {"epsilon:", "the budget"},
            {"unit:", "record if no two rows are of one individual, or {person: COLUMN}"},
            {"deadline:", "how long a round waits"},
        };
        return Arrays.stream(reasons)
                .filter(one -> line.startsWith(one[0]))
                .map(one -> one[1])
                .findFirst()
                .orElse("");
    }

    /** The unit in brackets at the end of a name. */
    private static String unit(String name) {
        Matcher unit = UNIT.matcher(name);
        return unit.find() ? unit.group(1).replaceAll("\\s+", " ") : "?";
    }
}
