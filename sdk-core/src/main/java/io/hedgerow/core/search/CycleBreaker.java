package io.hedgerow.core.search;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Makes a graph acyclic, strongest edges first. */
final class CycleBreaker {

    private CycleBreaker() {}

    /** Strength is the magnitude of the weight. */
    static WeightMatrix strongest(WeightMatrix network) {
        double[] weights = network.toRows();
        double[] strength = new double[weights.length];
        for (int k = 0; k < weights.length; k++) {
            strength[k] = Math.abs(weights[k]);
        }
        return acyclic(network.variables(), weights, strength);
    }

    /** Admits edges by falling strength; one that would close a cycle with those admitted is left out. */
    static WeightMatrix acyclic(int variables, double[] weights, double[] strength) {
        int d = variables;
        Reachability reachability = new Reachability(d);
        double[] kept = new double[d * d];
        IntStream.range(0, d * d)
                .filter(k -> weights[k] != 0)
                .boxed()
                .sorted(Comparator.comparingDouble(k -> -strength[k]))
                .forEachOrdered(k -> {
                    int from = k / d;
                    int to = k % d;
                    if (!reachability.closesCycle(from, to)) {
                        reachability.addEdge(from, to);
                        kept[k] = weights[k];
                    }
                });
        return WeightMatrix.ofRows(d, kept);
    }
}
