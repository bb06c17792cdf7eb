// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.samples.lab.reproduce.outcome.CheckedClaim.Finding;
import io.hedgerow.samples.lab.reproduce.outcome.CheckedClaim.Verdict;
import io.hedgerow.samples.lab.reproduce.paper.ClaimCheck;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.table.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Evaluates one check of a claim on measured runs. What is said of a line holds when the difference is beyond two
 * standard errors over the seeds, breaks when the opposite is, and is undecided between; so is everything with fewer
 * than three runs. Closeness and the best point of a grid hold within one standard deviation of single runs, ratios and
 * values within their tolerance, and break when they are out of it by more than two standard errors. A line grows along
 * points when no later point is below an earlier one beyond the noise and the last is above the first beyond it.
 */
record ClaimJudge(ClaimCheck check, ItemOutcome outcome, Map<String, String> instead) {

    private static final Finding NOT_RUN = new Finding(Verdict.NOT_RUN, "");

    /** One method's measure at one point of the axis. */
    private record Spot(String line, String at, Measure measure) {}

    List<Finding> findings() {
        List<String> at = check.at().isEmpty() ? outcome.item().pointNames() : check.at();
        List<Finding> all = new ArrayList<>();
        for (Measure measure : check.measures()) {
            if (check.kind() == ClaimCheck.Kind.SOMETIMES) {
                all.add(sometimes(at, measure));
                continue;
            }
            for (ClaimCheck.Pair pair : check.pairs()) {
                String line = instead.getOrDefault(pair.line(), pair.line());
                String other = instead.getOrDefault(pair.other(), pair.other());
                switch (check.kind()) {
                    case INCREASING, DECREASING -> all.add(along(at, line, other, measure));
                    case BEST -> at.forEach(point -> all.add(best(new Spot(line, point, measure))));
                    case AT_MOST, AT_LEAST, AROUND ->
                        at.forEach(point -> all.add(value(new Spot(line, point, measure))));
                    case BELOW, ABOVE, FAR_BELOW, FAR_ABOVE, CLOSE, NO_LOWER, NO_HIGHER, NARROWER, RATIO ->
                        compare(at, line, other, measure, all);
                    case SOMETIMES -> throw new AssertionError("decided above");
                }
            }
        }
        return all;
    }

    private void compare(List<String> at, String line, String other, Measure measure, List<Finding> all) {
        for (String point : at) {
            for (String against : check.otherAt().isEmpty() ? List.of(point) : check.otherAt()) {
                if (!line.equals(other) || differs(at, point, against)) {
                    all.add(pair(new Spot(line, point, measure), new Spot(other, against, measure)));
                }
            }
        }
    }

    /** Whether a line is to be compared with itself here: two points that both sides name are a pair once. */
    private boolean differs(List<String> at, String point, String against) {
        boolean both = at.contains(against) && check.otherAt().contains(point);
        return both ? at.indexOf(point) < at.indexOf(against) : !point.equals(against);
    }

    private Map<String, Double> runs(Spot spot) {
        return outcome.bySeed(spot.line, spot.at, spot.measure);
    }

    private Finding pair(Spot spot, Spot against) {
        Map<String, Double> line = runs(spot);
        Map<String, Double> other = runs(against);
        if (line.isEmpty() || other.isEmpty()) {
            return NOT_RUN;
        }
        Difference difference = Difference.of(line, other, 1);
        String means = text(spot, line) + ", " + text(against, other);
        return switch (check.kind()) {
            case BELOW -> new Finding(sign(difference, -1), means + noise(difference));
            case ABOVE -> new Finding(sign(difference, 1), means + noise(difference));
            case FAR_BELOW, FAR_ABOVE, CLOSE, NO_LOWER, NO_HIGHER -> {
                double deviation = Math.sqrt((square(line) + square(other)) / 2);
                yield new Finding(
                        byDeviation(difference, deviation),
                        means + noise(difference) + format(", one deviation is %.3g", deviation));
            }
            case NARROWER ->
                new Finding(
                        sign(Difference.ofDeviations(line, other), -1),
                        format(
                                "deviation of %s %.3g, of %s %.3g",
                                name(spot),
                                Difference.spread(line).deviation(),
                                name(against),
                                Difference.spread(other).deviation()));
            default -> new Finding(ratio(line, other), means + format(", ratio %.3g", mean(line) / mean(other)));
        };
    }

    private Verdict byDeviation(Difference difference, double deviation) {
        return switch (check.kind()) {
            case FAR_BELOW -> far(difference, difference.isBelow(0), difference.isAbove(-deviation), -deviation);
            case FAR_ABOVE -> far(difference, difference.isAbove(0), difference.isBelow(deviation), deviation);
            case NO_LOWER -> within(difference, -deviation, Double.POSITIVE_INFINITY);
            case NO_HIGHER -> within(difference, Double.NEGATIVE_INFINITY, deviation);
            default -> within(difference, -deviation, deviation);
        };
    }

    /** Far is what has the sign beyond the noise, and a mean of a deviation or more. */
    private static Verdict far(Difference difference, boolean signed, boolean breaks, double deviation) {
        boolean holds = signed && Math.abs(difference.mean()) >= Math.abs(deviation);
        return holds ? Verdict.HOLDS : breaks ? Verdict.BREAKS : Verdict.UNDECIDED;
    }

    private Verdict ratio(Map<String, Double> line, Map<String, Double> other) {
        double lowest = check.number() * (1 - check.tolerance());
        double highest = check.number() * (1 + check.tolerance());
        Difference low = Difference.of(line, other, lowest);
        Difference high = Difference.of(line, other, highest);
        if (!low.isMeasured()) {
            return Verdict.UNDECIDED;
        }
        if (low.mean() >= 0 && high.mean() <= 0) {
            return Verdict.HOLDS;
        }
        return low.isBelow(0) || high.isAbove(0) ? Verdict.BREAKS : Verdict.UNDECIDED;
    }

    private Finding value(Spot spot) {
        Map<String, Double> line = runs(spot);
        if (line.isEmpty()) {
            return NOT_RUN;
        }
        double value = check.number();
        Difference difference = Difference.of(line, value);
        Verdict verdict =
                switch (check.kind()) {
                    case AT_MOST -> bound(difference.isAbove(0), difference.mean() + difference.noise());
                    case AT_LEAST -> bound(difference.isBelow(0), difference.noise() - difference.mean());
                    default -> within(difference, -check.tolerance() * value, check.tolerance() * value);
                };
        return new Finding(
                verdict,
                text(spot, line)
                        + (difference.isMeasured()
                                ? format(" ± %.2g", rounded(difference.noise()))
                                : ", too few runs"));
    }

    /**
     * One finding for all lines and points. What no run has breaks when it is more than two standard deviations of
     * single runs away from each of them.
     */
    private Finding sometimes(List<String> at, Measure measure) {
        List<String> having = new ArrayList<>();
        int without = 0;
        boolean never = true;
        for (ClaimCheck.Pair pair : check.pairs()) {
            String line = instead.getOrDefault(pair.line(), pair.line());
            for (String point : at) {
                Spot spot = new Spot(line, point, measure);
                Map<String, Double> here = runs(spot);
                if (here.isEmpty()) {
                    continue;
                }
                Spread spread = Difference.spread(here);
                never &= here.size() >= Difference.FEWEST_RUNS
                        && Math.abs(spread.mean() - check.number()) > 2 * spread.deviation();
                long some = here.values().stream()
                        .filter(figure -> figure == check.number())
                        .count();
                if (some > 0) {
                    having.add(format("%s: %.3g in %d of %d runs", name(spot), check.number(), some, here.size()));
                } else {
                    without += here.size();
                }
            }
        }
        if (having.isEmpty() && without == 0) {
            return NOT_RUN;
        }
        having.add(format("%.3g in none of %d%s runs", check.number(), without, having.isEmpty() ? "" : " other"));
        return new Finding(
                having.size() > 1 ? Verdict.HOLDS : never ? Verdict.BREAKS : Verdict.UNDECIDED,
                String.join("; ", having));
    }

    /** A point of a grid against the best of all that were run. */
    private Finding best(Spot spot) {
        Map<String, Double> chosen = runs(spot);
        if (chosen.isEmpty()) {
            return NOT_RUN;
        }
        String heatmap = outcome.item().heatmap(spot.at);
        List<Spot> others = outcome.points().stream()
                .filter(point ->
                        !point.equals(spot.at) && outcome.item().heatmap(point).equals(heatmap))
                .map(point -> new Spot(spot.line, point, spot.measure))
                .filter(other -> !runs(other).isEmpty())
                .toList();
        if (others.isEmpty()) {
            return NOT_RUN;
        }
        Spot best = spot;
        for (Spot other : others) {
            if (spot.measure.improves(mean(runs(other)) - mean(runs(best)))) {
                best = other;
            }
        }
        Difference difference = Difference.of(chosen, runs(best), 1);
        double deviation = Difference.spread(chosen).deviation();
        double far = check.hasNumber() ? check.number() : deviation;
        boolean low = spot.measure.improves(-1);
        return new Finding(
                within(difference, low ? Double.NEGATIVE_INFINITY : -far, low ? far : Double.POSITIVE_INFINITY),
                format(
                        "%s: %.3g, best %.3g at %s%s, %s %.3g",
                        name(spot),
                        mean(chosen),
                        mean(runs(best)),
                        best.at,
                        noise(difference),
                        check.hasNumber() ? "allowed is" : "one deviation is",
                        far));
    }

    private Finding along(List<String> at, String line, String other, Measure measure) {
        Map<String, Map<String, Double>> values = new LinkedHashMap<>();
        for (String point : at) {
            Map<String, Double> here = runs(new Spot(line, point, measure));
            Map<String, Double> there = line.equals(other) ? Map.of() : runs(new Spot(other, point, measure));
            Map<String, Double> some = line.equals(other) ? here : distances(here, there);
            if (!some.isEmpty()) {
                values.put(point, some);
            }
        }
        List<String> run = List.copyOf(values.keySet());
        if (run.size() < 2) {
            return NOT_RUN;
        }
        int up = check.kind() == ClaimCheck.Kind.INCREASING ? 1 : -1;
        Verdict verdict = sign(between(values, run.get(run.size() - 1), run.get(0)), up);
        String seen = "";
        for (int first = 0; first < run.size(); first++) {
            for (int later = first + 1; later < run.size(); later++) {
                if (sign(between(values, run.get(later), run.get(first)), up) == Verdict.BREAKS && seen.isEmpty()) {
                    verdict = Verdict.BREAKS;
                    seen = "; not from " + run.get(first) + " to " + run.get(later);
                }
            }
        }
        StringBuilder means = new StringBuilder();
        values.forEach((point, some) ->
                means.append(means.isEmpty() ? "" : ", ").append(format("%s: %.3g", point, mean(some))));
        String what = line.equals(other) ? line : line + " less " + other;
        return new Finding(verdict, measure.label() + " of " + what + " at " + means + seen);
    }

    private static Difference between(Map<String, Map<String, Double>> values, String later, String first) {
        return Difference.of(
                Optional.ofNullable(values.get(later)).orElseThrow(),
                Optional.ofNullable(values.get(first)).orElseThrow(),
                1);
    }

    private static Map<String, Double> distances(Map<String, Double> here, Map<String, Double> there) {
        Map<String, Double> all = new TreeMap<>();
        here.forEach(
                (run, figure) -> Optional.ofNullable(there.get(run)).ifPresent(other -> all.put(run, figure - other)));
        return all;
    }

    /** Whether a difference has a sign: 1 for above, -1 for below. */
    private static Verdict sign(Difference difference, int sign) {
        boolean holds = sign > 0 ? difference.isAbove(0) : difference.isBelow(0);
        boolean breaks = sign > 0 ? difference.isBelow(0) : difference.isAbove(0);
        return holds ? Verdict.HOLDS : breaks ? Verdict.BREAKS : Verdict.UNDECIDED;
    }

    /** A bound is met when what is beyond it, with noise, is nothing. */
    private static Verdict bound(boolean breaks, double beyond) {
        return breaks ? Verdict.BREAKS : beyond <= Difference.ROUND_OFF ? Verdict.HOLDS : Verdict.UNDECIDED;
    }

    private static Verdict within(Difference difference, double lowest, double highest) {
        if (!difference.isMeasured()) {
            return Verdict.UNDECIDED;
        }
        if (difference.isAbove(highest) || difference.isBelow(lowest)) {
            return Verdict.BREAKS;
        }
        boolean inside = difference.mean() >= lowest - Difference.ROUND_OFF
                && difference.mean() <= highest + Difference.ROUND_OFF;
        return inside ? Verdict.HOLDS : Verdict.UNDECIDED;
    }

    private static double mean(Map<String, Double> runs) {
        return Difference.spread(runs).mean();
    }

    private static double square(Map<String, Double> runs) {
        Spread spread = Difference.spread(runs);
        return spread.deviation() * spread.deviation();
    }

    private static String name(Spot spot) {
        return spot.measure.label() + " of " + spot.line + " at " + spot.at;
    }

    private static String text(Spot spot, Map<String, Double> runs) {
        return format("%s: %.3g", name(spot), mean(runs));
    }

    private static String noise(Difference difference) {
        return difference.isMeasured()
                ? format(", difference %+.2g ± %.2g", rounded(difference.mean()), rounded(difference.noise()))
                : ", too few runs";
    }

    private static double rounded(double value) {
        return Math.abs(value) < Difference.ROUND_OFF ? 0 : value;
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
