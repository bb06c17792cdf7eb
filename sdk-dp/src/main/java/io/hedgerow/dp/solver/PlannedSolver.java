package io.hedgerow.dp.solver;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.spi.LocalSolver;
import java.util.List;

/** A local solver that states the cost of a whole study before it begins, so that a ledger can take it as one plan. */
public interface PlannedSolver extends LocalSolver {

    /**
     * What a study costs, round by round.
     *
     * @param rounds T; at least 1
     * @return the event of round 0, 1, …, T − 1: what {@link #plan} returns for a task of that round
     */
    List<MechanismEvent> roundPlan(int rounds);
}
