// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.graph.AncestralMarks.End;
import java.util.stream.IntStream;

/**
 * Derives the partial ancestral graph of a maximal ancestral graph: the marks that all members of its Markov
 * equivalence class share, by rules 1 to 4 and 8 to 10 of Zhang (2008); rules 5 to 7 direct edges of selection, of
 * which there is none here. Colliders are read off the graph itself, so nothing is tested. Prior knowledge is set
 * first; then the rules are sound, and may not be complete.
 */
final class Orientation {

    private final int d;
    private final AncestralGraph member;

    private final AncestralGraph marks;
    private boolean changed;

    private Orientation(AncestralGraph member) {
        this.d = member.variables;
        this.member = member;
        this.marks = new AncestralGraph(d);
    }

    static AncestralGraph classOf(AncestralGraph member, EdgeRules rules) {
        Orientation orientation = new Orientation(member);
        orientation.begin(rules);
        do {
            orientation.changed = false;
            orientation.pass();
        } while (orientation.changed);
        return orientation.marks;
    }

    private void begin(EdgeRules rules) {
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (member.joined(i, j)) {
                    marks.set(i, j, End.CIRCLE);
                }
            }
        }
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (i != j && marks.joined(i, j) && !rules.mayCause(j, i)) {
                    marks.set(i, j, End.ARROW);
                }
                if (i != j && marks.joined(i, j) && rules.requires(i, j)) {
                    marks.set(i, j, End.ARROW);
                    marks.set(j, i, End.TAIL);
                }
            }
        }
        for (int b = 0; b < d; b++) {
            for (int a = 0; a < d; a++) {
                for (int c = a + 1; c < d && member.has(a, b, End.ARROW); c++) {
                    if (member.has(c, b, End.ARROW) && !member.joined(a, c)) {
                        marks.set(a, b, End.ARROW);
                        marks.set(c, b, End.ARROW);
                    }
                }
            }
        }
    }

    private void pass() {
        for (int a = 0; a < d; a++) {
            for (int c = 0; c < d; c++) {
                if (a != c && marks.joined(a, c)) {
                    if (marks.has(a, c, End.CIRCLE)) {
                        head(a, c);
                    }
                    if (marks.has(c, a, End.CIRCLE)) {
                        tail(a, c);
                    }
                }
            }
        }
    }

    private void put(int i, int j, End at) {
        marks.set(i, j, at);
        changed = true;
    }

    /** Rules 2 and 3, and 4 where it is a collider: an arrowhead at c of a *-o c. */
    private void head(int a, int c) {
        for (int b = 0; b < d; b++) {
            if (b == a || b == c || !marks.joined(a, b) || !marks.joined(b, c)) {
                continue;
            }
            boolean intoB = marks.has(a, b, End.ARROW);
            boolean intoC = marks.has(b, c, End.ARROW);
            // rule 2: a → b *→ c or a *→ b → c
            if (intoB && intoC && (marks.has(b, a, End.TAIL) || marks.has(c, b, End.TAIL))) {
                put(a, c, End.ARROW);
                return;
            }
            if (thirdRule(a, b, c)) {
                put(a, c, End.ARROW);
                return;
            }
        }
    }

    /** Rule 3: b *→ c ←* e, b *-o a o-* e, b and e not adjacent, a *-o c: then a *→ c. */
    private boolean thirdRule(int a, int b, int c) {
        if (!marks.has(b, c, End.ARROW) || !marks.has(b, a, End.CIRCLE)) {
            return false;
        }
        for (int e = 0; e < d; e++) {
            if (e != a
                    && e != b
                    && e != c
                    && marks.has(e, c, End.ARROW)
                    && marks.has(e, a, End.CIRCLE)
                    && !marks.joined(b, e)) {
                return true;
            }
        }
        return false;
    }

    /** Rules 1, 4 and 8 to 10: a tail at a of a o-* c. */
    private void tail(int a, int c) {
        for (int e = 0; e < d; e++) {
            // rule 1: e *→ a o-* c, e and c not adjacent
            if (e != a && e != c && marks.has(e, a, End.ARROW) && !marks.joined(e, c)) {
                put(a, c, End.ARROW);
                put(c, a, End.TAIL);
                return;
            }
            // rule 4: a discriminating path for a ends with e, a, c
            if (e != a && e != c && marks.joined(e, a) && marks.discriminates(e, a, c)) {
                if (member.isDirected(a, c)) {
                    put(a, c, End.ARROW);
                    put(c, a, End.TAIL);
                } else {
                    put(e, a, End.ARROW);
                    put(a, e, End.ARROW);
                    put(c, a, End.ARROW);
                    put(a, c, End.ARROW);
                }
                return;
            }
            // rule 8: a → e → c
            if (marks.has(a, c, End.ARROW) && marks.isDirected(a, e) && marks.isDirected(e, c)) {
                put(c, a, End.TAIL);
                return;
            }
        }
        if (marks.has(a, c, End.ARROW) && (ninthRule(a, c) || tenthRule(a, c))) {
            put(c, a, End.TAIL);
        }
    }

    /** Rule 9: an uncovered path a, b, …, c that may be directed, b and c not adjacent. */
    private boolean ninthRule(int a, int c) {
        for (int b = 0; b < d; b++) {
            if (b != c && mayLead(a, b) && !marks.joined(b, c) && reached(a, b)[c]) {
                return true;
            }
        }
        return false;
    }

    /**
     * Rule 10: b → c ← e; uncovered paths that may be directed lead from a to b and from a to e, and their first
     * variables after a are two that are not adjacent.
     */
    private boolean tenthRule(int a, int c) {
        int[] parents = IntStream.range(0, d)
                .filter(b -> b != a && marks.isDirected(b, c))
                .toArray();
        if (parents.length < 2) {
            return false;
        }
        for (int m = 0; m < d; m++) {
            if (m == c || !mayLead(a, m)) {
                continue;
            }
            boolean[] first = reached(a, m);
            for (int w = m + 1; w < d; w++) {
                if (w == c || !mayLead(a, w) || marks.joined(m, w)) {
                    continue;
                }
                boolean[] second = reached(a, w);
                for (int b : parents) {
                    for (int e : parents) {
                        if (b != e && first[b] && second[e]) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    /** Whether the edge between i and j, if any, may be directed so in some member. */
    private boolean mayLead(int i, int j) {
        return i != j && marks.joined(i, j) && !marks.has(j, i, End.ARROW) && !marks.has(i, j, End.TAIL);
    }

    /** The variables to which uncovered paths lead that may be directed and begin with a, b; b itself among them. */
    private boolean[] reached(int a, int b) {
        boolean[] seen = new boolean[d * d]; // last edge of a path
        boolean[] reached = new boolean[d];
        int[] queue = new int[d * d];
        int end = 0;
        queue[end++] = a * d + b;
        seen[a * d + b] = true;
        for (int at = 0; at < end; at++) {
            int before = queue[at] / d;
            int last = queue[at] % d;
            reached[last] = true;
            for (int next = 0; next < d; next++) {
                if (next != a
                        && !seen[last * d + next]
                        && mayLead(last, next)
                        && !marks.joined(before, next)
                        && next != before) {
                    seen[last * d + next] = true;
                    queue[end++] = last * d + next;
                }
            }
        }
        return reached;
    }
}
