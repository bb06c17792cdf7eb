// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * The grid positions of a dynamic network's variables in its time slices, without sizes: a row for each variable, a
 * column for each lag that has an edge, the oldest first, and the present at the end. The past has only variables with
 * an effect. An edge that skips columns passes each in a channel: where a row is empty there, or between two rows.
 */
final class SliceGrid {

    /**
     * The passage of an edge through a column, on a lane from the top of the row's empty place, or of the gap below the
     * row.
     */
    record Passage(int row, boolean below, int lane, int lanes) {}

    private record Channel(int column, int row, boolean below) {}

    private record Wish(ShownEdge edge, Channel channel, double height) {}

    final int[] rowOf;
    /** The lag of every column; the last is 0. */
    final int[] lags;

    final boolean[][] taken;

    private final Map<ShownEdge, List<Passage>> passages = new HashMap<>();

    SliceGrid(int variables, List<ShownEdge> edges) {
        this.rowOf = RowOrder.of(variables, edges);
        TreeSet<Integer> distinct = new TreeSet<>(Comparator.reverseOrder());
        distinct.add(0);
        edges.forEach(e -> distinct.add(e.lag()));
        this.lags = distinct.stream().mapToInt(lag -> lag).toArray();
        this.taken = new boolean[lags.length][variables];
        for (ShownEdge edge : edges) {
            taken[column(edge)][rowOf[edge.from()]] = true;
        }
        Arrays.fill(taken[lags.length - 1], true);
        List<Wish> wishes = new ArrayList<>();
        for (ShownEdge edge : edges) {
            for (int c = column(edge) + 1; c < lags.length - 1; c++) {
                wishes.add(wish(edge, c));
            }
        }
        assign(wishes);
    }

    int column(ShownEdge edge) {
        int column = 0;
        while (lags[column] != edge.lag()) {
            column++;
        }
        return column;
    }

    /** The places where an edge passes the columns between its own and the present. */
    List<Passage> passages(ShownEdge edge) {
        return passages.getOrDefault(edge, List.of());
    }

    private Wish wish(ShownEdge edge, int column) {
        int first = column(edge);
        double from = rowOf[edge.from()];
        double height = from + (rowOf[edge.to()] - from) * (column - first) / (lags.length - 1 - first);
        int nearest = (int) Math.round(height);
        boolean below = taken[column][nearest];
        return new Wish(edge, new Channel(column, below ? (int) Math.floor(height) : nearest, below), height);
    }

    /** Orders the lanes of a channel by the heights at which edges would like to pass, so that few cross. */
    private void assign(List<Wish> wishes) {
        Map<Channel, List<Wish>> crowds = new HashMap<>();
        for (Wish wish : wishes) {
            crowds.computeIfAbsent(wish.channel(), c -> new ArrayList<>()).add(wish);
        }
        crowds.values().forEach(crowd -> crowd.sort(Comparator.comparingDouble(Wish::height)));
        for (Wish wish : wishes) {
            List<Wish> crowd = Objects.requireNonNull(crowds.get(wish.channel()));
            Channel channel = wish.channel();
            passages.computeIfAbsent(wish.edge(), e -> new ArrayList<>())
                    .add(new Passage(channel.row(), channel.below(), crowd.indexOf(wish), crowd.size()));
        }
    }
}
