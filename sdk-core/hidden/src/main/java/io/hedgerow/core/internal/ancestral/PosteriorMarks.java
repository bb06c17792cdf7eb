// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.graph.AncestralMarks.End;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The edge marks of the best graph without hidden causes that are sure, where no hidden cause is claimed. The best
 * graph alone says which class of graphs is likeliest, and not that others are much less likely. So an end of an edge
 * keeps its mark where
 *
 * <ul>
 *   <li>a share of {@value #SURE} of the graphs drawn from the posterior that join the pair have it,
 *   <li>and path diagrams with another mark, hidden causes among them, have odds of at most one to nineteen (if a
 *       hidden cause of two is as likely beforehand as an edge between them);
 * </ul>
 *
 * <p>or where the rules ask for it, and is a circle elsewhere. Without drawn graphs, as where chains did not agree,
 * none is sure; without diagrams graphs alone decide. Immutable.
 */
final class PosteriorMarks {

    private static final double SURE = 0.95;
    /** Nats. */
    private static final double SURE_FALL = Math.log(SURE / (1 - SURE));

    private final AncestralGraph best;
    private final List<AncestralGraph> drawn;
    private final int d;
    private final EdgeRules rules;
    private final AncestralGraph marks;
    /** [i · d + j]: the nats by which diagrams with another mark at j are worse, where any were looked at. */
    private final Optional<double[]> falls;

    /** Takes marks of the best graph and of drawn ones; variables from d on are lags, whose marks stand. */
    PosteriorMarks(AncestralGraph best, List<AncestralGraph> drawn, int d, EdgeRules rules) {
        this(best, drawn, d, rules, Optional.empty());
    }

    private PosteriorMarks(
            AncestralGraph best, List<AncestralGraph> drawn, int d, EdgeRules rules, Optional<double[]> falls) {
        this.best = best;
        this.drawn = drawn;
        this.d = d;
        this.rules = rules;
        this.falls = falls;
        this.marks = new AncestralGraph(best.variables);
        for (int k = 0; k < best.variables * best.variables; k++) {
            int i = k / best.variables;
            int j = k % best.variables;
            if (best.joined(i, j)) {
                boolean stands = i >= d || j >= d || isKnown(i, j) || isSure(i, j);
                marks.set(i, j, stands ? best.end(i, j).orElseThrow() : End.CIRCLE);
            }
        }
    }

    private boolean isKnown(int i, int j) {
        return !rules.mayCause(j, i) || rules.requires(i, j) || rules.requires(j, i);
    }

    private boolean isSure(int i, int j) {
        return isShared(i, j) && falls.map(all -> all[i * d + j] >= SURE_FALL).orElse(true);
    }

    private boolean isShared(int i, int j) {
        return share(i, j, graph -> graph.end(i, j).equals(best.end(i, j))) >= SURE;
    }

    AncestralGraph marks() {
        return marks;
    }

    /** [i · size + j]: ends with a mark that graphs share and no rule asks for, which diagrams may deny. */
    boolean[] ends(int size) {
        boolean[] ends = new boolean[size * size];
        for (int k = 0; k < d * d; k++) {
            int i = k / d;
            int j = k % d;
            ends[i * size + j] = best.joined(i, j) && !best.has(i, j, End.CIRCLE) && !isKnown(i, j) && isShared(i, j);
        }
        return ends;
    }

    /** The same without marks that near diagrams deny: those of a profile that has looked at all {@link #ends}. */
    PosteriorMarks undenied(DiagramProfile profile) {
        double[] fall = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            int i = k / d;
            int j = k % d;
            boolean agrees = best.end(i, j).equals(profile.marks().end(i, j));
            fall[k] = agrees ? profile.fallOfEnd(i, j) : 0;
        }
        return new PosteriorMarks(best, drawn, d, rules, Optional.of(fall));
    }

    /** Whether i causes j and no hidden cause of both is possible, by marks that are sure. */
    boolean isVisible(int i, int j) {
        return marks.isVisible(i, j) && share(i, j, graph -> graph.isVisible(i, j)) >= SURE;
    }

    /**
     * [d, d] row by row: the share of the graphs that join a pair which agree with its marks, at most what near
     * diagrams leave of it; empty without graphs.
     */
    double[] shares() {
        double[] shares = new double[drawn.isEmpty() ? 0 : d * d];
        for (int k = 0; k < shares.length; k++) {
            int i = k / d;
            int j = k % d;
            if (marks.joined(i, j)) {
                double share = share(i, j, graph -> agrees(graph, i, j) && agrees(graph, j, i));
                shares[k] = Math.min(share, Math.min(left(i, j), left(j, i)));
            }
        }
        return shares;
    }

    private double left(int i, int j) {
        return marks.has(i, j, End.CIRCLE) || isKnown(i, j)
                ? 1
                : falls.map(all -> 1 / (1 + Math.exp(-all[i * d + j]))).orElse(1.0);
    }

    private boolean agrees(AncestralGraph other, int i, int j) {
        return marks.has(i, j, End.CIRCLE) || marks.end(i, j).equals(other.end(i, j));
    }

    /** Of the graphs that join a pair; 0 where none does. */
    private double share(int i, int j, Predicate<AncestralGraph> said) {
        int joining = 0;
        int saying = 0;
        for (AncestralGraph graph : drawn) {
            joining += graph.joined(i, j) ? 1 : 0;
            saying += graph.joined(i, j) && said.test(graph) ? 1 : 0;
        }
        return joining == 0 ? 0 : (double) saying / joining;
    }
}
