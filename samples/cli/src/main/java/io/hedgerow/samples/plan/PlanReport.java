// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.plan;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.dp.internal.forecast.WrongPairs;
import io.hedgerow.samples.learn.method.SitePrivacy;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The plans of several algorithms for a budget.
 *
 * @param variables d
 * @param rows of every site
 * @param sites P
 * @param epsilon ε of the run
 * @param delta δ of the run
 * @param user whether all rows of a user are protected, or single rows
 * @param choice the choice of {@code learn --algorithm auto}, and its reasons
 * @param warnings warnings about any of them
 */
public record PlanReport(
        int variables,
        long rows,
        int sites,
        double epsilon,
        double delta,
        boolean person,
        List<RunPlan> plans,
        List<String> choice,
        List<String> warnings)
        implements Result {
    public PlanReport {
        plans = List.copyOf(plans);
        choice = List.copyOf(choice);
        warnings = List.copyOf(warnings);
    }

    @Override
    public void describe(PrintWriter out) {
        out.println(String.format(
                Locale.ROOT,
                "%s, %s with %s each, epsilon %.4g at delta %.3g",
                Words.count(variables, "variable"),
                Words.count(sites, "site"),
                Words.count(rows, person ? "person" : "row"),
                epsilon,
                delta));
        for (RunPlan plan : plans) {
            out.println();
            out.println(plan.algorithm()
                    + (plan.release() == null
                            ? ""
                            : ", " + Words.dashed(plan.release()).replace("-", " "))
                    + (plan.sharedNoise() ? ", noise shared behind masks" : "")
                    + (plan.rounds() > 0 ? ", " + Words.count(plan.rounds(), "round") : ", released once")
                    + (plan.localIterations() > 0 ? " of " + Words.count(plan.localIterations(), "step") : ""));
            line(out, "mechanisms", text(plan.mechanisms(), "%d"));
            line(out, "noise", text(plan.noise(), "%.5g"));
            line(out, "epsilon", text(plan.epsilon(), "%.4g"));
            if (!plan.severalSites().isEmpty()) {
                line(out, "at more", SitePrivacy.AtSites.described(plan.severalSites(), person, delta));
            }
            if (!plan.severalSitesSharedNoise().isEmpty()) {
                line(
                        out,
                        "masked",
                        "with noise that sites share, "
                                + SitePrivacy.AtSites.described(plan.severalSitesSharedNoise(), person, delta));
            }
            line(
                    out,
                    "the paper",
                    String.format(
                            Locale.ROOT,
                            "would have charged epsilon %.4g for this noise; for this epsilon it needs %.2f times the"
                                    + " noise",
                            plan.paperEpsilon(),
                            plan.paperNoise()));
            expected(out, plan);
        }
        out.println();
        choice.forEach(reason -> out.println("auto: " + reason));
        plans.forEach(plan ->
                plan.warnings().forEach(warning -> out.println("warning: " + plan.algorithm() + ": " + warning)));
        warnings.forEach(warning -> out.println("warning: " + warning));
    }

    private void expected(PrintWriter out, RunPlan plan) {
        if (plan.expectedShd() != null) {
            line(
                    out,
                    "expected",
                    String.format(
                            Locale.ROOT,
                            "%.1f wrong edges (SHD) of about %d if %s,"
                                    + " which it assumes; interpolated from simulations at %s, %d runs each or more",
                            plan.expectedShd(),
                            plan.expectedOf(),
                            plan.expectedIf(),
                            plan.expectedBetween(),
                            plan.expectedRuns()));
        } else if (plan.wrongPairs().isEmpty() || plan.expectedFrom() != null) {
            line(out, "expected", "no figure: these numbers are outside the range of the simulations");
        }
        if (plan.expectedFrom() != null) {
            line(out, "simulated", plan.expectedFrom());
        }
        if (!plan.wrongPairs().isEmpty()) {
            line(out, "any units", measured(plan.wrongPairs()));
            line(out, "simulated", "at the same noise for each variable: " + plan.measuredFrom());
        }
    }

    private static String measured(List<WrongPairs> wrong) {
        return wrong.stream()
                        .map(own -> String.format(
                                Locale.ROOT,
                                "%s%.1f %s",
                                own.bound() == null ? "" : own.bound() + " ",
                                own.pairs(),
                                own.condition()))
                        .collect(Collectors.joining(", "))
                + String.format(
                        Locale.ROOT,
                        ": wrong pairs of equivalence classes, where the empty network has %d, %d runs each",
                        wrong.get(0).edges(),
                        wrong.get(0).runs());
    }

    private static void line(PrintWriter out, String label, String text) {
        out.println(String.format(Locale.ROOT, "  %-10s  %s", label, text));
    }

    private static String text(Map<String, ?> values, String format) {
        StringBuilder text = new StringBuilder();
        values.forEach((key, value) -> text.append(text.length() == 0 ? "" : ", ")
                .append(key)
                .append(' ')
                .append(String.format(Locale.ROOT, format, value)));
        return text.toString();
    }
}
