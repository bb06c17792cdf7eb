// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import java.util.List;
import java.util.Locale;

/**
 * Draws figures of a grid as shaded cells with the figure in each, so that it reads in black and white and for the
 * colour-blind: shades differ in lightness alone, dark is best, and the best cell has a frame.
 *
 * @param title above
 * @param across name of the columns
 * @param down name of the rows; empty for one row
 * @param cells [rows][columns]; NaN for points that were not run
 * @param highest whether the highest figure is the best, rather than the lowest
 */
public record Heatmap(
        String title,
        String across,
        List<String> columns,
        String down,
        List<String> rows,
        List<List<Double>> cells,
        boolean highest) {

    private static final int CELL_WIDTH = 76;
    private static final int CELL_HEIGHT = 34;
    private static final int LEAST_LEFT = 96;
    private static final int TOP = 58;
    /** The lightness of the worst and of the best cell, of 255. */
    private static final int LIGHT = 250;

    private static final int DARK = 70;
    /** The lightness below which figures are written in white. */
    private static final int WHITE_BELOW = 140;

    public Heatmap {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        cells = cells.stream().map(List::copyOf).toList();
    }

    public int width() {
        return Math.max(left() + columns.size() * CELL_WIDTH + 24, 11 + 7 * title.length());
    }

    /** The position where cells begin: after the names of the rows. */
    private int left() {
        return rows.stream().mapToInt(row -> 18 + 7 * row.length()).reduce(LEAST_LEFT, Math::max);
    }

    public int height() {
        return TOP + rows.size() * CELL_HEIGHT + 52;
    }

    public String svg() {
        SvgPicture svg = new SvgPicture(width(), height(), 12, title);
        draw(svg);
        return svg.end();
    }

    public void draw(SvgPicture svg) {
        double worst = highest ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        double best = -worst;
        for (List<Double> row : cells) {
            for (double cell : row) {
                if (!Double.isNaN(cell)) {
                    worst = highest ? Math.min(worst, cell) : Math.max(worst, cell);
                    best = highest ? Math.max(best, cell) : Math.min(best, cell);
                }
            }
        }
        int left = left();
        text(svg, 10, 22, "start", " font-size=\"13\" font-weight=\"bold\"", title);
        text(svg, left + columns.size() * CELL_WIDTH / 2, height() - 12, "middle", "", across);
        text(svg, 10, TOP - 14, "start", "", down);
        for (int r = 0; r < rows.size(); r++) {
            int y = TOP + r * CELL_HEIGHT;
            text(svg, left - 8, y + 21, "end", "", rows.get(r));
            for (int c = 0; c < columns.size(); c++) {
                cell(svg, left + c * CELL_WIDTH, y, cells.get(r).get(c), best, worst);
            }
        }
        for (int c = 0; c < columns.size(); c++) {
            int x = left + c * CELL_WIDTH + CELL_WIDTH / 2;
            text(svg, x, TOP + rows.size() * CELL_HEIGHT + 18, "middle", "", columns.get(c));
        }
    }

    private static void cell(SvgPicture svg, int x, int y, double figure, double best, double worst) {
        boolean none = Double.isNaN(figure);
        double share = none || best == worst ? 0 : (figure - worst) / (best - worst);
        int grey = none ? 255 : (int) Math.round(LIGHT + share * (DARK - LIGHT));
        boolean framed = !none && figure == best;
        svg.add(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\" stroke=\"%s\""
                        + " stroke-width=\"%d\"/>\n",
                x + 2,
                y + 2,
                CELL_WIDTH - 4,
                CELL_HEIGHT - 4,
                grey,
                grey,
                grey,
                framed ? "#000000" : "#cccccc",
                framed ? 3 : 1);
        String colour = grey < WHITE_BELOW ? " fill=\"#ffffff\"" : "";
        text(svg, x + CELL_WIDTH / 2, y + 21, "middle", colour, none ? "–" : number(figure));
    }

    /** Writes four significant digits. */
    static String number(double figure) {
        double size = Math.abs(figure);
        return String.format(
                Locale.ROOT, size >= 1000 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.3f" : "%.4f", figure);
    }

    private static void text(SvgPicture svg, int x, int y, String anchor, String more, String text) {
        svg.add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\"%s>%s</text>\n",
                x, y, anchor, more, SvgPicture.escape(text));
    }
}
