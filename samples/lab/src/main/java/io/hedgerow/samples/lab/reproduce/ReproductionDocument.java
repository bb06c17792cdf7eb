// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import io.hedgerow.core.data.DataException;
import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.outcome.CheckedClaim;
import io.hedgerow.samples.lab.reproduce.outcome.ItemOutcome;
import io.hedgerow.samples.lab.reproduce.outcome.OutcomePlot;
import io.hedgerow.samples.lab.reproduce.outcome.OutcomeTable;
import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.run.RunFile;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
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

/**
 * Writes {@code docs/reproduction.md}, a table of verdicts, and the pages beside the tables of all items that were run;
 * only frames are templates.
 */
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
                    Map.of(
                            "README.md",
                            OutcomeTable.readme(outcome, leftOut(outcome.item())),
                            "plot.svg",
                            OutcomePlot.svg(outcome)));
        }
        return files;
    }

    /** The pages in the folder of all items: all statements, and future work. */
    Map<String, String> pages() {
        return Map.of("statements.md", statements(), "future-work.md", template("document-tail.md"));
    }

    List<ItemStatus> standings() {
        return outcomes.stream().map(ItemStatus::of).toList();
    }

    /** The document, whose pages are in the folder {@code reproduction}. */
    String markdown() {
        return template("document-head.md") + "\n" + summary() + "\n\n" + overview();
    }

    private static String template(String name) {
        StringBuilder text = new StringBuilder();
        PaperItems.lines(name).forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private Optional<ItemOutcome> outcome(PaperItem item) {
        return outcomes.stream()
                .filter(one -> one.item().id().equals(item.id()))
                .findFirst();
    }

    private String overview() {
        Map<String, ItemStatus> known = new HashMap<>();
        standings().forEach(one -> known.put(one.id(), one));
        PaperData nothing = new PaperData(Optional.empty());
        List<List<String>> rows = items.stream()
                .map(item -> List.of(
                        outcome(item).isPresent()
                                ? "[" + item.id() + "](reproduction/" + item.id() + "/README.md)"
                                : item.id(),
                        item.title(),
                        ItemStatus.text(item, known, nothing) + onCodesData(item),
                        outcome(item).map(ItemOutcome::ourVerdict).orElse("")))
                .toList();
        return new Table(4, List.of("item", "what it shows", "as published", "with our settings"), rows).compact();
    }

    /** What follows on the data of the published code; nothing where an item has none. */
    private String onCodesData(PaperItem item) {
        return outcome(item)
                .flatMap(ItemOutcome::onCodesData)
                .map(code -> "; on the data of the published code: " + code.verdict()
                        + (code.counts().isEmpty() ? "" : " (" + code.counts() + ")"))
                .orElse("");
    }

    private String leftOut(PaperItem item) {
        return items.stream()
                .filter(whole -> whole.id().equals(item.id())
                        && whole.methods().size() > item.methods().size())
                .map(whole -> capital(PaperItem.leftOut(whole, item)))
                .findFirst()
                .orElse("");
    }

    private static String capital(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private String statements() {
        List<List<String>> rows = new ArrayList<>();
        for (PaperItem item : items) {
            List<CheckedClaim> published =
                    outcome(item).map(ItemOutcome::claims).orElse(List.of());
            List<CheckedClaim> ours = outcome(item).map(ItemOutcome::ourClaims).orElse(List.of());
            for (PaperClaim claim : item.claims()) {
                rows.add(List.of(
                        claim.place(),
                        claim.text(),
                        item.id(),
                        verdict(claim, published, "not run"),
                        verdict(claim, ours, "")));
            }
        }
        return template("statements-head.md") + "\n" + summary() + "\n\n"
                + new Table(5, List.of("place", "statement", "item", "as published", "with our settings"), rows)
                        .compact()
                + "\n## Places\n" + places();
    }

    private String summary() {
        List<PaperClaim> all =
                items.stream().flatMap(item -> item.claims().stream()).toList();
        List<CheckedClaim> published =
                outcomes.stream().flatMap(one -> one.claims().stream()).toList();
        List<CheckedClaim> ours =
                outcomes.stream().flatMap(one -> one.ourClaims().stream()).toList();
        return "Of " + all.size() + " statements, " + counted(published, all.size())
                + " with the published settings. Of the " + ours.size() + " about methods with a line of ours, "
                + counted(ours, ours.size()) + ".";
    }

    private static String counted(List<CheckedClaim> checked, int all) {
        long hold = count(checked, CheckedClaim.Verdict.HOLDS);
        long broken = count(checked, CheckedClaim.Verdict.BREAKS);
        long open = count(checked, CheckedClaim.Verdict.UNDECIDED);
        long left = all - hold - broken - open;
        return hold + " hold, " + broken + " break, " + open + " are undecided and " + left
                + (left == 1 ? " was not run" : " were not run");
    }

    private static long count(List<CheckedClaim> checked, CheckedClaim.Verdict verdict) {
        return checked.stream().filter(one -> one.verdict() == verdict).count();
    }

    private static String verdict(PaperClaim claim, List<CheckedClaim> checked, String otherwise) {
        return checked.stream()
                .filter(one -> one.claim().equals(claim))
                .map(one -> one.verdict()
                        + (one.whole() || one.verdict() == CheckedClaim.Verdict.NOT_RUN ? "" : ", in part"))
                .findFirst()
                .orElse(otherwise);
    }

    private static String places() {
        List<List<String>> rows = PaperItems.lines("places.csv").stream()
                .skip(1)
                .map(line -> List.of(line.split(",", 3)))
                .toList();
        return new Table(3, List.of("place", "items", "what to know"), rows).compact();
    }
}
