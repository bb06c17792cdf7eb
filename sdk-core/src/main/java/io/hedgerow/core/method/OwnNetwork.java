// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.solver.LocalSolver;
import java.util.Optional;

/** What a solver knows of a network of its site alone. */
public final class OwnNetwork {

    private OwnNetwork() {}

    /**
     * The network with its probabilities, shown as at most what is shown where nothing tells whether a model fits.
     *
     * @param schema of the study
     * @param solver of a site
     * @return empty where the site has none
     */
    public static Optional<NamedNetwork> of(VariableSchema schema, LocalSolver solver) {
        return solver.ownNetwork().map(weights -> {
            NamedNetwork network = NamedNetwork.of(schema, weights);
            return solver.ownProbabilities()
                    .map(p -> network.withPairs(
                            new PairProbabilities(Optional.empty(), Optional.of(p), Trust.MOST_UNLESS_IT_FITS)))
                    .orElse(network);
        });
    }
}
