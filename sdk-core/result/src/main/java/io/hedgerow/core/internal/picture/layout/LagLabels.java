// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.Route;
import io.hedgerow.core.internal.picture.ShownNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Puts the lag beside every lagged edge of a picture in layers: between rows, where no label is yet. */
public final class LagLabels {

    private static final double FONT = 10;
    private static final double[] SHARES = {0.5, 0.38, 0.62, 0.26, 0.74};

    private LagLabels() {}

    public static Drawing added(Drawing drawing) {
        List<Drawing.Label> labels = new ArrayList<>();
        for (Drawing.Line line : drawing.lines()) {
            if (line.edge().lag() > 0 && line.curve() instanceof Route route) {
                labels.add(place(route, ShownNetwork.time(line.edge().lag()), labels));
            }
        }
        return new Drawing(drawing.boxes(), drawing.lines(), labels, drawing.width(), drawing.height());
    }

    private static Drawing.Label place(Route route, String text, List<Drawing.Label> others) {
        Drawing.@Nullable Label first = null;
        for (double share : SHARES) {
            for (int k = 1; k < route.rows(); k++) {
                double[] at = route.point(k, share);
                Drawing.Label label = new Drawing.Label(at[0], at[1] + FONT * 0.36, FONT, text);
                if (others.stream().noneMatch(other -> touch(label, other))) {
                    return label;
                }
                first = first == null ? label : first;
            }
        }
        return Objects.requireNonNull(first);
    }

    private static boolean touch(Drawing.Label a, Drawing.Label b) {
        return Math.abs(a.x() - b.x()) < (a.width() + b.width()) / 2 && Math.abs(a.y() - b.y()) < a.height();
    }
}
