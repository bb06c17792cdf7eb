// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.yaml.YamlNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Recovers pair probabilities from the ones that a document shows: the rule of {@link PairProbabilities}, inverted. An
 * edge that is shown without an arrowhead has an open direction, unless its probability alone explains that and the
 * equations are not of one member of a class.
 */
final class PairReader {

    private final NetworkReader document;
    private final WeightMatrix weights;
    private final int d;
    private final Grid directed;
    private final Grid ratios;
    private final Grid arrows;
    private final Map<List<Integer>, End> ends = new HashMap<>();
    private final Grid shares;
    private final Grid visible;
    private boolean likely;
    private boolean told;
    private boolean marked;
    private boolean shared;
    private boolean cautious;
    private boolean open;
    private boolean claimed;
    private double cap;

    PairReader(NetworkReader document, WeightMatrix weights) {
        this.document = document;
        this.weights = weights;
        this.d = document.size();
        this.directed = new Grid(d);
        this.ratios = new Grid(d);
        this.arrows = new Grid(d);
        this.shares = new Grid(d);
        this.visible = new Grid(d);
        this.cap = document.cap().orElse(1.0);
        // without edges it is the trust that says whether there were probabilities; a search by noises has none
        this.likely = document.edges().isEmpty() && document.settled() && !document.isDirectedByNoise();
    }

    /** Empty where the document says nothing of pairs: all edges have their directions then. */
    Optional<PairProbabilities> pairs() {
        boolean ancestral = document.kind().equals("pag");
        document.edges().forEach(this::probability);
        document.edges().forEach(edge -> direction(edge, ancestral));
        document.edges().forEach(this::mark);
        doubts();
        if (ancestral) {
            sure();
        }
        boolean member =
                document.model().filter(NetworkPart.Model.CLASS_MEMBER::equals).isPresent();
        if (member && !open) {
            openElsewhere();
        }
        boolean known = document.cap().isPresent() || likely || told || marked || open || ancestral;
        return known || document.kind().equals("cpdag")
                ? Optional.of(new PairProbabilities(
                        open || document.kind().equals("cpdag")
                                ? Optional.of(EquivalenceClass.ofMarks(arrows.matrix()))
                                : Optional.empty(),
                        likely ? Optional.of(directed.matrix()) : Optional.empty(),
                        cap,
                        told ? Optional.of(ratios.matrix()) : Optional.empty(),
                        marked || ancestral ? Optional.of(marks()) : Optional.empty(),
                        ancestral,
                        cautious))
                : Optional.empty();
    }

    private int from(YamlNode edge) {
        return document.cause(edge, "from");
    }

    private int to(YamlNode edge) {
        return document.variable(edge, "to");
    }

    /** How likely it is, of the two probabilities the one that was computed. */
    private void probability(YamlNode edge) {
        int i = from(edge);
        int j = to(edge);
        OptionalDouble shown = NetworkReader.number(edge, "adjacent", NetworkReader.SHARE);
        OptionalDouble raw = NetworkReader.number(edge, "adjacentRaw", NetworkReader.SHARE);
        double ratio =
                NetworkReader.number(edge, "noiseRatio", NetworkReader.FINITE).orElse(0);
        ratios.set(i, j, ratio);
        told |= ratio > 0;
        if (shown.isEmpty() && raw.isEmpty()) {
            return;
        }
        likely = true;
        double joined = raw.orElseGet(shown::getAsDouble);
        if (shown.isPresent() && shown.getAsDouble() < joined) {
            cap = shown.getAsDouble();
        }
        double direction = directionOf(edge);
        SplitProbability parts = SplitProbability.of(joined, direction);
        directed.set(i, j, parts.forth());
        directed.set(j, i, parts.back());
        boolean arrow = isDirected(edge) && ratio == 0 && !document.isPast(edge);
        cautious |= joined < PairProbabilities.LEAST_JOINED
                || (arrow && direction < PairProbabilities.leastDirection(false));
    }

    private static double directionOf(YamlNode edge) {
        OptionalDouble shown = NetworkReader.number(edge, "direction", NetworkReader.SHARE);
        return NetworkReader.number(edge, "directionRaw", NetworkReader.SHARE).orElse(shown.orElse(1));
    }

    private static boolean isDirected(YamlNode edge) {
        return edge.optional("directed").map(YamlNode::flag).orElse(true);
    }

    private void direction(YamlNode edge, boolean ancestral) {
        int i = from(edge);
        int j = to(edge);
        arrows.set(i, j, 1);
        if (isDirected(edge)) {
            return;
        }
        boolean unlikely = directionOf(edge) < PairProbabilities.leastDirection(cautious) && ratios.get(i, j) == 0;
        boolean linear = document.model()
                .filter(model -> model == NetworkPart.Model.LINEAR || model == NetworkPart.Model.TABLES)
                .isPresent();
        boolean byMarks = linear && edge.optional("mark").isPresent();
        if (!(linear && unlikely) && !ancestral && !byMarks) {
            open(i, j);
        } else if (ancestral
                && document.model()
                        .filter(NetworkPart.Model.CLASS_MEMBER::equals)
                        .isPresent()) {
            open(i, j);
        }
        claimed |= byMarks && !unlikely && !ancestral;
    }

    private void mark(YamlNode edge) {
        int i = from(edge);
        int j = to(edge);
        edge.optional("mark").ifPresent(node -> {
            String mark = node.text("a mark");
            marked = true;
            if (AncestralMarks.isMark(mark)) {
                join(i, j, End.of(mark.charAt(0)), End.of(mark.charAt(2)));
            } else if (!mark.equals(AncestralMarks.NONE)) {
                throw node.mustBe("one of the marks " + AncestralMarks.MARKS + ", or none");
            }
        });
        share(i, j, NetworkReader.number(edge, "markShare", NetworkReader.SHARE));
        if (edge.optional("visible").map(YamlNode::flag).orElse(false)) {
            visible.set(i, j, 1);
        }
    }

    private void join(int i, int j, End atFirst, End atLast) {
        ends.put(List.of(j, i), atFirst);
        ends.put(List.of(i, j), atLast);
    }

    private void share(int i, int j, OptionalDouble share) {
        shared |= share.isPresent();
        if (share.isPresent()) {
            shares.set(i, j, share.getAsDouble());
            shares.set(j, i, share.getAsDouble());
        }
    }

    private void doubts() {
        for (YamlNode pair : document.doubts("hiddenCauses")) {
            int i = document.column(pair, "one");
            int j = document.column(pair, "other");
            marked = true;
            join(i, j, End.ARROW, End.ARROW);
            share(i, j, NetworkReader.number(pair, "share", NetworkReader.SHARE));
        }
        for (YamlNode edge : document.doubts("notShown")) {
            joined(from(edge), to(edge), NetworkReader.share(edge, "adjacent"));
        }
        for (YamlNode pair : document.doubts("undecided")) {
            joined(document.column(pair, "one"), document.column(pair, "other"), NetworkReader.share(pair, "adjacent"));
        }
    }

    /** Settles pairs of the network that predicts that are neither edges nor in doubt: joined, or not by marks. */
    private void sure() {
        for (int k = 0; k < d * d; k++) {
            if (likely && weights.hasEdge(k / d, k % d)) {
                joined(k / d, k % d, 1);
            }
        }
    }

    /** A pair of which only this is known; an edge says more. */
    private void joined(int i, int j, double probability) {
        likely = true;
        if (directed.get(i, j) == 0 && directed.get(j, i) == 0) {
            directed.set(i, j, probability / 2);
            directed.set(j, i, probability / 2);
        }
    }

    /**
     * Takes a pair without an edge for an open one, where equations are of one member of a class whose open edges are
     * not shown. Where all pairs have edges, marks say which directions are open instead of the class.
     */
    private void openElsewhere() {
        for (int i = 0; i < d && !open; i++) {
            for (int j = i + 1; j < d && !open; j++) {
                if (arrows.get(i, j) == 0 && arrows.get(j, i) == 0) {
                    open(i, j);
                }
            }
        }
        if (!open && d > 1) {
            open(0, 1);
        }
    }

    private void open(int i, int j) {
        arrows.set(i, j, 1);
        arrows.set(j, i, 1);
        open = true;
    }

    private AncestralMarks marks() {
        return AncestralMarks.of(
                d,
                (i, j) -> Optional.ofNullable(ends.get(List.of(i, j))),
                (i, j) -> visible.get(i, j) != 0,
                shared ? Optional.of(shares.matrix()) : Optional.empty(),
                claimed ? 1 : 0);
    }

    /** A [d, d] matrix that takes no memory until an entry is set, because most documents need few of them. */
    private static final class Grid {

        private final int size;
        private double[] cells = {};

        Grid(int size) {
            this.size = size;
        }

        double get(int i, int j) {
            return cells.length == 0 ? 0 : cells[i * size + j];
        }

        void set(int i, int j, double value) {
            if (value != 0 || cells.length > 0) {
                cells = cells.length == 0 ? new double[size * size] : cells;
                cells[i * size + j] = value;
            }
        }

        WeightMatrix matrix() {
            return cells.length == 0 ? WeightMatrix.empty(size) : WeightMatrix.ofRows(size, cells);
        }
    }

    /**
     * The probability of an edge, divided between {@code forth} of i → j and {@code back}: from the sum and the
     * quotient in a document. Both are read back to the bit, where some two doubles have this sum and quotient, as
     * those that were written have: forth + back = joined and forth / joined = direction, rounded as in Java. Otherwise
     * the sum is exact, and the quotient to a few roundings.
     */
    private record SplitProbability(double forth, double back) {

        /** The product of a rounded quotient is within two units in the last place of what was divided. */
        private static final int NEAR = 4;

        /** From P(edge), from 0 to 1, and the probability of the direction given an edge, from 0 to 1. */
        static SplitProbability of(double joined, double direction) {
            // the larger part first, whose rest is exact
            boolean larger = 2 * direction >= 1;
            double most = joined * Math.max(direction, 1 - direction);
            SplitProbability near =
                    larger ? new SplitProbability(most, joined - most) : new SplitProbability(joined - most, most);
            if (near.gives(joined, direction)) {
                return near;
            }
            double unit = Math.ulp(joined * direction);
            for (int k = -NEAR; k <= NEAR; k++) {
                double forth = joined * direction + k * unit;
                for (double back :
                        new double[] {joined - forth, Math.nextUp(joined - forth), Math.nextDown(joined - forth)}) {
                    SplitProbability found = new SplitProbability(forth, back);
                    if (found.gives(joined, direction)) {
                        return found;
                    }
                }
            }
            return near;
        }

        private boolean gives(double joined, double direction) {
            double sum = Math.min(1, forth + back);
            return forth >= 0 && back >= 0 && sum == joined && forth / sum == direction;
        }
    }
}
