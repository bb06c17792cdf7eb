// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.PathDiagram.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The changes of a {@link FactorDiagram} that a {@link FactorSearch} tries. Not thread-safe. */
final class FactorMoves {

    /** A step is looked at when it gains this much, in nats, before its price. */
    private static final double LEAST_GAIN = 0.5;

    private static final int LEAST_JOINED = 3;
    private static final int MOST_JOINED = 5;
    /** Groups are looked for until diagrams of this many weights in all would come of them. */
    private static final int MOST_GROUP_CELLS = 10_000_000;

    private final EdgeRules rules;
    private final FactorDiagram now;
    private final int d;

    private FactorMoves(EdgeRules rules, FactorDiagram now) {
        this.rules = rules;
        this.now = now;
        this.d = now.variables;
    }

    /**
     * A change of one coefficient or two.
     *
     * @param gain of the score, as far as can be said without a fit
     * @param place what it changes: a pair of variables i &lt; j as i · d + j, or that j is a child as j · d + j
     */
    record Step(double gain, int place, Supplier<FactorDiagram> next) {}

    /** All steps from a diagram that is fitted. */
    static List<Step> steps(FactorForecast forecast, EdgeRules rules, double price) {
        return new FactorMoves(rules, forecast.fit().diagram).new Steps(forecast, price).all;
    }

    /**
     * The changes that are worth nothing before they are whole: a hidden cause instead of what joins three to five
     * variables in pairs; one instead of two that have a child in common; one more child instead of edges; one hidden
     * cause less.
     */
    static List<FactorDiagram> leaps(double[] s, EdgeRules rules, FactorDiagram now) {
        FactorMoves moves = new FactorMoves(rules, now);
        List<FactorDiagram> all = new ArrayList<>();
        for (Set<Integer> of : moves.groups()) {
            moves.addHiddenOf(s, of, all);
        }
        for (int h = 0; h < now.children.size(); h++) {
            FactorDiagram without = now.copy();
            without.removeHidden(h);
            all.add(without);
        }
        return all;
    }

    /** Diagrams with i ← j or only a hidden cause of both instead of i → j. */
    static List<FactorDiagram> rivals(double[] s, EdgeRules rules, FactorDiagram now, int i, int j) {
        List<FactorDiagram> all = new ArrayList<>();
        FactorDiagram turned = now.copy();
        turned.set(i, j, false);
        if (rules.permit(i, j, Edge.BACKWARD) && !turned.reaches(i, j)) {
            turned.set(j, i, true);
            all.add(turned);
        }
        if (now.share(i, j)) {
            FactorDiagram without = now.copy();
            without.set(i, j, false);
            all.add(without);
        } else if (rules.permit(i, j, Edge.TWO_HEADED)) {
            FactorDiagram hidden = now.copy();
            hidden.set(i, j, false);
            hidden.addHidden(s, Math.min(i, j), Math.max(i, j));
            all.add(hidden);
        }
        return all;
    }

    private final class Steps {

        private final FactorForecast forecast;
        private final double price;
        private final boolean[][] reaches = new boolean[d][];
        /** Of each edge its place among the coefficients, and of each child of each hidden cause. */
        private final int[] edgeAt = new int[d * d];

        private final int[][] childAt = new int[now.children.size()][d];
        private final List<Step> all = new ArrayList<>();

        Steps(FactorForecast forecast, double price) {
            this.forecast = forecast;
            this.price = price;
            FactorFit fit = forecast.fit();
            for (int a = 0; a < fit.p; a++) {
                if (fit.kind[a] == FactorFit.EDGE) {
                    edgeAt[fit.from[a] * d + fit.into[a]] = a;
                } else if (fit.kind[a] != FactorFit.OWN) {
                    childAt[fit.kind[a]][fit.into[a]] = a;
                }
            }
            for (int i = 0; i < d; i++) {
                reaches[i] = now.reached(i);
            }
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    if (now.causes(i, j)) {
                        ofEdge(i, j);
                    } else if (i != j) {
                        edge(i, j);
                    }
                }
            }
            for (int h = 0; h < now.children.size(); h++) {
                ofHidden(h);
            }
        }

        private int pair(int i, int j) {
            return Math.min(i, j) * d + Math.max(i, j);
        }

        private void ofEdge(int i, int j) {
            if (rules.requires(i, j)) {
                return;
            }
            all.add(new Step(price - forecast.loss(edgeAt[i * d + j]), pair(i, j), () -> without(i, j)));
            boolean around = false;
            for (int k = 0; k < d; k++) {
                around |= k != j && now.causes(i, k) && reaches[k][j];
            }
            if (!around && rules.permit(i, j, Edge.BACKWARD)) {
                all.add(new Step(forecast.gainOfTurning(i, j), pair(i, j), () -> {
                    FactorDiagram turned = without(i, j);
                    turned.set(j, i, true);
                    return turned;
                }));
            }
        }

        private FactorDiagram without(int i, int j) {
            FactorDiagram without = now.copy();
            without.set(i, j, false);
            return without;
        }

        private void edge(int i, int j) {
            if (reaches[j][i] || !rules.permit(i, j, Edge.FORWARD)) {
                return;
            }
            double gain = forecast.gain(FactorFit.EDGE, i, j);
            if (gain > LEAST_GAIN && !now.isPair(i, j)) {
                all.add(new Step(gain - price, pair(i, j), () -> {
                    FactorDiagram with = now.copy();
                    with.set(i, j, true);
                    return with;
                }));
            }
        }

        private void ofHidden(int h) {
            boolean[] of = now.children.get(h);
            int k = FactorDiagram.count(of);
            if (k == 2) {
                ofPair(h, of);
            }
            double each = price * (k == 3 ? 2 : 1);
            for (int j = 0; k > 2 && j < d; j++) {
                int gone = j;
                if (of[j]) {
                    all.add(new Step(each - forecast.loss(childAt[h][j]), j * d + j, () -> {
                        FactorDiagram less = now.copy();
                        less.setChild(h, gone, false);
                        return less;
                    }));
                }
            }
            for (int j = 0; j < d; j++) {
                if (!of[j] && mayJoin(of, j)) {
                    child(h, j, price * (k == 2 ? 2 : 1));
                }
            }
        }

        private void child(int h, int j, double asked) {
            boolean[] of = now.children.get(h);
            double gain = forecast.gain(h, 0, j);
            if (gain > LEAST_GAIN) {
                all.add(new Step(gain - asked, j * d + j, () -> withChild(h, j)));
            }
            int[] edges = new int[d];
            int k = 0;
            for (int i = 0; i < d; i++) {
                if (of[i] && (now.causes(i, j) || now.causes(j, i))) {
                    edges[k++] = now.causes(i, j) ? edgeAt[i * d + j] : edgeAt[j * d + i];
                }
            }
            if (k > 0) {
                double instead = forecast.gainInsteadOf(Arrays.copyOf(edges, k), h, 0, j) + k * price - asked;
                all.add(new Step(instead, j * d + j, () -> {
                    FactorDiagram with = withChild(h, j);
                    for (int i = 0; i < d; i++) {
                        if (of[i]) {
                            with.separate(i, j);
                        }
                    }
                    return with;
                }));
            }
        }

        private FactorDiagram withChild(int h, int j) {
            FactorDiagram with = now.copy();
            with.setChild(h, j, true);
            return with;
        }

        /** A hidden cause of two goes, or becomes an edge. */
        private void ofPair(int h, boolean[] of) {
            int i = now.firstChild(h);
            int j = i + 1;
            while (!of[j]) {
                j++;
            }
            double lost = forecast.lossOfPair(childAt[h][i], childAt[h][j]);
            all.add(new Step(price - lost, pair(i, j), () -> withoutHidden(h)));
            if (!now.causes(i, j) && !now.causes(j, i)) {
                instead(h, i, j);
                instead(h, j, i);
            }
        }

        private void instead(int h, int i, int j) {
            if (!reaches[j][i] && rules.permit(i, j, Edge.FORWARD)) {
                all.add(new Step(forecast.gainInsteadOfPair(childAt[h][i], childAt[h][j], i, j), pair(i, j), () -> {
                    FactorDiagram edge = withoutHidden(h);
                    edge.set(i, j, true);
                    return edge;
                }));
            }
        }

        private FactorDiagram withoutHidden(int h) {
            FactorDiagram without = now.copy();
            without.removeHidden(h);
            return without;
        }
    }

    /** Whether no required edge is between a variable and the children. */
    private boolean mayJoin(boolean[] of, int j) {
        for (int i = 0; i < d; i++) {
            if (of[i] && !rules.permit(i, j, Edge.TWO_HEADED)) {
                return false;
            }
        }
        return true;
    }

    /** Children of hidden causes with one more, and of two together, and three to five variables joined in pairs. */
    private Set<Set<Integer>> groups() {
        Set<Set<Integer>> groups = new LinkedHashSet<>();
        for (int i = 0; i < d; i++) {
            joined(List.of(i), groups);
        }
        for (int h = 0; h < now.children.size(); h++) {
            Set<Integer> of = now.childrenOf(h);
            for (int j = 0; j < d; j++) {
                int one = j;
                if (of.stream().anyMatch(i -> now.joined(i, one))) {
                    Set<Integer> with = new HashSet<>(of);
                    with.add(j);
                    groups.add(with);
                }
            }
            for (int g = 0; g < h; g++) {
                Set<Integer> other = now.childrenOf(g);
                if (other.stream().anyMatch(of::contains)) {
                    other.addAll(of);
                    groups.add(other);
                }
            }
        }
        for (int h = 0; h < now.children.size(); h++) {
            groups.remove(now.childrenOf(h));
        }
        return groups;
    }

    private boolean haveOneCause(List<Integer> of) {
        return now.children.stream().anyMatch(children -> of.stream().allMatch(j -> children[j]));
    }

    private void joined(List<Integer> of, Set<Set<Integer>> groups) {
        if (of.size() >= LEAST_JOINED && !haveOneCause(of)) {
            groups.add(new HashSet<>(of));
        }
        boolean more = of.size() < MOST_JOINED && groups.size() < MOST_GROUP_CELLS / (d * d);
        for (int j = of.get(of.size() - 1) + 1; more && j < d; j++) {
            int one = j;
            if (of.stream().allMatch(i -> now.joined(i, one))) {
                List<Integer> with = new ArrayList<>(of);
                with.add(j);
                joined(with, groups);
            }
        }
    }

    /** A hidden cause instead of all edges between the variables and of hidden causes of them alone. */
    private void addHiddenOf(double[] s, Set<Integer> of, List<FactorDiagram> all) {
        FactorDiagram with = now.copy();
        for (int i : of) {
            for (int j : of) {
                if (i != j && !rules.permit(i, j, Edge.TWO_HEADED)) {
                    return;
                }
                with.set(i, j, false);
            }
        }
        for (int h = with.children.size() - 1; h >= 0; h--) {
            if (of.containsAll(with.childrenOf(h))) {
                with.removeHidden(h);
            }
        }
        with.addHidden(s, of.stream().sorted().mapToInt(i -> i).toArray());
        all.add(with);
    }
}
