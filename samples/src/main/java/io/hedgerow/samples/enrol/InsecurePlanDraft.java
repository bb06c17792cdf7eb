// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import io.hedgerow.core.data.CsvOptions;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.source.SourceFile;
import io.hedgerow.transport.study.PlannedAggregation;
import io.hedgerow.transport.study.PlannedAlgorithm;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A plan that begins with the columns of a file. Every value that a person has to answer for is marked with
 * {@link StudyPlan#UNCONFIRMED}, and a plan with a mark is not read by anybody.
 *
 * <p>Not private: suggested bounds follow from the smallest and largest value of each column, rounded up to 1, 2 or 5 ×
 * 10^k with a quarter to spare. So a person puts public knowledge in their place.
 */
public final class InsecurePlanDraft {

    /** Other sites have other rows. */
    private static final double ROOM = 1.25;

    private static final Pattern UNIT = Pattern.compile("[(\\[]([^()\\[\\]]+)[)\\]]\\s*$");
    private static final int ROWS = 1000;

    private InsecurePlanDraft() {}

    /**
     * Writes one.
     *
     * @param data a file with a header and numbers; all of it is read
     * @param plan to write; must not exist
     */
    public static FactList write(Path data, String name, String coordinator, List<SiteId> sites, Path plan)
            throws IOException {
        List<PlannedVariable> variables =
                variables(SourceFile.open(data, CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN)));
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("private-mean", "true"); // columns of real tables have means far from 0
        sites.forEach(site -> parameters.put("rows." + site.value(), String.valueOf(ROWS)));
        StudyPlan draft = new StudyPlan(
                name,
                coordinator,
                sites,
                variables,
                PlannedAlgorithm.of("dp-gram", parameters),
                new PlannedPrivacy.Budget(1, 1e-8, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE),
                20,
                sites.size(),
                Duration.ofMinutes(5),
                Math.min(3, sites.size()),
                sites.size() < 3
                        ? Optional.empty()
                        : Optional.of(new PlannedAggregation(
                                PlannedAggregation.Mode.MALICIOUS,
                                PlannedAggregation.Suite.HYBRID,
                                OptionalInt.empty(),
                                3,
                                0)),
                0);
        PrivateFiles.create(plan, marked(draft).getBytes(StandardCharsets.UTF_8), false);
        return new FactList()
                .fact("plan", plan.toString())
                .fact("variables", variables.size())
                .next("confirm every line that says " + StudyPlan.UNCONFIRMED
                        + ": put what is publicly known in its place, and take the mark away")
                .next("./hedgerow study check " + plan);
    }

    private static List<PlannedVariable> variables(RowSource rows) {
        int d = rows.schema().size();
        double[] lowest = new double[d];
        double[] highest = new double[d];
        rows.forEachRow(row -> {
            for (int j = 0; j < d; j++) {
                if (Double.isFinite(row[j])) {
                    lowest[j] = Math.min(lowest[j], row[j]);
                    highest[j] = Math.max(highest[j], row[j]);
                }
            }
        });
        List<PlannedVariable> variables = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            double low = lowest[j] == 0 ? 0 : -bound(-lowest[j]);
            double high = highest[j] == 0 && low < 0 ? 0 : bound(highest[j]);
            variables.add(new PlannedVariable(rows.schema().names().get(j), low, high));
        }
        return variables;
    }

    /** The smallest of 1, 2 or 5 × 10^k that leaves a quarter above a value; 1 for 0. */
    static double bound(double value) {
        if (value == 0) {
            return 1;
        }
        double wanted = value * ROOM;
        int power = (int) Math.floor(Math.log10(wanted)) - 1;
        while (true) {
            for (int digit : new int[] {1, 2, 5}) {
                double candidate = Double.parseDouble(digit + "e" + power);
                if (candidate >= wanted) {
                    return candidate;
                }
            }
            power++;
        }
    }

    private static String marked(StudyPlan plan) {
        StringBuilder out =
                new StringBuilder("# Bounds below were suggested from data. They are NOT private: put what is"
                        + " publicly known in their place.\n");
        int variable = -1;
        for (String line : plan.text().lines().toList()) {
            String written = line;
            String mark = "";
            if (variable >= 0 && variable < plan.variables().size()) {
                PlannedVariable planned = plan.variables().get(variable);
                written = line.substring(0, line.lastIndexOf('[') + 1) + plain(planned.lowest()) + ", "
                        + plain(planned.highest()) + "]";
                mark = "bounds from data, not private; unit: " + unit(planned.name());
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

    /** As people write it, 20 and not 2E+1, unless that takes many zeros. */
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
            {"\"private-mean\":", "false if all means are publicly known to be near 0"},
            {"\"rows.", "a public number of rows"},
            {"epsilon:", "the budget"},
            {"unit:", "or {person: COLUMN}"},
            {"deadline:", "how long a round waits"},
        };
        return Arrays.stream(reasons)
                .filter(one -> line.startsWith(one[0]))
                .map(one -> one[1])
                .findFirst()
                .orElse("");
    }

    /** What a name says in brackets at its end. */
    private static String unit(String name) {
        Matcher unit = UNIT.matcher(name);
        return unit.find() ? unit.group(1).replaceAll("\\s+", " ") : "?";
    }
}
