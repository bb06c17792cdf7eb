// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.internal.text.AlignedTable;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import java.util.List;

/** Figures of columns and findings as lines for people. */
final class InspectionText {

    private final StringBuilder text = new StringBuilder();

    private InspectionText() {}

    static String of(List<SeenFile> files, List<InspectionFinding> findings, List<String> notes) {
        InspectionText out = new InspectionText();
        files.forEach(out::file);
        out.line(
                findings.isEmpty()
                        ? "nothing was found"
                        : Words.count(findings.size(), "finding") + ", the worst first");
        for (int k = 0; k < findings.size(); k++) {
            out.finding(k + 1, findings.get(k));
        }
        out.line("");
        notes.forEach(out::line);
        out.line(Inspection.FOR_THE_SITE);
        return out.text.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void file(SeenFile file) {
        line(file.rows().place() + ": " + Words.count(file.count(), "row") + ", "
                + Words.count(file.columns().size(), "column")
                + (file.keptRows() < file.count() ? "; the first " + file.keptRows() + " rows were looked at" : ""));
        line("");
        text.append(AlignedTable.markdown(
                2,
                List.of("column", "kind", "missing", "least", "median", "most"),
                file.columns().stream().map(InspectionText::row).toList()));
        line("");
    }

    private void finding(int number, InspectionFinding finding) {
        line("");
        line(number + ". " + finding.weight().words() + ", " + finding.code() + ": "
                + Printable.line(String.join(", ", finding.files()))
                + (finding.columns().isEmpty() ? "" : ", " + Printable.line(String.join(", ", finding.columns()))));
        part("found   ", finding.found());
        part("example ", finding.example());
        part("effect  ", finding.effect());
        part("do      ", finding.advice().text());
    }

    private void part(String word, String words) {
        if (!words.isEmpty()) {
            line("   " + word + " " + Printable.line(words));
        }
    }

    private static List<String> row(SeenColumn column) {
        double[] sorted = column.isNumber() ? column.sorted() : new double[0];
        boolean any = sorted.length > 0;
        String kind = column.isNumber() || column.kind() == SeenColumn.Kind.EMPTY
                ? column.kind().word()
                : column.kind().word() + ": " + column.shownLevels();
        return List.of(
                Printable.line(column.name()),
                Printable.line(kind),
                String.valueOf(column.missing()),
                any ? Figures.of(sorted[0]) : "",
                any ? Figures.of(SeenColumn.quantile(sorted, 0.5)) : "",
                any ? Figures.of(sorted[sorted.length - 1]) : "");
    }
}
