// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The profile of a path diagram's score: how far it falls when the edge between two variables is forced to another type
 * and the edges around it adapt. Marks of the best diagram alone say too much, for many diagrams with other marks
 * explain finite data almost as well. Where another diagram turns out to be better, it takes the place of the best, and
 * the profile begins anew. Not thread-safe.
 */
final class DiagramProfile {

    private static final int MOST_RESTARTS = 6;
    /** Nats by which another diagram must be better. */
    private static final double BETTER = 0.1;

    private final DiagramScore score;
    private final double[] correlation;
    private final double rows;
    private final EdgeRules rules;
    private final int d;
    /** [i · d + j], i &lt; j: pairs that are considered beside the adjacent ones. */
    private final boolean[] considered;
    /** [i · d + j]: marks at j that are looked at. */
    private final boolean[] ends;

    private final boolean adjacencies;
    /** [i · d + j], i &lt; j: the fall of the score, by the required edge. */
    private final Map<Edge, double[]> falls = new EnumMap<>(Edge.class);

    private PathDiagram best;
    private AncestralGraph marks;
    private double height;

    /** Takes all marks and adjacencies of a diagram. */
    static DiagramProfile of(
            DiagramScore score,
            double[] correlation,
            double rows,
            EdgeRules rules,
            PathDiagram start,
            boolean[] considered) {
        boolean[] ends = new boolean[considered.length];
        Arrays.fill(ends, true);
        return new DiagramProfile(score, correlation, rows, rules, start, considered, ends, true);
    }

    /** Takes some marks, [i · d + j] at j, and no adjacencies. */
    static DiagramProfile ofEnds(
            DiagramScore score, double[] correlation, double rows, EdgeRules rules, PathDiagram start, boolean[] ends) {
        return new DiagramProfile(
                score, correlation, rows, rules, start, new boolean[ends.length], ends.clone(), false);
    }

    private DiagramProfile(
            DiagramScore score,
            double[] correlation,
            double rows,
            EdgeRules rules,
            PathDiagram start,
            boolean[] considered,
            boolean[] ends,
            boolean adjacencies) {
        this.score = score;
        this.correlation = correlation;
        this.rows = rows;
        this.rules = rules;
        this.d = start.variables;
        this.considered = considered.clone();
        this.ends = ends;
        this.adjacencies = adjacencies;
        this.best = start;
        this.marks = Orientation.classOf(AncestralGraph.of(start), rules);
        this.height = score.of(start);
        boolean settled = false;
        for (int restart = 0; restart <= MOST_RESTARTS && !settled; restart++) {
            settled = settles(restart < MOST_RESTARTS);
        }
    }

    PathDiagram best() {
        return best;
    }

    AncestralGraph marks() {
        return marks;
    }

    /**
     * The nats by which the score falls when the mark at j of the edge between i and j must be another: 0 of a circle,
     * and where the diagram has no edge between the two. Only of marks that are looked at.
     */
    double fallOfEnd(int i, int j) {
        End end = marks.end(i, j).orElse(End.CIRCLE);
        Edge now = best.edge(i, j);
        if (end == End.ARROW && now != Edge.NONE && now != Edge.BACKWARD) {
            return fall(i, j, Edge.BACKWARD);
        }
        if (end == End.TAIL && now == Edge.BACKWARD) {
            return Math.min(fall(i, j, Edge.TWO_HEADED), fall(i, j, Edge.FORWARD));
        }
        return 0;
    }

    /**
     * ln of the odds that two variables are adjacent, overstated: a climb that forces another edge moves a few around
     * it, and may end below the best diagram with that edge. With four variables it was up to nine nats too large of
     * pairs that are joined, and 0.7 of others, so what is said to be sure by six nats may be less sure.
     */
    double joining(int i, int j) {
        if (best.joined(i, j)) {
            return fall(i, j, Edge.NONE);
        }
        if (marks.joined(i, j)) {
            return 0; // by an inducing path, which nothing here judges
        }
        return -Math.min(Math.min(fall(i, j, Edge.FORWARD), fall(i, j, Edge.BACKWARD)), fall(i, j, Edge.TWO_HEADED));
    }

    private double fall(int i, int j, Edge edge) {
        return i < j ? falls(edge)[i * d + j] : falls(edge.reversed())[j * d + i];
    }

    private double[] falls(Edge edge) {
        return falls.computeIfAbsent(edge, key -> new double[d * d]);
    }

    private Set<Edge> others(int i, int j) {
        Set<Edge> others = EnumSet.noneOf(Edge.class);
        if (best.joined(i, j)) {
            if (adjacencies) {
                others.add(Edge.NONE);
            }
            addOthers(others, lookedAt(i, j), Edge.BACKWARD, Edge.FORWARD);
            addOthers(others, lookedAt(j, i), Edge.FORWARD, Edge.BACKWARD);
            others.remove(best.edge(i, j));
        } else if (considered[i * d + j]) {
            others.addAll(EnumSet.of(Edge.FORWARD, Edge.BACKWARD, Edge.TWO_HEADED));
        }
        return others;
    }

    private End lookedAt(int i, int j) {
        return ends[i * d + j] ? marks.end(i, j).orElse(End.CIRCLE) : End.CIRCLE;
    }

    private static void addOthers(Set<Edge> others, End end, Edge fromHere, Edge intoHere) {
        if (end == End.ARROW) {
            others.add(fromHere);
        } else if (end == End.TAIL) {
            others.add(intoHere);
            others.add(Edge.TWO_HEADED);
        }
    }

    private boolean settles(boolean restarts) {
        for (Edge edge : Edge.all()) {
            Arrays.fill(falls(edge), Double.POSITIVE_INFINITY);
        }
        Optional<PathDiagram> better = Optional.empty();
        double top = height + BETTER;
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                for (Edge edge : others(i, j)) {
                    DiagramClimb climb = new DiagramClimb(score, correlation, rows, rules, best);
                    if (climb.force(i, j, edge)) {
                        double reached = score.of(climb.diagram());
                        falls(edge)[i * d + j] = Math.max(0, height - reached);
                        if (reached > top) {
                            top = reached;
                            better = Optional.of(climb.diagram());
                        }
                    } else if (rules.permit(i, j, edge) && edge == Edge.TWO_HEADED) {
                        falls(edge)[i * d + j] = 0; // a district too large to be judged
                    }
                }
            }
        }
        if (better.isEmpty() || !restarts) {
            return true;
        }
        best = new DiagramClimb(score, correlation, rows, rules, better.get())
                .withHidden()
                .diagram();
        marks = Orientation.classOf(AncestralGraph.of(best), rules);
        height = score.of(best);
        return false;
    }
}
