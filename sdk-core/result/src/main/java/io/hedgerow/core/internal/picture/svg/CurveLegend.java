// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.internal.picture.ShownNetwork.ShownCurve;
import java.util.List;

/** The legend of a picture of curves, one line for each mark. Greys and shapes only. */
public record CurveLegend(List<ShownCurve> curves) {

    static final String BAND_FILL = "#cfcfcf";
    static final String LINE = "fill=\"none\" stroke=\"" + Style.INK + "\" stroke-width=\"1.8\"";
    static final String ZERO = "fill=\"none\" stroke=\"" + Style.QUIET + "\" stroke-dasharray=\"4 3\"";

    private static final double LINE_HEIGHT = 20;

    private boolean interacting() {
        return curves.stream().anyMatch(curve -> curve.curve().interacting());
    }

    private boolean undirected() {
        return curves.stream().anyMatch(curve -> !curve.edge().edge().directed());
    }

    public double height() {
        return LINE_HEIGHT * (3 + (interacting() ? 1 : 0) + (undirected() ? 1 : 0));
    }

    public static double width() {
        return 410;
    }

    public void write(double x, double top, Svg svg) {
        double y = top + LINE_HEIGHT / 2;
        svg.add("<path d=\"M{} {}h34\" {}/>\n", x, y, LINE);
        text(x, y, "change of the effect's mean, in its unit", svg);
        y += LINE_HEIGHT;
        svg.add("<rect x=\"{}\" y=\"{}\" width=\"34\" height=\"12\" fill=\"{}\"/>\n", x, y - 6, BAND_FILL);
        text(x, y, "two standard deviations to either side", svg);
        y += LINE_HEIGHT;
        svg.add("<path d=\"M{} {}h34\" {}/>\n", x, y, ZERO);
        text(x, y, "the effect's mean over all rows", svg);
        if (interacting()) {
            y += LINE_HEIGHT;
            CurvePanel.diamond(x + 17, y, svg);
            text(x, y, "also depends on another cause; shown is the mean over it", svg);
        }
        if (undirected()) {
            y += LINE_HEIGHT;
            svg.text(x + 10, y + 4, "font-size=\"13\" font-weight=\"bold\"", "—");
            text(x, y, "direction not identified", svg);
        }
    }

    private static void text(double x, double y, String text, Svg svg) {
        svg.text(x + 42, y + 4, "font-size=\"12\"", text);
    }
}
