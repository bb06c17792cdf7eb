package io.hedgerow.samples.reproduce;

import io.hedgerow.core.internal.text.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What has become of an item, for the list.
 *
 * @param id of the item
 * @param verdict as {@link ItemOutcome#verdict}
 * @param counts as {@link ItemOutcome#counts}
 * @param seeds how many
 */
record Standing(String id, String verdict, String counts, int seeds) {

    private static final String HEADER = "id,verdict,counts,seeds";

    static Standing of(ItemOutcome outcome) {
        return new Standing(
                outcome.item().id(),
                outcome.verdict(),
                outcome.counts(),
                outcome.seeds().size());
    }

    static String csv(List<Standing> all) {
        StringBuilder text = new StringBuilder(HEADER + "\n");
        all.forEach(one -> text.append(one.id)
                .append(',')
                .append(one.verdict)
                .append(',')
                .append(one.counts)
                .append(',')
                .append(one.seeds)
                .append('\n'));
        return text.toString();
    }

    /** What {@code reproduce document} found when it was last run, by item. */
    static Map<String, Standing> known() {
        Map<String, Standing> all = new HashMap<>();
        for (String line : PaperItems.lines("status.csv").stream().skip(1).toList()) {
            String[] cells = line.split(",", -1);
            all.put(cells[0], new Standing(cells[0], cells[1], cells[2], Integer.parseInt(cells[3])));
        }
        return all;
    }

    /** In a few words; a thing that is not built is never called anything else. */
    static String text(PaperItem item, Map<String, Standing> known, PaperData data) {
        if (!item.missing().isEmpty()) {
            return item.missing();
        }
        Standing found = known.get(item.id());
        if (found != null) {
            String many = Words.count(found.seeds, "seed");
            return found.verdict + " (" + (found.counts.isEmpty() ? "" : found.counts + "; ") + many + ")";
        }
        return data.has(item.files(item.full())) ? "not run yet" : "data absent";
    }
}
