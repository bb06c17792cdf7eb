// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.release;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.Parameters;
import java.util.Arrays;
import java.util.Optional;

/**
 * A network found in a sum, as it is sent to the sites when the study ends: W, then the marks of its class, zeros where
 * all directions are claimed, each [d, d] row by row at the head of the vector that is summed. Not thread-safe.
 */
public final class SearchedNetwork implements NetworkOfRounds {

    private final int d;
    private double[] told;

    public SearchedNetwork(int variables) {
        this.d = variables;
        this.told = new double[2 * d * d];
    }

    /** For the sites; of at least 2 d² numbers. */
    public static Parameters told(int size, WeightMatrix network, Optional<EquivalenceClass> pattern) {
        int d = network.variables();
        double[] all = Arrays.copyOf(network.toRows(), size);
        for (int k = 0; k < d * d && pattern.isPresent(); k++) {
            EquivalenceClass known = pattern.get();
            boolean mark = known.isDirected(k / d, k % d) || known.isUndirected(k / d, k % d);
            all[d * d + k] = mark ? 1 : 0;
        }
        return Parameters.takeOver(all);
    }

    /** What is shown of a network, so that a site shows the same. */
    public static Parameters told(int size, WeightMatrix network, PairProbabilities pairs) {
        return told(size, pairs.shown(network), pairs.shownClass(network));
    }

    /** Before the end sites are told other things. */
    @Override
    public void add(int round, Parameters consensus) {
        consensus.copyTo(0, told, 0, told.length);
    }

    @Override
    public boolean isOfEveryRound() {
        return false;
    }

    @Override
    public WeightMatrix network() {
        // checked here: it comes from the coordinator
        return Dag.of(WeightMatrix.ofRows(d, Arrays.copyOf(told, d * d))).weights();
    }

    @Override
    public Optional<PairProbabilities> pairs() {
        WeightMatrix marks = WeightMatrix.ofRows(d, Arrays.copyOfRange(told, d * d, 2 * d * d));
        return marks.edgeCount() == 0
                ? Optional.empty()
                : Optional.of(new PairProbabilities(Optional.of(EquivalenceClass.ofMarks(marks)), Optional.empty(), 1));
    }
}
