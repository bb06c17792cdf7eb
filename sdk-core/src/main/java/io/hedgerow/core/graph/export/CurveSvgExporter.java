// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.picture.ShownCurve;
import io.hedgerow.core.internal.picture.svg.CurveLegend;
import io.hedgerow.core.internal.picture.svg.CurvePanel;
import io.hedgerow.core.internal.picture.svg.Svg;
import io.hedgerow.core.internal.picture.svg.SvgText;
import io.hedgerow.core.search.Evidence;
import java.io.IOException;
import java.util.List;

/**
 * Draws the curves of a network's edges as a self-contained SVG picture of small panels, one for each edge, those of
 * one effect beside each other and on one scale. Black and grey on white; every difference is one of shape. Meant for
 * up to 60 edges. Deterministic.
 */
record CurveSvgExporter(List<Evidence.Curve> curves) implements GraphExporter {

    private static final double MARGIN = 28;
    private static final double GAP = 28;
    private static final int MOST_COLUMNS = 5;

    @Override
    public String fileExtension() {
        return "svg";
    }

    @Override
    public void write(NamedNetwork network, Appendable out) throws IOException {
        List<ShownCurve> shown = ShownCurve.of(network, curves);
        List<CurvePanel> panels = shown.stream()
                .map(ShownCurve::effect)
                .distinct()
                .flatMap(effect ->
                        CurvePanel.ofEffect(shown.stream()
                                        .filter(curve -> curve.effect().equals(effect))
                                        .toList())
                                .stream())
                .toList();
        double gutter =
                12 + panels.stream().mapToDouble(CurvePanel::gutter).max().orElse(0);
        int columns = (int) Math.max(1, Math.min(MOST_COLUMNS, Math.ceil(Math.sqrt(panels.size()))));
        int lines = (panels.size() + columns - 1) / columns;
        double column = gutter + CurvePanel.WIDTH + GAP;
        double line = CurvePanel.HEAD + CurvePanel.HEIGHT + CurvePanel.FOOT;
        CurveLegend legend = new CurveLegend(shown);
        double top = MARGIN + 38 + legend.height() + 14;
        double width = Math.max(CurveLegend.width(), columns * column - GAP) + 2 * MARGIN;
        String title = network.title().orElse("Bayesian network") + ": curves";
        String description = "How each effect depends on each of its causes, one panel for each edge";
        Svg svg = new Svg(width, top + lines * line + MARGIN, title, description);
        svg.text(MARGIN, MARGIN + 18, Svg.HEADING, SvgText.fitting(title, width / 19));
        legend.write(MARGIN, MARGIN + 38, svg);
        for (int p = 0; p < panels.size(); p++) {
            int above = p / columns;
            double x = MARGIN + gutter + (p - above * columns) * column;
            double y = top + CurvePanel.HEAD + above * line;
            svg.add("<g transform=\"translate({} {})\">\n", x, y);
            panels.get(p).write(svg);
            svg.add("</g>\n");
        }
        out.append(svg.end());
    }
}
