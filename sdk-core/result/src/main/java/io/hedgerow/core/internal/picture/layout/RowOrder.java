// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order of variables in {@link SliceLayout}: {@link CausalRank} where causes are known, else short edges; variables
 * without edges come last.
 */
public final class RowOrder {

    private static final int PASSES = 20;

    private final List<ShownEdge> edges;
    /** [i][j]: i must stay above j. */
    private final boolean[][] above;

    private RowOrder(int nodes, List<ShownEdge> edges, int[] rank) {
        this.edges = edges.stream().filter(e -> !e.isOwnLag()).toList();
        this.above = new boolean[nodes][nodes];
        for (ShownEdge edge : this.edges) {
            if (edge.lag() == 0) {
                boolean down = rank[edge.from()] < rank[edge.to()];
                above[down ? edge.from() : edge.to()][down ? edge.to() : edge.from()] = true;
            }
        }
    }

    public static int[] of(int nodes, List<ShownEdge> edges) {
        int[] rank = CausalRank.of(nodes, edges);
        boolean[] joined = new boolean[nodes];
        edges.forEach(e -> joined[e.from()] = true);
        edges.forEach(e -> joined[e.to()] = true);
        List<Integer> order = new ArrayList<>(IntStream.range(0, nodes)
                .boxed()
                .sorted(Comparator.comparing((Integer v) -> !joined[v]).thenComparing(v -> rank[v]))
                .toList());
        int last = (int) order.stream().filter(v -> joined[v]).count();
        RowOrder rows = new RowOrder(nodes, edges, rank);
        boolean moved = true;
        for (int pass = 0; moved && pass < PASSES; pass++) {
            moved = false;
            for (int v = 0; v < nodes; v++) {
                moved |= joined[v] && rows.improve(order, v, last);
            }
        }
        return rows(order);
    }

    private static int[] rows(List<Integer> order) {
        int[] row = new int[order.size()];
        for (int k = 0; k < row.length; k++) {
            row[order.get(k)] = k;
        }
        return row;
    }

    private boolean improve(List<Integer> order, int v, int last) {
        int before = order.indexOf(v);
        int least = length(order);
        int best = before;
        for (int step : new int[] {-1, 1}) {
            int at = before;
            while (at + step >= 0 && at + step < last && mayPass(order.get(at + step), v, step)) {
                move(order, at, at + step);
                at += step;
                int length = length(order);
                if (length < least) {
                    least = length;
                    best = at;
                }
            }
            move(order, at, before);
        }
        move(order, before, best);
        return best != before;
    }

    private boolean mayPass(int other, int v, int step) {
        return step < 0 ? !above[other][v] : !above[v][other];
    }

    private static void move(List<Integer> order, int from, int to) {
        order.add(to, order.remove(from));
    }

    private int length(List<Integer> order) {
        int[] row = rows(order);
        return edges.stream()
                .mapToInt(e -> Math.abs(row[e.from()] - row[e.to()]))
                .sum();
    }
}
