// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.internal.search.climb.Improvement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Reverses or removes one edge after the other while the log-likelihood, less a penalty for each edge, grows. It adds
 * none: a wrong order has too many edges, not too few. One question to the sites for each change; ends early when no
 * more may be asked. Not thread-safe.
 */
public final class TurningClimb {

    private static final double LEAST_GAIN = 1e-6;

    private final NoiseFamilies scores;
    private final double priceOfEdge;
    private final List<Family> families;
    private boolean complete = true;

    /**
     * The acyclic families that a climb found, by child; not complete when the rounds ran out while there was more to
     * try.
     */
    public record Climbed(List<Family> families, boolean complete) {}

    private TurningClimb(NoiseFamilies scores, double priceOfEdge, List<Family> families) {
        this.scores = scores;
        this.priceOfEdge = priceOfEdge;
        this.families = new ArrayList<>(families);
    }

    /**
     * Climbs from an acyclic graph, by child; a complete result has no edge that is better reversed or dropped. The
     * price of an edge is in units of log-likelihood.
     */
    public static Climbed from(List<Family> start, NoiseFamilies scores, double priceOfEdge) {
        TurningClimb climb = new TurningClimb(scores, priceOfEdge, start);
        while (climb.step()) {
            // ends: each step is an Improvement, and a family's log-likelihood is asked for once
        }
        return new Climbed(List.copyOf(climb.families), climb.complete);
    }

    private boolean step() {
        List<Family> needed = new ArrayList<>(families);
        for (Family family : families) {
            family.parents().stream().forEach(parent -> {
                needed.add(family.without(parent));
                if (canTurn(families, parent, family.child())) {
                    needed.add(families.get(parent).with(family.child()));
                }
            });
        }
        if (!scores.learn(needed)) {
            complete = false;
            return false;
        }
        double best = LEAST_GAIN;
        int from = -1;
        int to = -1;
        boolean turned = false;
        for (Family family : families) {
            int child = family.child();
            for (int parent : family.parents().stream().toArray()) {
                double now = scores.of(family);
                double fewer = scores.of(family.without(parent));
                double drop = gain(now - priceOfEdge, fewer);
                Family cause = families.get(parent);
                double turn = canTurn(families, parent, child)
                        ? gain(now + scores.of(cause), fewer + scores.of(cause.with(child)))
                        : Double.NEGATIVE_INFINITY;
                if (Math.max(drop, turn) > best) {
                    best = Math.max(drop, turn);
                    from = parent;
                    to = child;
                    turned = turn > drop;
                }
            }
        }
        if (from < 0) {
            return false;
        }
        families.set(to, families.get(to).without(from));
        if (turned) {
            families.set(from, families.get(from).with(to));
        }
        return true;
    }

    private static double gain(double before, double after) {
        return Improvement.isSure(before, after) ? after - before : Double.NEGATIVE_INFINITY;
    }

    /** Whether no other path leads from an edge's cause to its effect, so that its reverse makes no cycle. */
    static boolean canTurn(List<Family> families, int from, int to) {
        BitSet ancestors = (BitSet) families.get(to).parents().clone();
        ancestors.clear(from);
        BitSet open = (BitSet) ancestors.clone();
        for (int v = open.nextSetBit(0); v >= 0; v = open.nextSetBit(0)) {
            if (families.get(v).parents().get(from)) {
                return false;
            }
            open.clear(v);
            BitSet more = (BitSet) families.get(v).parents().clone();
            more.andNot(ancestors);
            ancestors.or(more);
            open.or(more);
        }
        return true;
    }
}
