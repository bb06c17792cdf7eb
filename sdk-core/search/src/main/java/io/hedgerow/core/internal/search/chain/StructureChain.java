// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.chain;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.graph.Reachability;
import io.hedgerow.core.internal.search.score.FamilyScores;
import java.util.function.LongConsumer;

/**
 * A Markov chain over acyclic graphs (Madigan and York 1995): an edge is added, removed, reversed, or replaced by one
 * from another parent. Every move is as likely as its reverse. With few rows it mixes, and unlike {@link OrderChain} it
 * does not prefer graphs that many orders agree with. Not thread-safe.
 */
public final class StructureChain {

    private static final int THIN = 5;

    private final int columns;
    private final FamilyScores scores;
    private final EdgeKnowledge knowledge;
    private final int[] targets;
    private final SearchRandom random;
    private final ParentSets parents;
    private final Reachability reach;
    private final double[] own;
    private final int[] set = new int[ParentSets.MOST + 1];

    public StructureChain(FamilyScores scores, EdgeKnowledge knowledge, ParentSets start, SearchRandom random) {
        this.columns = scores.variables();
        this.scores = scores;
        this.knowledge = knowledge;
        this.targets = scores.targets();
        this.random = random;
        this.parents = start.copy();
        this.reach = new Reachability(columns);
        this.own = new double[columns];
        reach.rebuild(parents);
        for (int j : targets) {
            own[j] = score(j, -1, -1);
        }
    }

    /**
     * [d, d]: the share of graphs with i → j, of every {@value #THIN}th of so many steps, after others that do not
     * count; {@code each} looks at the chain after each step that counts.
     */
    public WeightMatrix shares(long before, long steps, LongConsumer each) {
        for (long step = 0; step < before; step++) {
            step();
        }
        double[] shares = new double[columns * columns];
        for (long step = 0; step < steps; step++) {
            step();
            if (step % THIN == 0) {
                count(shares);
            }
            each.accept(step);
        }
        double kept = Math.ceil((double) steps / THIN);
        for (int k = 0; k < shares.length; k++) {
            shares[k] /= kept;
        }
        return WeightMatrix.ofRows(columns, shares);
    }

    private void count(double[] edges) {
        for (int j = 0; j < columns; j++) {
            for (int p = 0; p < parents.count(j); p++) {
                edges[parents.parent(j, p) * columns + j]++;
            }
        }
    }

    /** The graph where the chain is; not to be changed. */
    public ParentSets graph() {
        return parents;
    }

    public void step() {
        double kind = random.nextDouble();
        int j = targets[random.nextInt(targets.length)];
        if (kind < 0.5) {
            toggle(random.nextInt(columns), j);
        } else if (kind < 0.75) {
            reverse(targets[random.nextInt(targets.length)], j);
        } else {
            swap(random.nextInt(columns), random.nextInt(columns), j);
        }
    }

    private void toggle(int i, int j) {
        int at = parents.positionOf(j, i);
        if (i == j || (at < 0 ? !free(i, j) : knowledge.requires(i, j))) {
            return;
        }
        double changed = score(j, at < 0 ? -1 : i, at < 0 ? i : -1);
        if (!accepted(changed - own[j])) {
            return;
        }
        own[j] = changed;
        if (at < 0) {
            add(i, j);
        } else {
            remove(i, j);
        }
    }

    private boolean free(int i, int j) {
        return knowledge.allows(i, j) && !parents.full(j) && !reach.closesCycle(i, j);
    }

    private void reverse(int i, int j) {
        if (i == j || parents.positionOf(j, i) < 0 || knowledge.requires(i, j)) {
            return;
        }
        double less = score(j, i, -1);
        remove(i, j);
        if (free(j, i)) {
            double more = score(i, -1, j);
            if (accepted(less + more - own[i] - own[j])) {
                own[j] = less;
                own[i] = more;
                add(j, i);
                return;
            }
        }
        add(i, j);
    }

    private void swap(int from, int to, int j) {
        if (from == to || to == j || parents.positionOf(j, from) < 0 || parents.positionOf(j, to) >= 0) {
            return;
        }
        if (knowledge.requires(from, j) || !knowledge.allows(to, j) || reach.closesCycle(to, j)) {
            return;
        }
        double changed = score(j, from, to);
        if (accepted(changed - own[j])) {
            own[j] = changed;
            remove(from, j);
            add(to, j);
        }
    }

    private boolean accepted(double gain) {
        return gain >= 0 || random.nextDouble() < Math.exp(gain);
    }

    private void add(int i, int j) {
        parents.add(j, i);
        reach.addEdge(i, j);
    }

    private void remove(int i, int j) {
        parents.removeAt(j, parents.positionOf(j, i));
        reach.rebuild(parents);
    }

    private double score(int j, int without, int with) {
        int count = 0;
        for (int p = 0; p < parents.count(j); p++) {
            if (parents.parent(j, p) != without) {
                set[count++] = parents.parent(j, p);
            }
        }
        if (with >= 0) {
            set[count++] = with;
        }
        return scores.of(j, set, count);
    }
}
