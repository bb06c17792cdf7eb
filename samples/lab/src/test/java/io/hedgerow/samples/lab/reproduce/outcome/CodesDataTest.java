// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Runs on the data of the published code, beside the same printed numbers as those on the data of the text. */
class CodesDataTest {

    private static RunLine line(String series, double found) {
        return new RunLine(1, series, "30", "", 0, 0, Map.of(Measure.W_TPR, found));
    }

    @Test
    void printedNumbers_areComparedWithBoth() {
        PaperItem item = PaperItems.read().named("000-table-1");
        ItemOutcome outcome = new ItemOutcome(item, List.of(line("PFDBNL", 0.27), line("PFDBNL / code's data", 0.64)));
        assertFalse(outcome.numbers().get(0).agrees());
        ItemOutcome code = outcome.onCodesData().orElseThrow();
        assertEquals(1, code.numbers().size());
        assertEquals("PFDBNL", code.numbers().get(0).published().series());
        assertTrue(code.numbers().get(0).agrees());
        assertEquals(Optional.empty(), code.onCodesData(), "it has no other data");
        String table = OutcomeTable.markdown(outcome);
        assertTrue(table.contains("On the data of the published code: "), table);
    }

    /**
     * Every item whose data are simulated series has each of its lines on both kinds of data, but for claims without an
     * experiment, for which the papers have no code.
     */
    @Test
    void itemsOfSeries_haveBoth() {
        int items = 0;
        for (PaperItem item : PaperItems.read().all()) {
            if (item.kind() == PaperItem.Kind.SERIES && !item.id().contains("-claim-")) {
                items++;
                assertEquals(item.allSeries().size(), 2 * item.onCodesData().size(), item.id());
            } else {
                assertTrue(item.onCodesData().isEmpty(), item.id());
            }
        }
        assertEquals(13, items);
    }
}
