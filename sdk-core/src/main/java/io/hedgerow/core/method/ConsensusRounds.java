// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.solver.GlobalSolver;
import java.util.Optional;

/** A method in rounds towards a consensus, which every site is told: sites send changes. */
interface ConsensusRounds extends Method {

    /** The coordinator's step; new. */
    GlobalSolver globalSolver();

    /** Which network the rounds give; of no round yet. */
    NetworkOfRounds network();

    @Override
    default SumForm sums() {
        return new SumForm.Changes();
    }

    @Override
    default Optional<NetworkOfRounds> networkAtSites() {
        return Optional.of(network());
    }

    @Override
    default Ended coordinate(Coordination with) throws InterruptedException {
        return Method.rounds(study(), globalSolver(), network(), with);
    }
}
