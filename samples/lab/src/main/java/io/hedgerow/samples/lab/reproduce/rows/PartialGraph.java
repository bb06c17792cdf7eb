// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A graph in which some edges have no direction, as a class of equivalent networks has. Immutable. */
final class PartialGraph {

    private final boolean[][] marks;

    /** i → j where only marks[i][j] is set, i — j where marks[j][i] is, too; [d][d]. */
    PartialGraph(boolean[][] marks) {
        this.marks = new boolean[marks.length][];
        for (int i = 0; i < marks.length; i++) {
            this.marks[i] = marks[i].clone();
        }
    }

    /** Whether it has i → j or i — j. */
    boolean has(int i, int j) {
        return marks[i][j];
    }

    /** The edges that more than half of the sites have (001, §6); a site whose edge has no direction votes for both. */
    static PartialGraph voted(List<PartialGraph> sites) {
        int d = sites.get(0).marks.length;
        boolean[][] marks = new boolean[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                int from = i;
                int to = j;
                marks[i][j] =
                        2 * sites.stream().filter(site -> site.marks[from][to]).count() > sites.size();
            }
        }
        return new PartialGraph(marks);
    }

    /** Compares with a network: an edge without direction is right where the network has it either way (001, §6). */
    Map<Measure, Double> figures(WeightMatrix truth) {
        int found = 0;
        int right = 0;
        int missed = 0;
        int wrong = 0;
        int skeleton = 0;
        for (int i = 0; i < marks.length; i++) {
            for (int j = 0; j < i; j++) {
                boolean joined = marks[i][j] || marks[j][i];
                boolean isTrue = truth.hasEdge(i, j) || truth.hasEdge(j, i);
                boolean fits = (marks[i][j] && truth.hasEdge(i, j)) || (marks[j][i] && truth.hasEdge(j, i));
                found += joined ? 1 : 0;
                right += joined && fits ? 1 : 0;
                missed += isTrue && !joined ? 1 : 0;
                wrong += joined && !fits ? 1 : 0;
                skeleton += joined && isTrue ? 1 : 0;
            }
        }
        Map<Measure, Double> all = new EnumMap<>(Measure.class);
        all.put(Measure.SHD, (double) missed + wrong);
        all.put(Measure.TPR, truth.edgeCount() == 0 ? 1 : right / (double) truth.edgeCount());
        all.put(Measure.FDR, found == 0 ? 0 : wrong / (double) found);
        all.put(Measure.EDGES, (double) found);
        all.put(Measure.SKELETON, (double) skeleton);
        return all;
    }
}
