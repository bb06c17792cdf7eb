// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Scores by plain Gaussian elimination and searches by exhaustion: slow, and shares no code with what it checks. */
public final class DirectScore {

    private DirectScore() {}

    /** Adjacency as booleans: edge[i][j] ⇔ i → j. */
    public static boolean[][] edges(WeightMatrix network) {
        int d = network.variables();
        boolean[][] edge = new boolean[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                edge[i][j] = network.hasEdge(i, j);
            }
        }
        return edge;
    }

    public static double of(boolean[][] edge, double[] s, DecomposableScore score) {
        int d = edge.length;
        double sum = 0;
        for (int j = 0; j < d; j++) {
            List<Integer> parents = new ArrayList<>();
            for (int i = 0; i < d; i++) {
                if (edge[i][j]) {
                    parents.add(i);
                    sum += score.penalty(i, j);
                }
            }
            sum += score.fit(j, residualVariance(d, s, parents, j));
        }
        return sum;
    }

    public static double residualVariance(int d, double[] s, List<Integer> parents, int target) {
        int k = parents.size();
        int[] index = new int[k + 1];
        for (int a = 0; a < k; a++) {
            index[a] = parents.get(a);
        }
        index[k] = target;
        double[][] m = new double[k + 1][k + 1];
        for (int a = 0; a <= k; a++) {
            for (int b = 0; b <= k; b++) {
                m[a][b] = s[index[a] * d + index[b]];
            }
        }
        for (int p = 0; p < k; p++) {
            for (int a = p + 1; a <= k; a++) {
                double factor = m[a][p] / m[p][p];
                for (int b = p; b <= k; b++) {
                    m[a][b] -= factor * m[p][b];
                }
            }
        }
        return m[k][k];
    }

    public static boolean acyclic(boolean[][] edge) {
        int d = edge.length;
        boolean[] gone = new boolean[d];
        for (int round = 0; round < d; round++) {
            int root = -1;
            for (int j = 0; j < d && root < 0; j++) {
                boolean free = !gone[j];
                for (int i = 0; i < d; i++) {
                    free &= gone[i] || !edge[i][j];
                }
                root = free ? j : -1;
            }
            if (root < 0) {
                return false;
            }
            gone[root] = true;
        }
        return true;
    }

    public static int parentCount(boolean[][] edge, int target) {
        int count = 0;
        for (boolean[] row : edge) {
            count += row[target] ? 1 : 0;
        }
        return count;
    }

    /** Calls back with every acyclic graph that one addition, deletion or reversal away; the array is reused. */
    public static void neighbours(boolean[][] edge, int maxParents, Consumer<boolean[][]> visitor) {
        int d = edge.length;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (i == j) {
                    continue;
                }
                if (edge[i][j]) {
                    edge[i][j] = false;
                    visitor.accept(edge);
                    edge[j][i] = true;
                    visit(edge, maxParents, i, visitor);
                    edge[j][i] = false;
                    edge[i][j] = true;
                } else if (!edge[j][i]) {
                    edge[i][j] = true;
                    visit(edge, maxParents, j, visitor);
                    edge[i][j] = false;
                }
            }
        }
    }

    private static void visit(boolean[][] edge, int maxParents, int grown, Consumer<boolean[][]> visitor) {
        if (parentCount(edge, grown) <= maxParents && acyclic(edge)) {
            visitor.accept(edge);
        }
    }

    /** Calls back with every directed acyclic graph on d variables, each pair being ∅, → or ←. */
    public static void allGraphs(int d, Consumer<boolean[][]> visitor) {
        fill(new boolean[d][d], 0, 1, visitor);
    }

    private static void fill(boolean[][] edge, int i, int j, Consumer<boolean[][]> visitor) {
        int d = edge.length;
        if (i == d - 1) {
            if (acyclic(edge)) {
                visitor.accept(edge);
            }
            return;
        }
        int nextI = j == d - 1 ? i + 1 : i;
        int nextJ = j == d - 1 ? i + 2 : j + 1;
        fill(edge, nextI, nextJ, visitor);
        edge[i][j] = true;
        fill(edge, nextI, nextJ, visitor);
        edge[i][j] = false;
        edge[j][i] = true;
        fill(edge, nextI, nextJ, visitor);
        edge[j][i] = false;
    }
}
