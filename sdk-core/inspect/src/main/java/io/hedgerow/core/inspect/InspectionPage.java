// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A page of findings and a histogram of every column, in one HTML file that loads nothing. */
final class InspectionPage {

    private static final int BARS = 24;
    private static final int WIDTH = 240;
    private static final int HEIGHT = 60;

    private InspectionPage() {}

    static String of(List<SeenFile> files, List<InspectionFinding> findings) {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<title>inspect</title><style>body{font-family:sans-serif;margin:2em;max-width:70em}"
                + "figure{display:inline-block;margin:.5em}figcaption{font-size:small}"
                + "rect{fill:#4a7a5a}</style></head><body>\n");
        page.append("<p>").append(escaped(Inspection.FOR_THE_SITE)).append("</p>\n<ol>\n");
        for (InspectionFinding finding : findings) {
            page.append("<li><b>")
                    .append(escaped(finding.weight().words() + ", " + finding.code()))
                    .append("</b> ")
                    .append(escaped(String.join(", ", finding.files()) + ": " + String.join(", ", finding.columns())))
                    .append("<br>")
                    .append(escaped(
                            finding.found() + (finding.example().isEmpty() ? "" : " (" + finding.example() + ")") + ". "
                                    + finding.effect() + ". " + finding.advice().text() + "."))
                    .append("</li>\n");
        }
        page.append("</ol>\n");
        for (SeenFile file : files) {
            page.append("<h2>").append(escaped(file.name())).append("</h2>\n");
            file.columns().forEach(column -> figure(page, column));
        }
        return page.append("</body></html>\n").toString();
    }

    private static void figure(StringBuilder page, SeenColumn column) {
        double[] counts = column.isNumber() ? histogram(column.sorted()) : levels(column.levels());
        page.append("<figure><svg width=\"" + WIDTH + "\" height=\"" + HEIGHT + "\" role=\"img\">");
        double most = 1;
        for (double count : counts) {
            most = Math.max(most, count);
        }
        double wide = (double) WIDTH / Math.max(1, counts.length);
        for (int k = 0; k < counts.length; k++) {
            double high = HEIGHT * counts[k] / most;
            page.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                    k * wide,
                    HEIGHT - high,
                    Math.max(1, wide - 1),
                    high));
        }
        double[] sorted = column.isNumber() ? column.sorted() : new double[0];
        String shown = sorted.length == 0
                ? column.kind().word() + ": " + column.shownLevels()
                : Figures.of(sorted[0]) + " to " + Figures.of(sorted[sorted.length - 1]);
        page.append("</svg><figcaption>")
                .append(escaped(column.name() + " (" + shown + ")"))
                .append("</figcaption></figure>\n");
    }

    private static double[] histogram(double[] sorted) {
        double[] counts = new double[sorted.length == 0 ? 0 : BARS];
        if (sorted.length > 0) {
            double least = sorted[0];
            double wide = (sorted[sorted.length - 1] - least) / BARS;
            for (double value : sorted) {
                counts[wide > 0 ? (int) Math.min(BARS - 1, (value - least) / wide) : 0]++;
            }
        }
        return counts;
    }

    private static double[] levels(Map<String, Long> levels) {
        return levels.values().stream()
                .limit(BARS)
                .mapToDouble(Long::doubleValue)
                .toArray();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
