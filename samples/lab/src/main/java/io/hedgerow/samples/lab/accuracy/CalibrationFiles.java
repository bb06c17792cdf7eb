// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import io.hedgerow.samples.lab.accuracy.StructureTable.StructureRow;
import io.hedgerow.samples.lab.table.SvgPicture;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the calibration of probabilities: {@code calibration.csv} with every bin, and {@code calibration.svg}. */
final class CalibrationFiles {

    private CalibrationFiles() {}

    static Map<String, String> of(List<StructureRow> rows) {
        StringBuilder csv = new StringBuilder("variables,method,event,from,to,predicted,observed,count\n");
        List<CalibrationPicture.Panel> panels = new ArrayList<>();
        for (StructureRow row : rows) {
            StructureRow.Calibrated calibrated = row.calibration();
            if (calibrated != null) {
                String name = row.method() + ", d = " + row.variables();
                EdgeCalibration bins = calibrated.bins();
                append(csv, row, "adjacency", bins.adjacency());
                append(csv, row, "direction", bins.direction());
                panels.add(new CalibrationPicture.Panel(name + ": adjacency", bins.adjacency()));
                panels.add(new CalibrationPicture.Panel(name + ": direction if joined", bins.direction()));
            }
        }
        return Map.of("calibration.csv", csv.toString(), "calibration.svg", CalibrationPicture.svg(panels));
    }

    private static void append(StringBuilder csv, StructureRow row, String event, List<EdgeCalibration.Bin> bins) {
        for (EdgeCalibration.Bin bin : bins) {
            // an empty bin has no means
            csv.append(String.format(
                    Locale.ROOT,
                    "%d,%s,%s,%s,%s,%s,%s,%d\n",
                    row.variables(),
                    row.method(),
                    event,
                    bin.from(),
                    bin.to(),
                    bin.count() == 0 ? "" : bin.predicted(),
                    bin.count() == 0 ? "" : bin.observed(),
                    bin.count()));
        }
    }

    /**
     * Draws predicted beside observed shares, a panel for each kind of event: one column per bin, a hollow circle for
     * the predicted share, a filled square for the observed one, a line between them, and the count below. Black on
     * white; equal columns, because nearly all predictions are close to 0 or 1.
     */
    private static final class CalibrationPicture {

        private static final double COLUMN = 52;
        private static final double HEIGHT = 200;
        private static final double LEFT = 56;
        private static final double TOP = 84;
        private static final double BELOW = 96;

        private CalibrationPicture() {}

        record Panel(String title, List<EdgeCalibration.Bin> bins) {
            Panel {
                bins = List.copyOf(bins);
            }
        }

        /** A self-contained picture, two panels in a line. */
        static String svg(List<Panel> panels) {
            double width = LEFT + COLUMN * panels.get(0).bins().size() + 24;
            double height = TOP + HEIGHT + BELOW;
            int lines = (panels.size() + 1) / 2;
            SvgPicture svg = new SvgPicture(2 * width, lines * height, 12, "Predicted and observed shares");
            for (int p = 0; p < panels.size(); p++) {
                int line = p / 2;
                svg.add("<g transform=\"translate(%.0f %.0f)\">\n", p % 2 * width, line * height);
                write(panels.get(p), svg);
                svg.add("</g>\n");
            }
            return svg.end();
        }

        private static void write(Panel panel, SvgPicture svg) {
            double right = LEFT + COLUMN * panel.bins().size();
            svg.add("<text x=\"%.0f\" y=\"28\" font-size=\"15\" font-weight=\"bold\">%s</text>\n", LEFT, panel.title());
            circle(svg, LEFT + 6, 50);
            svg.add("<text x=\"%.0f\" y=\"54\">predicted</text>\n", LEFT + 18);
            square(svg, LEFT + 106, 50);
            svg.add("<text x=\"%.0f\" y=\"54\">observed</text>\n", LEFT + 118);
            for (int tick = 0; tick <= 4; tick++) {
                double y = y(tick / 4.0);
                svg.add("<path d=\"M%.0f %.1fH%.0f\" stroke=\"#cccccc\"/>\n", LEFT, y, right);
                svg.add("<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%.2f</text>\n", LEFT - 8, y + 4, tick / 4.0);
            }
            svg.add("<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\">bin</text>\n", LEFT - 8, TOP + HEIGHT + 26);
            svg.add("<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\">count</text>\n", LEFT - 8, TOP + HEIGHT + 46);
            for (int b = 0; b < panel.bins().size(); b++) {
                write(panel.bins().get(b), LEFT + COLUMN * (b + 0.5), svg);
            }
        }

        private static void write(EdgeCalibration.Bin bin, double x, SvgPicture svg) {
            label(svg, x, TOP + HEIGHT + 26, plain(bin.from()) + "–" + plain(bin.to()));
            label(svg, x, TOP + HEIGHT + 46, String.valueOf(bin.count()));
            if (bin.count() > 0) {
                double predicted = y(bin.predicted());
                double observed = y(bin.observed());
                svg.add("<path d=\"M%.1f %.1fV%.1f\" stroke=\"#222222\"/>\n", x, predicted, observed);
                square(svg, x, observed);
                circle(svg, x, predicted);
            }
        }

        private static double y(double share) {
            return TOP + HEIGHT * (1 - share);
        }

        private static String plain(double bound) {
            return bound == 0 || bound == 1
                    ? String.valueOf((int) bound)
                    : String.valueOf(bound).substring(1);
        }

        private static void label(SvgPicture svg, double x, double y, String text) {
            svg.add("<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">%s</text>\n", x, y, text);
        }

        private static void circle(SvgPicture svg, double x, double y) {
            svg.add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6.5\" fill=\"none\" stroke=\"#222222\"", x, y);
            svg.add(" stroke-width=\"1.6\"/>\n");
        }

        private static void square(SvgPicture svg, double x, double y) {
            svg.add("<rect x=\"%.1f\" y=\"%.1f\" width=\"7\" height=\"7\"/>\n", x - 3.5, y - 3.5);
        }
    }
}
