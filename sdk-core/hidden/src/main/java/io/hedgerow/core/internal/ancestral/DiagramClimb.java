// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * Climbs over path diagrams by {@link DiagramScore} from a graph without hidden causes: the edge between two variables
 * changes, or a triangle or a clique of four becomes two-headed at once; where two-headed edges are added, unneeded
 * edges into their district are removed. A hidden cause of k variables makes a clique of k, and more edges beside, in
 * the best graph without hidden causes, from which single changes find no way. The best change is taken until none
 * raises the score.
 */
final class DiagramClimb {

    static final double LEAST_GAIN = 1e-6;

    private static final int MOST_IN_DISTRICT = 8;
    private static final int MOST_CHANGES = 300;
    private static final int MOST_AFTER_FORCE = 3;
    /** A change of a pair that loses so many nats before other edges go is not followed. */
    private static final double HOPELESS = 30;

    private static final double HOPELESS_CLIQUE = 60;
    /** Below this gain of the best pair, cliques are tried, too. */
    private static final double SMALL = 3;
    /** The share of an edge's price that residuals must suggest as gain: below it there is no edge. */
    private static final double SUGGESTED = 0.5;

    private final DiagramScore score;
    private final double[] correlation;
    private final double rows;
    private final EdgeRules rules;
    private final int d;
    private PathDiagram diagram;
    /** i · d + j of the pair that stays, i &lt; j; −1 when none does. */
    private int kept = -1;

    DiagramClimb(DiagramScore score, double[] correlation, double rows, EdgeRules rules, PathDiagram start) {
        this.score = score;
        this.correlation = correlation;
        this.rows = rows;
        this.rules = rules;
        this.d = start.variables;
        this.diagram = start.copy();
    }

    PathDiagram diagram() {
        return diagram;
    }

    /** Climbs to the best diagram without two-headed edges that changes of single pairs reach. */
    DiagramClimb withoutHidden() {
        climb(MOST_CHANGES, (i, j) -> true, false, false);
        return this;
    }

    DiagramClimb withHidden() {
        climb(MOST_CHANGES, (i, j) -> true, true, true);
        return this;
    }

    /** The same, from the best clique that becomes two-headed at once, if that raises the score. */
    DiagramClimb withHiddenClique() {
        diagram = cliques(new Better(LEAST_GAIN, diagram)).diagram();
        return withHidden();
    }

    /**
     * Sets and keeps the edge between i and j, i &lt; j, with a few other changes of the two. Where it would close a
     * cycle, the first edges of the paths that it would close turn, too, or the last ones. False where it cannot be.
     */
    boolean force(int i, int j, Edge edge) {
        PathDiagram forced = diagram.copy();
        if (!rules.permit(i, j, edge)) {
            return false;
        }
        if (!put(forced, i, j, edge)) {
            Optional<PathDiagram> turned =
                    edge == Edge.FORWARD ? against(i, j) : edge == Edge.BACKWARD ? against(j, i) : Optional.empty();
            if (turned.isEmpty()) {
                return false;
            }
            forced = turned.get();
        }
        double before = score.of(diagram);
        diagram = forced;
        kept = i * d + j;
        if (edge == Edge.TWO_HEADED) {
            prune(diagram, i);
        }
        if (score.of(diagram) > before - HOPELESS) {
            climb(MOST_AFTER_FORCE, (a, b) -> (a == i || a == j || b == i || b == j) && a * d + b != kept, true, false);
        }
        return true;
    }

    /** The better of two diagrams with i → j, in which edges of all paths from j to i are turned. */
    private Optional<PathDiagram> against(int i, int j) {
        PathDiagram apart = diagram.copy();
        apart.set(i, j, Edge.NONE);
        PathDiagram first = apart.copy();
        PathDiagram last = apart.copy();
        boolean firstMay = true;
        boolean lastMay = true;
        for (int k = 0; k < d; k++) {
            if (apart.isParent(j, k) && apart.reaches(k, i)) {
                firstMay &= rules.permit(j, k, Edge.BACKWARD);
                first.set(j, k, Edge.BACKWARD);
            }
            if (apart.isParent(k, i) && apart.reaches(j, k)) {
                lastMay &= rules.permit(k, i, Edge.BACKWARD);
                last.set(k, i, Edge.BACKWARD);
            }
        }
        first.set(i, j, Edge.FORWARD);
        last.set(i, j, Edge.FORWARD);
        if (firstMay && (!lastMay || score.of(first) >= score.of(last))) {
            return Optional.of(first);
        }
        return lastMay ? Optional.of(last) : Optional.empty();
    }

    private void climb(int most, BiPredicate<Integer, Integer> may, boolean hidden, boolean cliques) {
        for (int change = 0; change < most; change++) {
            Better best = new Better(LEAST_GAIN, diagram);
            boolean[] suggested = suggested();
            for (int i = 0; i < d; i++) {
                for (int j = i + 1; j < d; j++) {
                    if (may.test(i, j) && (diagram.joined(i, j) || suggested[i * d + j])) {
                        best = changed(i, j, hidden, best);
                    }
                }
            }
            best = cliques && best.gain() < SMALL ? cliques(best) : best;
            if (best.gain() <= LEAST_GAIN) {
                break;
            }
            diagram = best.diagram();
        }
    }

    private record Better(double gain, PathDiagram diagram) {}

    private Better changed(int i, int j, boolean hidden, Better best) {
        Better better = best;
        Edge now = diagram.edge(i, j);
        for (Edge to : Edge.all()) {
            if (to == now || (to == Edge.TWO_HEADED && !hidden) || !rules.permit(i, j, to)) {
                continue;
            }
            PathDiagram tried = diagram.copy();
            if (!put(tried, i, j, to)) {
                continue;
            }
            int[] touched = union(diagram.district(i), diagram.district(j));
            double gain = score.around(tried, touched) - score.around(diagram, touched);
            if (to == Edge.TWO_HEADED && gain > -HOPELESS) {
                gain += prune(tried, i);
            }
            if (gain > better.gain()) {
                better = new Better(gain, tried);
            }
        }
        return better;
    }

    /** Sets an edge; false where it would close a cycle or make a district too large. */
    static boolean put(PathDiagram diagram, int i, int j, Edge to) {
        diagram.set(i, j, Edge.NONE);
        if ((to == Edge.FORWARD && diagram.reaches(j, i)) || (to == Edge.BACKWARD && diagram.reaches(i, j))) {
            return false;
        }
        diagram.set(i, j, to);
        return to != Edge.TWO_HEADED || diagram.district(i).length <= MOST_IN_DISTRICT;
    }

    static int[] union(int[] first, int[] second) {
        return first[0] == second[0]
                ? first
                : IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    }

    /** Removes edges into a district, except the kept pair's, while that raises the score; returns the gain. */
    private double prune(PathDiagram tried, int member) {
        double total = 0;
        int[] members = tried.district(member);
        boolean more = true;
        while (more) {
            double most = LEAST_GAIN;
            int from = -1;
            int into = -1;
            for (int j : members) {
                for (int i = 0; i < d; i++) {
                    boolean goes = Math.min(i, j) * d + Math.max(i, j) != kept
                            && ((tried.isParent(i, j) && !rules.requires(i, j)) || (i < j && tried.areSiblings(i, j)));
                    if (goes) {
                        double gain = without(tried, i, j);
                        if (gain > most) {
                            most = gain;
                            from = i;
                            into = j;
                        }
                    }
                }
            }
            more = from >= 0;
            if (more) {
                tried.set(from, into, Edge.NONE);
                total += most;
            }
        }
        return total;
    }

    private double without(PathDiagram tried, int i, int j) {
        Edge edge = tried.edge(i, j);
        int[] touched = tried.district(j);
        double before = score.around(tried, touched);
        tried.set(i, j, Edge.NONE);
        double gain = score.around(tried, touched) - before;
        tried.set(i, j, edge);
        return gain;
    }

    private Better cliques(Better best) {
        Better better = best;
        for (int[] clique : cliques()) {
            PathDiagram tried = diagram.copy();
            boolean permitted = true;
            for (int i : clique) {
                for (int j : clique) {
                    if (i < j) {
                        permitted &= rules.permit(i, j, Edge.TWO_HEADED);
                        tried.set(i, j, Edge.TWO_HEADED);
                    }
                }
            }
            int[] members = tried.district(clique[0]);
            if (!permitted || members.length > MOST_IN_DISTRICT) {
                continue;
            }
            double gain = score.around(tried, members) - score.around(diagram, members);
            int into = 0;
            for (int j : members) {
                for (int i = 0; i < d; i++) {
                    into += tried.isParent(i, j) || (i < j && tried.areSiblings(i, j)) ? 1 : 0;
                }
            }
            if (gain > -HOPELESS_CLIQUE && gain + into * score.price() > better.gain()) {
                gain += prune(tried, clique[0]);
                if (gain > better.gain()) {
                    better = new Better(gain, tried);
                }
            }
        }
        return better;
    }

    /** Triangles and cliques of four that are not two-headed already. */
    private List<int[]> cliques() {
        List<int[]> all = new ArrayList<>();
        for (int a = 0; a < d; a++) {
            for (int b = a + 1; b < d; b++) {
                for (int c = b + 1; diagram.joined(a, b) && c < d; c++) {
                    if (!diagram.joined(a, c) || !diagram.joined(b, c)) {
                        continue;
                    }
                    if (!(diagram.areSiblings(a, b) && diagram.areSiblings(a, c) && diagram.areSiblings(b, c))) {
                        all.add(new int[] {a, b, c});
                    }
                    for (int e = c + 1; e < d; e++) {
                        if (diagram.joined(a, e) && diagram.joined(b, e) && diagram.joined(c, e)) {
                            all.add(new int[] {a, b, c, e});
                        }
                    }
                }
            }
        }
        return all;
    }

    /** Pairs whose residuals, each of a regression on the parents, are correlated. */
    private boolean[] suggested() {
        double[] e = new double[d * d]; // row j: residual of j as a combination of columns
        for (int j = 0; j < d; j++) {
            int target = j;
            int[] parents = IntStream.range(0, d)
                    .filter(i -> diagram.isParent(i, target))
                    .toArray();
            int k = parents.length;
            double[] gram = new double[k * k];
            double[] solution = new double[k];
            for (int a = 0; a < k; a++) {
                solution[a] = correlation[parents[a] * d + j];
                for (int c = 0; c < k; c++) {
                    gram[a * k + c] = correlation[parents[a] * d + parents[c]];
                }
            }
            e[j * d + j] = 1;
            if (SmallCholesky.factor(gram, k, LEAST_GAIN)) {
                SmallCholesky.solve(gram, k, solution);
                for (int a = 0; a < k; a++) {
                    e[j * d + parents[a]] = -solution[a];
                }
            }
        }
        double[] products = new double[d * d]; // of residual j with column i
        for (int j = 0; j < d; j++) {
            for (int x = 0; x < d; x++) {
                double weight = e[j * d + x];
                for (int i = 0; weight != 0 && i < d; i++) {
                    products[j * d + i] += weight * correlation[x * d + i];
                }
            }
        }
        double[] residuals = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                for (int x = 0; x < d; x++) {
                    if (e[i * d + x] != 0) {
                        residuals[i * d + j] += e[i * d + x] * products[j * d + x];
                    }
                }
            }
        }
        boolean[] suggested = new boolean[d * d];
        for (int k = 0; k < d * d; k++) {
            double r2 = residuals[k] * residuals[k] / (residuals[k / d * (d + 1)] * residuals[k % d * (d + 1)]);
            suggested[k] = rows / 2 * r2 > SUGGESTED * score.price();
        }
        return suggested;
    }
}
