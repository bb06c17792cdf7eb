// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.item.PlannedRun;
import io.hedgerow.samples.lab.reproduce.outcome.ItemOutcome;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.run.CombinedNetworks;
import io.hedgerow.samples.lab.table.NumberList;
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
 * @param seeds number of seeds
 * @param quickSeconds that the methods of a quick run take one after the other, as measured; absent where some of it
 *     was not run
 * @param fullSeconds the same of the whole
 */
public record ItemStatus(
        String id,
        String verdict,
        String counts,
        int seeds,
        @Nullable Long quickSeconds,
        @Nullable Long fullSeconds) {

    private static final String HEADER = "id,verdict,counts,seeds,quickSeconds,fullSeconds";

    public static ItemStatus of(ItemOutcome outcome) {
        return new ItemStatus(
                outcome.item().id(),
                outcome.verdict(),
                outcome.counts(),
                outcome.seeds().size(),
                seconds(outcome, outcome.item().quick()),
                seconds(outcome, outcome.item().full()));
    }

    /**
     * Mean seconds of every run, added up; data are drawn or read in no time beside them, and of combinations of the
     * same networks only the longest counts.
     */
    private static @Nullable Long seconds(ItemOutcome outcome, PaperItem.Extent extent) {
        double sum = 0;
        Map<String, Double> combined = new HashMap<>();
        for (PlannedRun run : PlannedRun.of(outcome.item(), extent, NumberList.parse("seeds", extent.seeds(), 0))) {
            OptionalDouble mean = outcome.seconds(run.series(), run.points().get(0), extent);
            if (mean.isEmpty()) {
                return null;
            }
            if (CombinedNetworks.areMeant(run.settings())) {
                combined.merge(run.shared(), mean.getAsDouble(), Math::max);
            } else {
                sum += mean.getAsDouble();
            }
        }
        double all = combined.values().stream().mapToDouble(Double::doubleValue).sum() + sum;
        return Math.round(Math.ceil(all));
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
                            seconds(cells[5])));
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
}
