// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.search.TotalEffects.Link;
import java.util.ArrayList;
import java.util.List;

/**
 * Explains what an effect depends on when causes may be hidden. It is identified when every possibly directed path from
 * x to y begins with a visible edge (Perković, Textor, Kalisch and Maathuis 2018, amenability), and the posterior
 * agrees; an edge i *-* j is possibly directed when it has no arrowhead at i and no tail at j. Every other first edge
 * must be read as a cause without a hidden one behind both. Where a graph has a directed path of edges that the marks
 * do not direct so, its effect rests on these: with hidden causes there would be none. So it does on causes of x that
 * the network adjusts for and the marks do not call causes: adjusting for them may bring in what a hidden cause does.
 */
final class HiddenReading {

    private final int d;
    private final AncestralMarks marks;
    private final ParentSets network;
    private final boolean[][] below;

    HiddenReading(AncestralMarks marks, ParentSets network) {
        this.d = marks.variables();
        this.marks = marks;
        this.network = network;
        this.below = PosteriorEffects.descendants(network);
    }

    /** Edges in the order of their variables; empty when the effect is identified. */
    List<Link> of(int x, int y) {
        List<Link> links = new ArrayList<>();
        boolean leads = reaches(x, y, -1);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (i != j && (startsAt(x, i, j, y, leads) || against(x, i, j, y) || adjusts(x, i, j, y))) {
                    links.add(new Link(i, j, marks.mark(i, j)));
                }
            }
        }
        return leads || !links.isEmpty() ? links : List.of(new Link(x, y, marks.mark(x, y)));
    }

    /** A first edge that is not visible; with no path to y, one that would have to be read against its marks. */
    private boolean startsAt(int x, int i, int j, int y, boolean leads) {
        boolean joined = leads ? mayLead(i, j) : marks.end(i, j).isPresent();
        return i == x && joined && !isSure(i, j) && reaches(j, y, x);
    }

    /** A variable that the network adjusts for as a cause of x, which the marks do not allow. */
    private boolean adjusts(int x, int i, int j, int y) {
        return j == x && below[x][y] && network.positionOf(x, i) >= 0 && !mayLead(i, x);
    }

    private boolean isSure(int i, int j) {
        return marks.isVisible(i, j);
    }

    /** An edge of a directed path of the network that the marks do not allow. */
    private boolean against(int x, int i, int j, int y) {
        return network.positionOf(j, i) >= 0 && (i == x || below[x][i]) && (j == y || below[j][y]) && !mayLead(i, j);
    }

    private boolean mayLead(int i, int j) {
        return marks.end(i, j).filter(end -> end != End.TAIL).isPresent()
                && marks.end(j, i).filter(end -> end != End.ARROW).isPresent();
    }

    private boolean reaches(int start, int end, int without) {
        boolean[] seen = new boolean[d];
        if (without >= 0) {
            seen[without] = true;
        }
        seen[start] = true;
        int[] stack = new int[d];
        int size = 0;
        stack[size++] = start;
        while (size > 0) {
            int at = stack[--size];
            if (at == end) {
                return true;
            }
            for (int next = 0; next < d; next++) {
                if (!seen[next] && mayLead(at, next)) {
                    seen[next] = true;
                    stack[size++] = next;
                }
            }
        }
        return false;
    }
}
