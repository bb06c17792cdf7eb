// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.table.SvgPicture;
import java.util.List;

/** Writes an outcome as one self-contained page, {@code report.html}. */
public final class OutcomePage {

    private static final String STYLE =
            "body{font:16px/1.5 Helvetica,Arial,sans-serif;color:#222;max-width:75em;margin:2em auto;"
                    + "padding:0 1em}"
                    + "table{border-collapse:collapse;margin:1em 0}th,td{border-bottom:1px solid #ccc;"
                    + "padding:.2em .8em;text-align:left}svg{max-width:100%;height:auto}";

    private OutcomePage() {}

    public static String html(ItemOutcome outcome) {
        PaperItem item = outcome.item();
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
        page.append("<meta charset=\"utf-8\">\n");
        String title = SvgPicture.escape(item.id() + ": " + item.title());
        page.append("<title>")
                .append(title)
                .append("</title>\n<style>")
                .append(STYLE)
                .append("</style>\n</head>\n");
        page.append("<body>\n<h1>").append(title).append("</h1>\n<p>").append(SvgPicture.escape(item.place()));
        page.append(". Seeds ")
                .append(SvgPicture.escape(String.join(", ", outcome.seeds())))
                .append(".</p>\n<p><strong>");
        page.append(SvgPicture.escape(outcome.verdict())).append("</strong> ");
        page.append(SvgPicture.escape(outcome.counts())).append("</p>\n");
        if (!item.cause().isEmpty()) {
            page.append("<p>").append(SvgPicture.escape(item.cause())).append("</p>\n");
        }
        page.append(OutcomePlot.svg(outcome));
        page.append("<h2>Beside the paper</h2>\n");
        tables(OutcomeTable.beside(outcome), page);
        page.append("<h2>All means</h2>\n");
        tables(OutcomeTable.figures(outcome), page);
        return page.append("</body>\n</html>\n").toString();
    }

    /** Converts the text of {@link OutcomeTable}: tables, and paragraphs of everything else. */
    private static void tables(String markdown, StringBuilder page) {
        boolean inTable = false;
        for (String line : markdown.lines().toList()) {
            if (line.startsWith("|")) {
                if (line.startsWith("|-") || line.startsWith("| -")) {
                    continue;
                }
                page.append(inTable ? "" : "<table>\n");
                row(line, inTable ? "td" : "th", page);
                inTable = true;
            } else {
                page.append(inTable ? "</table>\n" : "");
                inTable = false;
                String text = (line.startsWith("- ") ? line.substring(2) : line).replace("**", "");
                if (!text.isBlank()) {
                    page.append("<p>").append(SvgPicture.escape(text)).append("</p>\n");
                }
            }
        }
        page.append(inTable ? "</table>\n" : "");
    }

    private static void row(String line, String cell, StringBuilder page) {
        List<String> cells = List.of(line.substring(1, line.lastIndexOf('|')).split("\\|", -1));
        page.append("<tr>");
        cells.forEach(text -> page.append('<')
                .append(cell)
                .append('>')
                .append(SvgPicture.escape(text.strip()))
                .append("</")
                .append(cell)
                .append('>'));
        page.append("</tr>\n");
    }
}
