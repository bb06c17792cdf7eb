// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import io.hedgerow.core.internal.picture.Numbers;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownCurve;
import io.hedgerow.core.internal.picture.TextWidth;
import io.hedgerow.core.internal.text.AxisTicks;
import io.hedgerow.core.search.Evidence;
import java.util.List;

/** One curve in a frame: its band of two deviations, the line of no effect, a diamond where causes act together. */
public record CurvePanel(ShownCurve shown, double low, double high) {

    public static final double WIDTH = 200;
    public static final double HEIGHT = 130;
    /** Room above the frame, for the title. */
    public static final double HEAD = 26;
    /** Room below it, for values and the name of the cause. */
    public static final double FOOT = 44;

    /** Deviations on each side of a curve. */
    static final double BAND = 2;

    static final double FONT = 11;

    private static final double TITLE = 13;
    private static final int MOST_TICKS = 5;

    private static double lower(Evidence.Point point) {
        return point.effect() - BAND * point.deviation();
    }

    private static double upper(Evidence.Point point) {
        return point.effect() + BAND * point.deviation();
    }

    /** The curves of one effect in frames of one scale, which has all bands and 0. */
    public static List<CurvePanel> ofEffect(List<ShownCurve> curves) {
        double low = 0;
        double high = 0;
        for (ShownCurve curve : curves) {
            for (Evidence.Point point : curve.curve().points()) {
                low = Math.min(low, lower(point));
                high = Math.max(high, upper(point));
            }
        }
        double room = high > low ? 0.04 * (high - low) : 1;
        double from = low - room;
        double to = high + room;
        return curves.stream().map(curve -> new CurvePanel(curve, from, to)).toList();
    }

    /** The width of the values at the left. */
    public double gutter() {
        return effects().stream()
                .mapToDouble(tick -> TextWidth.ems(tick.text()) * FONT)
                .max()
                .orElse(0);
    }

    private List<AxisTicks.Tick> effects() {
        return AxisTicks.of(low, high, MOST_TICKS);
    }

    private double left() {
        return shown.curve().points().get(0).cause();
    }

    private double right() {
        List<Evidence.Point> points = shown.curve().points();
        double last = points.get(points.size() - 1).cause();
        return last > left() ? last : left() + Math.max(1, Math.abs(left()));
    }

    private List<AxisTicks.Tick> causes() {
        for (int most = MOST_TICKS; ; most--) {
            List<AxisTicks.Tick> ticks = AxisTicks.of(left(), right(), most);
            double taken = ticks.stream()
                    .mapToDouble(tick -> (TextWidth.ems(tick.text()) + 1) * FONT)
                    .sum();
            if (taken <= WIDTH || most == 1) {
                return ticks;
            }
        }
    }

    private double x(double cause) {
        return WIDTH * (cause - left()) / (right() - left());
    }

    private double y(double effect) {
        return HEIGHT * (high - effect) / (high - low);
    }

    public void write(Svg svg) {
        svg.add("<title>{}</title>\n", Xml.shown(words()));
        double title = WIDTH - (shown.curve().interacting() ? 20 : 0);
        svg.text(0, -10, "font-size=\"13\" font-weight=\"bold\"", fitting(title));
        if (shown.curve().interacting()) {
            diamond(WIDTH - 8, -14, svg);
        }
        for (AxisTicks.Tick tick : effects()) {
            svg.add("<path d=\"M0 {}h{}\" stroke=\"#dddddd\"/>\n", y(tick.value()), WIDTH);
            label(-6, y(tick.value()) + 4, "end", tick.text(), svg);
        }
        for (AxisTicks.Tick tick : causes()) {
            svg.add("<path d=\"M{} 0v{}\" stroke=\"#dddddd\"/>\n", x(tick.value()), HEIGHT);
            label(x(tick.value()), HEIGHT + 15, "middle", tick.text(), svg);
        }
        label(WIDTH / 2, HEIGHT + 31, "middle", TextWidth.fitting(shown.cause(), WIDTH / FONT), svg);
        curve(svg);
        svg.add("<rect width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\"/>\n", WIDTH, HEIGHT, Style.QUIET);
    }

    private void curve(Svg svg) {
        StringBuilder line = new StringBuilder();
        StringBuilder upper = new StringBuilder();
        StringBuilder lower = new StringBuilder();
        for (Evidence.Point point : shown.curve().points()) {
            double x = x(point.cause());
            line.append(line.isEmpty() ? "M" : "L").append(Numbers.at(x, y(point.effect())));
            upper.append(upper.isEmpty() ? "M" : "L").append(Numbers.at(x, y(upper(point))));
            lower.insert(0, "L" + Numbers.at(x, y(lower(point))));
        }
        svg.add("<path d=\"{}{}Z\" fill=\"{}\"/>\n", upper, lower, CurveLegend.BAND_FILL);
        svg.add("<path d=\"M0 {}h{}\" {}/>\n", y(0), WIDTH, CurveLegend.ZERO);
        svg.add("<path d=\"{}\" {}/>\n", line, CurveLegend.LINE);
    }

    static void diamond(double x, double y, Svg svg) {
        svg.add("<path d=\"M{} {}l6 6l-6 6l-6 -6Z\" fill=\"{}\"/>\n", x, y - 6, Style.INK);
    }

    private static void label(double x, double y, String anchor, String text, Svg svg) {
        svg.text(x, y, "font-size=\"11\" text-anchor=\"" + anchor + '"', text);
    }

    /** Both names, shortened alike until they fit. */
    private String fitting(double width) {
        int longest = Math.max(shown.cause().length(), shown.effect().length());
        String title = shown.title(shown.cause(), shown.effect());
        while (TextWidth.ems(title) * TITLE > width && longest > 3) {
            longest--;
            title = shown.title(
                    TextWidth.shortened(shown.cause(), longest), TextWidth.shortened(shown.effect(), longest));
        }
        return title;
    }

    private String words() {
        return shown.title(shown.cause(), shown.effect())
                + (shown.curve().interacting() ? ", which also depends on another cause" : "");
    }
}
