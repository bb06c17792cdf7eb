// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.internal.json.JsonWriter;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import java.util.List;

/** Figures of columns and findings as a document for programs. */
final class InspectionJson {

    private InspectionJson() {}

    static String of(List<SeenFile> files, List<InspectionFinding> findings) {
        return Printable.lines(JsonWriter.document(true, document -> {
            document.text("use", Inspection.FOR_THE_SITE);
            document.objects("files", files, file -> file(document, file));
            document.objects("findings", findings, finding -> finding(document, finding));
        }));
    }

    private static void file(JsonWriter out, SeenFile file) {
        out.text("file", file.rows().place());
        out.whole("rows", file.count());
        out.whole("looked", file.keptRows());
        out.objects("columns", file.columns(), column -> column(out, column));
    }

    private static void column(JsonWriter out, SeenColumn column) {
        out.text("name", column.name());
        out.text("kind", column.kind().word());
        out.whole("missing", column.missing());
        if (!column.isNumber()) {
            out.whole("levels", column.levels().size());
            return;
        }
        double[] sorted = column.sorted();
        if (sorted.length > 0) {
            out.number("least", sorted[0]);
            out.number("median", SeenColumn.quantile(sorted, 0.5));
            out.number("most", sorted[sorted.length - 1]);
            out.number("mean", Figures.mean(sorted));
            out.number("deviation", Figures.deviation(sorted));
        }
    }

    private static void finding(JsonWriter out, InspectionFinding finding) {
        out.text("weight", Words.dashed(finding.weight()));
        out.text("about", finding.code());
        out.texts("files", finding.files());
        out.texts("columns", finding.columns());
        out.text("found", finding.found());
        out.text("example", finding.example());
        out.text("effect", finding.effect());
        out.text("advice", finding.advice().text());
    }
}
