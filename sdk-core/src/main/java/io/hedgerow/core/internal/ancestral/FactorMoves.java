// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import java.util.ArrayList;
import java.util.List;

/** The changes of a {@link FactorDiagram} that no single coefficient makes. Not thread-safe. */
final class FactorMoves {

    private final double[] s;
    private final EdgeRules rules;
    private final FactorDiagram now;
    private final int d;
    private final List<FactorDiagram> all = new ArrayList<>();

    private FactorMoves(double[] s, EdgeRules rules, FactorDiagram now) {
        this.s = s;
        this.rules = rules;
        this.now = now;
        this.d = now.variables;
    }

    /** A hidden cause of three or four variables that are joined in pairs, instead of the edges between them. */
    static List<FactorDiagram> cliques(double[] s, EdgeRules rules, FactorDiagram now) {
        FactorMoves moves = new FactorMoves(s, rules, now);
        moves.cliques();
        return moves.all;
    }

    /**
     * An edge turns or becomes a hidden cause of two, or the reverse; a hidden cause goes, takes another in or grows by
     * a variable instead of edges between it and its children.
     */
    static List<FactorDiagram> others(double[] s, EdgeRules rules, FactorDiagram now) {
        FactorMoves moves = new FactorMoves(s, rules, now);
        moves.edges();
        for (int h = 0; h < now.children.size(); h++) {
            moves.hidden(h);
        }
        return moves.all;
    }

    private void cliques() {
        for (int a = 0; a < d; a++) {
            for (int b = a + 1; b < d; b++) {
                for (int c = b + 1; now.joined(a, b) && c < d; c++) {
                    if (!now.joined(a, c) || !now.joined(b, c)) {
                        continue;
                    }
                    hiddenOf(a, b, c);
                    for (int e = c + 1; e < d; e++) {
                        if (now.joined(a, e) && now.joined(b, e) && now.joined(c, e)) {
                            hiddenOf(a, b, c, e);
                        }
                    }
                }
            }
        }
    }

    private void hiddenOf(int... of) {
        for (boolean[] other : now.children) {
            boolean inside = true;
            for (int i : of) {
                inside &= other[i];
            }
            if (inside) {
                return;
            }
        }
        FactorDiagram with = now.copy();
        for (int i : of) {
            for (int j : of) {
                if (i != j && !rules.permit(i, j, Edge.TWO_HEADED)) {
                    return;
                }
                with.set(i, j, false);
            }
        }
        with.addHidden(s, of);
        all.add(with);
    }

    private void edges() {
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (now.causes(i, j)) {
                    FactorDiagram turned = now.copy();
                    turned.set(i, j, false);
                    if (rules.permit(i, j, Edge.BACKWARD) && !turned.reaches(i, j)) {
                        turned.set(j, i, true);
                        all.add(turned);
                    }
                    hiddenOf(i, j);
                }
            }
        }
    }

    private void hidden(int h) {
        boolean[] of = now.children.get(h);
        FactorDiagram without = now.copy();
        without.removeHidden(h);
        all.add(without);
        if (FactorDiagram.count(of) == 2) {
            edgeInstead(without, of);
        }
        for (int c = 0; c < d; c++) {
            if (!of[c]) {
                grown(h, c);
            }
        }
        for (int g = 0; g < h; g++) {
            FactorDiagram merged = without.copy();
            boolean[] both = merged.children.get(g);
            boolean common = false;
            for (int c = 0; c < d; c++) {
                common |= of[c] && both[c];
                both[c] |= of[c];
            }
            if (common) {
                all.add(merged);
            }
        }
    }

    private void edgeInstead(FactorDiagram without, boolean[] of) {
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                boolean pair = i != j && of[i] && of[j] && !without.joined(i, j);
                if (pair && rules.permit(i, j, Edge.FORWARD) && !without.reaches(j, i)) {
                    FactorDiagram edge = without.copy();
                    edge.set(i, j, true);
                    all.add(edge);
                }
            }
        }
    }

    private void grown(int h, int c) {
        FactorDiagram grown = now.copy();
        boolean joined = false;
        for (int i = 0; i < d; i++) {
            boolean edge = now.causes(i, c) || now.causes(c, i);
            if (now.children.get(h)[i] && edge) {
                if (!rules.permit(i, c, Edge.TWO_HEADED)) {
                    return;
                }
                joined = true;
                grown.separate(i, c);
            }
        }
        if (joined) {
            grown.children.get(h)[c] = true;
            all.add(grown);
        }
    }
}
