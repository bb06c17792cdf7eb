// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.item.PlannedRun;
import io.hedgerow.samples.lab.reproduce.outcome.ItemOutcome;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.run.CombinedNetworks;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import io.hedgerow.samples.lab.table.NumberList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The state of an item, for the list.
 *
 * @param verdict as {@link ItemOutcome#verdict}
 * @param counts as {@link ItemOutcome#counts}
 * @param quickSeconds that the methods of a quick run take one after the other, as measured; absent where some of it
 *     was not run
 * @param fullSeconds the same of the whole; where a part was run, the rest counts as {@link RunTimes} says
 * @param wholeMeasured whether no part of it had to be estimated so
 */
public record ItemStatus(
        String id,
        String verdict,
        String counts,
        int seeds,
        @Nullable Long quickSeconds,
        @Nullable Long fullSeconds,
        boolean wholeMeasured) {

    /** Before seconds that are in part estimated. */
    private static final String ABOUT = "~";

    private static final String HEADER = "id,verdict,counts,seeds,quickSeconds,fullSeconds";

    public static ItemStatus of(ItemOutcome outcome) {
        PaperItem item = outcome.item();
        RunTimes quick = RunTimes.of(outcome.lines(item.quick()));
        RunTimes full = RunTimes.of(outcome.lines(item.full()));
        List<PlannedRun> quickPlan = plan(item, item.quick());
        List<PlannedRun> fullPlan = plan(item, item.full());
        return new ItemStatus(
                item.id(),
                outcome.verdict(),
                outcome.counts(),
                outcome.seeds().size(),
                quick.areMeasured(quickPlan) ? seconds(quick, quickPlan) : null,
                seconds(full, fullPlan),
                full.areMeasured(fullPlan));
    }

    /** Mean seconds of every run, added up; data are drawn or read in no time beside them. */
    private static @Nullable Long seconds(RunTimes times, List<PlannedRun> plan) {
        OptionalDouble sum = times.total(plan);
        return sum.isPresent() ? Long.valueOf(Math.round(Math.ceil(sum.getAsDouble()))) : null;
    }

    private static List<PlannedRun> plan(PaperItem item, PaperItem.Extent extent) {
        return PlannedRun.of(item, extent, NumberList.parse("seeds", extent.seeds(), 0));
    }

    public static String csv(List<ItemStatus> all) {
        StringBuilder text = new StringBuilder(HEADER + "\n");
        all.forEach(one -> text.append(one.id)
                .append(',')
                .append(one.verdict)
                .append(',')
                .append(one.counts)
                .append(',')
                .append(one.seeds)
                .append(',')
                .append(said(one.quickSeconds))
                .append(',')
                .append(one.fullSeconds == null || one.wholeMeasured ? "" : ABOUT)
                .append(said(one.fullSeconds))
                .append('\n'));
        return text.toString();
    }

    private static String said(@Nullable Long seconds) {
        return seconds == null ? "" : seconds.toString();
    }

    private static @Nullable Long seconds(String said) {
        return said.isEmpty() ? null : Long.valueOf(said);
    }

    /** The states that {@code reproduce document} found when it was last run, by item. */
    static Map<String, ItemStatus> known() {
        Map<String, ItemStatus> all = new HashMap<>();
        for (String line : PaperItems.lines("status.csv").stream().skip(1).toList()) {
            String[] cells = line.split(",", -1);
            all.put(
                    cells[0],
                    new ItemStatus(
                            cells[0],
                            cells[1],
                            cells[2],
                            Integer.parseInt(cells[3]),
                            seconds(cells[4]),
                            seconds(cells[5].replace(ABOUT, "")),
                            !cells[5].startsWith(ABOUT)));
        }
        return all;
    }

    /** Describes the state in a few words; an item that is not built is always called so. */
    static String text(PaperItem item, Map<String, ItemStatus> known, PaperData data) {
        if (!item.missing().isEmpty()) {
            return item.missing();
        }
        ItemStatus found = known.get(item.id());
        if (found != null) {
            String many = Words.count(found.seeds, "seed");
            return found.verdict + " (" + (found.counts.isEmpty() ? "" : found.counts + "; ") + many + ")";
        }
        return data.has(item.files(item.full())) ? "not run yet" : "data absent";
    }

    /**
     * Estimates the run times of an item from its measured runs: the mean at the same point; else the slowest point of
     * the same method, or of all methods. Combinations of the same networks count once.
     */
    static final class RunTimes {

        private final Map<String, Double> means = new HashMap<>();
        private final Map<String, Double> slowest = new HashMap<>();

        private RunTimes() {}

        /** Reads the seconds of runs that did not fail. */
        static RunTimes of(Collection<RunLine> measured) {
            Map<String, double[]> sums = new HashMap<>();
            for (RunLine line : measured) {
                if (!line.figures().isEmpty()) {
                    double[] sum = sums.computeIfAbsent(key(line.series(), line.at()), key -> new double[2]);
                    sum[0] += line.seconds();
                    sum[1]++;
                }
            }
            RunTimes times = new RunTimes();
            for (RunLine line : measured) {
                double[] sum = sums.get(key(line.series(), line.at()));
                if (sum != null) {
                    times.means.put(key(line.series(), line.at()), sum[0] / sum[1]);
                    times.slowest.merge(line.series(), sum[0] / sum[1], Math::max);
                }
            }
            return times;
        }

        /** Whether every run has a measured one of its method at its point. */
        boolean areMeasured(List<PlannedRun> runs) {
            return runs.stream().allMatch(run -> means.containsKey(key(run)));
        }

        /** The seconds of these runs; empty when nothing was measured. */
        OptionalDouble total(Collection<PlannedRun> runs) {
            if (means.isEmpty()) {
                return OptionalDouble.empty();
            }
            double sum = 0;
            Map<String, Double> combined = new HashMap<>();
            for (PlannedRun run : runs) {
                double seconds = expected(run);
                if (CombinedNetworks.areMeant(run.settings())) {
                    combined.merge(run.shared(), seconds, Math::max);
                } else {
                    sum += seconds;
                }
            }
            return OptionalDouble.of(sum
                    + combined.values().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum());
        }

        private double expected(PlannedRun run) {
            Double mean = means.get(key(run));
            if (mean == null) {
                mean = slowest.get(run.series());
            }
            return mean != null
                    ? mean
                    : slowest.values().stream()
                            .mapToDouble(Double::doubleValue)
                            .max()
                            .orElseThrow();
        }

        private static String key(PlannedRun run) {
            return key(run.series(), run.points().get(0));
        }

        private static String key(String series, String at) {
            return series + "," + at;
        }
    }
}
