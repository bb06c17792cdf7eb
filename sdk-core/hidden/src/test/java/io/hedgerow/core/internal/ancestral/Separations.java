// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;

/** m-separation by its definition (Richardson 2003): every path is looked at, so a few variables only. */
final class Separations {

    private Separations() {}

    /** Whether a set, by the bits of its variables, separates two in a path diagram. */
    private static boolean separates(PathDiagram diagram, boolean[] causes, int i, int j, int given) {
        return !connects(diagram, causes, i, i, j, 1 << i, Edge.NONE, given);
    }

    /** Goes on from {@code at}; {@code into} is the last edge as seen from where it began. */
    private static boolean connects(
            PathDiagram diagram, boolean[] causes, int first, int at, int end, int seen, Edge into, int given) {
        for (int next = 0; next < diagram.variables; next++) {
            Edge edge = diagram.edge(at, next);
            if (edge == Edge.NONE || (seen & (1 << next)) != 0) {
                continue;
            }
            if (at != first) {
                boolean headIn = into == Edge.FORWARD || into == Edge.TWO_HEADED;
                boolean headOut = edge == Edge.BACKWARD || edge == Edge.TWO_HEADED;
                boolean collider = headIn && headOut;
                boolean open = collider ? causesOneOf(diagram, causes, at, given) : (given & (1 << at)) == 0;
                if (!open) {
                    continue;
                }
            }
            if (next == end || connects(diagram, causes, first, next, end, seen | (1 << next), edge, given)) {
                return true;
            }
        }
        return false;
    }

    private static boolean causesOneOf(PathDiagram diagram, boolean[] causes, int at, int given) {
        for (int k = 0; k < diagram.variables; k++) {
            if ((given & (1 << k)) != 0 && causes[at * diagram.variables + k]) {
                return true;
            }
        }
        return false;
    }

    /** For each pair and each set of others whether it separates them: the model of a diagram. */
    static String model(PathDiagram diagram) {
        int d = diagram.variables;
        boolean[] causes = PathDiagram.ancestors(diagram.variables, diagram.parents());
        StringBuilder model = new StringBuilder();
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                for (int given = 0; given < (1 << d); given++) {
                    if ((given & ((1 << i) | (1 << j))) == 0) {
                        model.append(separates(diagram, causes, i, j, given) ? 's' : 'c');
                    }
                }
            }
        }
        return model.toString();
    }

    static boolean someSetSeparates(PathDiagram diagram, int i, int j) {
        boolean[] causes = PathDiagram.ancestors(diagram.variables, diagram.parents());
        for (int given = 0; given < (1 << diagram.variables); given++) {
            if ((given & ((1 << i) | (1 << j))) == 0 && separates(diagram, causes, i, j, given)) {
                return true;
            }
        }
        return false;
    }

    /** A diagram by its number: four edges for each pair. */
    static PathDiagram numbered(int d, long number) {
        PathDiagram diagram = new PathDiagram(d);
        long left = number;
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                diagram.set(i, j, Edge.all()[(int) (left % 4)]);
                left /= 4;
            }
        }
        return diagram;
    }

    static boolean isAcyclic(PathDiagram diagram) {
        boolean[] causes = PathDiagram.ancestors(diagram.variables, diagram.parents());
        for (int i = 0; i < diagram.variables; i++) {
            for (int j = 0; j < diagram.variables; j++) {
                if (diagram.isParent(i, j) && causes[j * diagram.variables + i]) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Whether none causes another that it has a two-headed edge with, and no two that are not joined are inseparable.
     */
    static boolean isMaximalAncestral(PathDiagram diagram) {
        if (!isAcyclic(diagram)) {
            return false;
        }
        boolean[] causes = PathDiagram.ancestors(diagram.variables, diagram.parents());
        int d = diagram.variables;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (diagram.areSiblings(i, j) && causes[i * d + j]) {
                    return false;
                }
            }
        }
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                if (!diagram.joined(i, j) && !someSetSeparates(diagram, i, j)) {
                    return false;
                }
            }
        }
        return true;
    }
}
