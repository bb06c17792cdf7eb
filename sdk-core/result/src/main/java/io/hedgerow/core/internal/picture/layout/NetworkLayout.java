// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Lays out a whole network: each connected part in layers, the parts packed together, lone variables in rows below. */
public final class NetworkLayout {

    private static final double PART_GAP = 44;
    private static final double LONE_GAP = 14;
    private static final double ASPECT = 1.7;

    private final double[] width;
    private final List<ShownEdge> edges;

    private NetworkLayout(ShownNetwork network, double[] width) {
        this.width = width;
        this.edges = network.edges().stream().filter(e -> !e.isOwnLag()).toList();
    }

    /** Lays out boxes of these widths, lone ones at least {@code least} wide. A variable's own past has no line. */
    public static Drawing of(ShownNetwork network, double[] width, double least) {
        return new NetworkLayout(network, width).drawing(least);
    }

    private Drawing drawing(double least) {
        int[] rank = CausalRank.of(width.length, edges);
        int[] part = parts();
        List<Drawing> drawings = new ArrayList<>();
        List<Integer> lone = new ArrayList<>();
        for (int root = 0; root < part.length; root++) {
            int which = root;
            int[] members = IntStream.range(0, part.length)
                    .filter(v -> part[v] == which)
                    .toArray();
            if (members.length == 1) {
                lone.add(root);
            } else if (members.length > 1) {
                double[] widths =
                        Arrays.stream(members).mapToDouble(v -> width[v]).toArray();
                List<ShownEdge> inside =
                        edges.stream().filter(e -> part[e.from()] == which).toList();
                drawings.add(ComponentLayout.of(members, widths, inside, rank));
            }
        }
        Drawing packed = packed(drawings);
        return withLone(packed, lone, Math.max(packed.width(), least));
    }

    /** For each variable the smallest index in its connected part. */
    private int[] parts() {
        int[] part = IntStream.range(0, width.length).toArray();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (ShownEdge edge : edges) {
                int smaller = Math.min(part[edge.from()], part[edge.to()]);
                changed |= part[edge.from()] != part[edge.to()];
                part[edge.from()] = smaller;
                part[edge.to()] = smaller;
            }
        }
        return part;
    }

    /** Largest first, in rows of about the wanted shape. */
    private static Drawing packed(List<Drawing> parts) {
        List<Drawing> largestFirst = new ArrayList<>(parts);
        largestFirst.sort(Comparator.comparingDouble(p -> -p.width() * p.height()));
        double area = 0;
        double limit = 0;
        for (Drawing part : largestFirst) {
            area += (part.width() + PART_GAP) * (part.height() + PART_GAP);
            limit = Math.max(limit, part.width());
        }
        limit = Math.max(limit, Math.sqrt(area * ASPECT));
        List<Drawing.Box> boxes = new ArrayList<>();
        List<Drawing.Line> lines = new ArrayList<>();
        double x = 0;
        double y = 0;
        double rowHeight = 0;
        double total = 0;
        for (Drawing part : largestFirst) {
            if (x > 0 && x + part.width() > limit) {
                x = 0;
                y += rowHeight + PART_GAP;
                rowHeight = 0;
            }
            Drawing moved = part.moved(x, y);
            boxes.addAll(moved.boxes());
            lines.addAll(moved.lines());
            total = Math.max(total, x + part.width());
            x += part.width() + PART_GAP;
            rowHeight = Math.max(rowHeight, part.height());
        }
        return new Drawing(boxes, lines, total, y + rowHeight);
    }

    private Drawing withLone(Drawing drawing, List<Integer> lone, double limit) {
        List<Drawing.Box> boxes = new ArrayList<>(drawing.boxes());
        double total = drawing.width();
        double x = 0;
        double y = drawing.height() + (drawing.height() > 0 ? PART_GAP : 0) + ComponentLayout.NODE_HEIGHT / 2;
        for (int v : lone) {
            if (x > 0 && x + width[v] > limit) {
                x = 0;
                y += ComponentLayout.NODE_HEIGHT + LONE_GAP;
            }
            boxes.add(new Drawing.Box(v, x + width[v] / 2, y, width[v], ComponentLayout.NODE_HEIGHT));
            x += width[v] + LONE_GAP;
            total = Math.max(total, x - LONE_GAP);
        }
        double height = lone.isEmpty() ? drawing.height() : y + ComponentLayout.NODE_HEIGHT / 2;
        return new Drawing(boxes, drawing.lines(), total, height);
    }
}
