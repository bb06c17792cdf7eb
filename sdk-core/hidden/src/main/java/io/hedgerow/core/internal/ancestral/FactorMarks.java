// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.FactorSearch.Scored;
import java.util.ArrayList;
import java.util.List;

/**
 * The edge marks of which a {@link FactorSearch} is certain. A mark of the best diagram stands where no diagram with
 * another mark that was looked at comes within some nats, that with two-headed edges has it, too, and, of a direction,
 * what speaks against it was looked for. So does adjacency, where diagrams that differ by one step count, too: most of
 * them have an edge more at less than the price of one, which tells nothing of other marks.
 */
final class FactorMarks {

    private final FactorSearch search;
    private final FactorDiagram best;
    private final AncestralGraph marks;
    /** Of diagrams that were looked at their marks, and by how many nats the best is better. */
    private final List<AncestralGraph> others = new ArrayList<>();

    private final List<Double> falls = new ArrayList<>();

    /** Takes the diagram whose marks stand or fall, others that must agree, too, and the nats that make sure. */
    FactorMarks(FactorSearch search, FactorDiagram best, List<PathDiagram> rivals, EdgeRules rules, double sure) {
        this.search = search;
        this.best = best;
        this.marks = Orientation.classOf(best.ancestral(), rules);
        for (PathDiagram rival : rivals) {
            others.add(Orientation.classOf(AncestralGraph.of(rival), rules));
            falls.add(0.0);
        }
        double height = search.best().score();
        for (Scored seen : search.seen()) {
            if (seen.score() > height - sure) {
                add(seen, Math.max(0, height - seen.score()), rules);
            }
        }
    }

    private void add(Scored other, double fall, EdgeRules rules) {
        others.add(Orientation.classOf(other.diagram().ancestral(), rules));
        falls.add(fall);
    }

    AncestralGraph marks() {
        return marks;
    }

    /** The nats by which the best diagram is better than those with another mark at j, as far as any was looked at. */
    double fallOfEnd(int i, int j, double most) {
        if (unlooked(i, j) || unlooked(j, i)) {
            return 0;
        }
        double fall = most;
        for (int k = 0; k < others.size(); k++) {
            if (!others.get(k).end(i, j).equals(marks.end(i, j))) {
                fall = Math.min(fall, falls.get(k));
            }
        }
        return fall;
    }

    private boolean unlooked(int i, int j) {
        return best == search.best().diagram() && marks.isDirected(i, j) && !search.rivalled(i, j);
    }

    /** ln of the odds that two variables are adjacent. */
    double joining(int i, int j, double most) {
        boolean joined = best.joined(i, j);
        if (!joined && marks.joined(i, j)) {
            return 0; // by an inducing path, which nothing here judges
        }
        double fall = most;
        for (int k = 0; k < others.size(); k++) {
            if (others.get(k).joined(i, j) != joined) {
                fall = Math.min(fall, falls.get(k));
            }
        }
        for (Scored one : search.beside()) {
            if (one.diagram().joined(i, j) != joined) {
                fall = Math.min(fall, Math.max(0, search.best().score() - one.score()));
            }
        }
        return joined ? fall : -fall;
    }
}
