// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The edges of a {@link NamedNetwork} that are shown by the rule of {@link PairProbabilities}. */
final class DrawnEdges {

    private final NamedNetwork network;
    private final WeightMatrix weights;
    private final WeightMatrix graph;

    DrawnEdges(NamedNetwork network) {
        this.network = network;
        this.weights = network.weights();
        int d = network.size();
        double[] drawn = new double[d * d];
        for (int k = 0; k < drawn.length; k++) {
            int i = k / d;
            int j = k % d;
            boolean shown =
                    i != j && network.pairs().map(known -> known.isShown(i, j)).orElse(true);
            if (shown && network.isAncestral()) {
                AncestralMarks marks = network.pairs().orElseThrow().marks().orElseThrow();
                drawn[k] = isWrittenFrom(marks, i, j) ? weight(i, j) : 0;
                drawn[k] = isWrittenFrom(marks, i, j) && drawn[k] == 0 ? Double.MIN_VALUE : drawn[k];
            } else if (shown) {
                drawn[k] = weights.get(i, j);
            }
        }
        this.graph = WeightMatrix.ofRows(d, drawn);
    }

    /** An arrowhead at one end only is written last; otherwise the network that predicts decides, or the order. */
    private boolean isWrittenFrom(AncestralMarks marks, int i, int j) {
        Optional<End> last = marks.end(i, j);
        Optional<End> first = marks.end(j, i);
        if (last.isEmpty() || first.isEmpty()) {
            return false;
        }
        boolean headLast = last.get() == End.ARROW;
        boolean headFirst = first.get() == End.ARROW;
        if (headLast != headFirst) {
            return headLast;
        }
        return weights.hasEdge(i, j) || (!weights.hasEdge(j, i) && i < j);
    }

    private double weight(int i, int j) {
        return weights.hasEdge(i, j) ? weights.get(i, j) : weights.get(j, i);
    }

    WeightMatrix graph() {
        return graph;
    }

    List<NetworkEdge> all() {
        int d = network.size();
        Optional<WeightMatrix> truth = network.truth();
        List<NetworkEdge> edges = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                if (graph.hasEdge(i, j)) {
                    edges.add(estimated(i, j));
                } else if (truth.isPresent()
                        && truth.get().hasEdge(i, j)
                        && EdgeStatus.isMissing(graph, truth.get(), i, j)) {
                    edges.add(NetworkEdge.missing(i, j, truth.get().get(i, j)));
                }
            }
        }
        return List.copyOf(edges);
    }

    private NetworkEdge estimated(int from, int to) {
        Optional<PairProbabilities> pairs = network.pairs();
        String mark = network.isAncestral()
                ? pairs.orElseThrow().marks().orElseThrow().mark(from, to)
                : pairs.map(known -> known.isDirected(from, to)).orElse(true) ? NetworkEdge.ARROW : NetworkEdge.LINE;
        double weight = network.isAncestral() ? weight(from, to) : weights.get(from, to);
        NetworkEdge.Certainty certainty = new NetworkEdge.Certainty(
                network.voteShares()
                        .map(shares -> OptionalDouble.of(shares.get(from, to)))
                        .orElseGet(OptionalDouble::empty),
                pairs.map(known -> known.adjacent(from, to)).orElseGet(OptionalDouble::empty),
                pairs.filter(known -> !known.ancestral())
                        .map(known -> known.direction(from, to))
                        .orElseGet(OptionalDouble::empty),
                pairs.map(known -> known.isSure(from, to)).orElse(true),
                pairs.flatMap(known -> known.evidence(from, to)));
        return new NetworkEdge(
                from,
                to,
                weight,
                status(from, to, mark.equals(NetworkEdge.ARROW)),
                mark,
                strength(from, to, weight),
                certainty);
    }

    /** The weight in deviations where known: in unlike units a raw weight says little. */
    private double strength(int from, int to, double weight) {
        List<Double> deviations = network.deviations();
        if (deviations.isEmpty() || !(deviations.get(from) > 0 && deviations.get(to) > 0)) {
            return Math.abs(weight);
        }
        boolean reverse = !weights.hasEdge(from, to);
        double ratio = deviations.get(from) / deviations.get(to);
        return Math.abs(weight) * (reverse ? 1 / ratio : ratio);
    }

    /** An edge that claims no direction is right when the truth has an edge between the two. */
    private EdgeStatus status(int from, int to, boolean directed) {
        Optional<WeightMatrix> truth = network.truth();
        if (truth.isEmpty()) {
            return EdgeStatus.UNJUDGED;
        }
        EdgeStatus status = EdgeStatus.ofEstimated(graph, truth.get(), from, to);
        return status == EdgeStatus.REVERSED && !directed ? EdgeStatus.CORRECT : status;
    }
}
