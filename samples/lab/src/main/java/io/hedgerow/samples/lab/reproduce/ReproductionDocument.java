// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import io.hedgerow.core.data.DataException;
import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.outcome.ItemOutcome;
import io.hedgerow.samples.lab.reproduce.outcome.OutcomePlot;
import io.hedgerow.samples.lab.reproduce.outcome.OutcomeTable;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.run.RunFile;
import io.hedgerow.samples.lab.reproduce.run.RunLine;
import io.hedgerow.samples.output.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes {@code docs/reproduction.md} from the tables of all items that were run; only its frame is a template. */
final class ReproductionDocument {

    private final List<PaperItem> items;
    private final List<ItemOutcome> outcomes = new ArrayList<>();

    private ReproductionDocument(List<PaperItem> items) {
        this.items = items;
    }

    /** Reads {@code DIR/ID/table.csv} of every item that has one. */
    static ReproductionDocument read(List<PaperItem> items, Path results) throws IOException {
        ReproductionDocument document = new ReproductionDocument(items);
        for (PaperItem item : items) {
            Path file = results.resolve(item.id()).resolve(RunFile.NAME);
            if (Files.isRegularFile(file) && item.whyNot().isEmpty()) {
                List<RunLine> lines = RunFile.read(file, item.measures());
                if (lines.isEmpty()) {
                    continue; // killed before the first run ended
                }
                boolean ran = item.methods().stream()
                        .filter(PaperItem.Competitor::isOfTetrad)
                        .anyMatch(method ->
                                lines.stream().anyMatch(line -> line.series().startsWith(method.name())));
                document.outcomes.add(new ItemOutcome(ran ? item : item.withoutTetrad(), lines));
            }
        }
        if (document.outcomes.isEmpty()) {
            throw new DataException("--results must be a directory with ID/" + RunFile.NAME
                    + " of at least one item, as reproduce ID --out " + results.resolve("ID") + " writes it; " + results
                    + " has none");
        }
        return document;
    }

    /** The files beside every table: the name of the file and its text, by item. */
    Map<String, Map<String, String>> besideTables() {
        Map<String, Map<String, String>> files = new TreeMap<>();
        for (ItemOutcome outcome : outcomes) {
            files.put(
                    outcome.item().id(),
                    Map.of("table.md", OutcomeTable.markdown(outcome), "plot.svg", OutcomePlot.svg(outcome)));
        }
        return files;
    }

    List<ItemStatus> standings() {
        return outcomes.stream().map(ItemStatus::of).toList();
    }

    /** The document; pictures are beside the tables in the folder {@code reproduction}. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        PaperItems.lines("document-head.md").forEach(line -> text.append(line).append('\n'));
        text.append('\n').append(overview()).append('\n');
        for (ItemOutcome outcome : outcomes) {
            section(outcome, text);
        }
        PaperItems.lines("document-tail.md").forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private static String capital(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private String overview() {
        Map<String, ItemStatus> known = new HashMap<>();
        standings().forEach(one -> known.put(one.id(), one));
        PaperData nothing = new PaperData(Optional.empty());
        List<List<String>> rows = items.stream()
                .map(item -> List.of(
                        item.id(),
                        item.also().isEmpty() ? "" : String.join(", ", item.also()),
                        item.title(),
                        ItemStatus.text(item, known, nothing)))
                .toList();
        return new Table(4, List.of("item", "other names", "what it shows", "status"), rows).markdown();
    }

    private void section(ItemOutcome outcome, StringBuilder text) {
        PaperItem item = outcome.item();
        text.append("## ").append(item.id()).append('\n').append(item.title()).append(". ");
        text.append(item.place()).append(". **").append(outcome.verdict()).append("**");
        text.append(outcome.counts().isEmpty() ? "" : ": " + outcome.counts()).append(". ");
        text.append(outcome.seeds().size() == 1 ? "Seed " : "Seeds ");
        text.append(String.join(", ", outcome.seeds())).append(". ");
        if (outcome.points().size() < item.points().size()) {
            text.append("Run at ").append(String.join(", ", outcome.points())).append(" only. ");
        }
        if (outcome.failures() > 0) {
            text.append("Measurements of runs that failed: ")
                    .append(outcome.failures())
                    .append(". ");
        }
        items.stream()
                .filter(whole -> whole.id().equals(item.id())
                        && whole.methods().size() > item.methods().size())
                .forEach(whole ->
                        text.append(capital(PaperItem.leftOut(whole, item))).append(". "));
        text.append(item.cause()).append("\n\n");
        String beside = OutcomeTable.beside(outcome);
        text.append(beside).append(beside.isEmpty() ? "" : "\n");
        text.append("[All means](reproduction/").append(item.id()).append("/table.md), [every run](reproduction/");
        text.append(item.id()).append("/table.csv)\n\n![").append(item.title()).append("](reproduction/");
        text.append(item.id()).append("/plot.svg)\n\n");
    }
}
