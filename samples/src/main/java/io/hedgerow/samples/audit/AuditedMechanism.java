package io.hedgerow.samples.audit;

import io.hedgerow.dp.audit.AuditCase;
import io.hedgerow.dp.audit.GreedyCases;
import io.hedgerow.dp.audit.MechanismCases;
import io.hedgerow.dp.audit.ReleaseCases;
import java.util.function.DoubleFunction;

/** What {@code audit epsilon} can run, at its usual cost: μ = 1, or ε = 1 or 2 for pure mechanisms. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
public enum AuditedMechanism {
    /** One number with Gaussian noise. */
    GAUSSIAN(1, delta -> MechanismCases.gaussian(1, delta)),
    /** One number with Laplace noise. */
    LAPLACE(1, delta -> MechanismCases.laplace(1)),
    /** Selection from a list. */
    SELECTION(1, delta -> MechanismCases.selection(2)),
    /** Selection by columns. */
    COLUMN_SELECTION(1, delta -> MechanismCases.columnSelection(2)),
    /** A clipped sum with Gaussian noise. */
    CLIPPED_SUM(1, delta -> MechanismCases.clippedSum(1, delta)),
    /** Second moments by clipped logarithms; a run sets up a whole site, so there are fewer. */
    ROW_MOMENTS(20, delta -> ReleaseCases.rowMoments(1, delta)),
    /** Both rounds of dp-gram. */
    NOISY_GRAM(1, delta -> ReleaseCases.noisyGram(1, delta)),
    /** Both rounds of dp-gram where persons are protected and one has three rows. */
    NOISY_GRAM_PERSONS(1, delta -> ReleaseCases.noisyGramPersons(1, delta)),
    /** All rounds of dp-fed-sparse: 10 rounds of 2 steps. */
    DP_PGCD(1, delta -> GreedyCases.dpPgcd(10, 2, 1, delta)),
    /** The same where neighbours are a row and zeros in its place. */
    DP_PGCD_ZERO_OUT(1, delta -> GreedyCases.dpPgcdZeroOut(10, 2, 1, delta)),
    /** The same where persons are protected and one has three rows. */
    DP_PGCD_PERSONS(1, delta -> GreedyCases.dpPgcdPersons(10, 2, 1, delta)),
    /** All rounds of dp-fed-sparse-laplace: 2 rounds of 1 step. */
    DP_PGCD_LAPLACE(1, delta -> GreedyCases.dpPgcdLaplace(2, 2));

    private final int dearness;
    private final DoubleFunction<AuditCase> cases;

    AuditedMechanism(int dearness, DoubleFunction<AuditCase> cases) {
        this.dearness = dearness;
        this.cases = cases;
    }

    /**
     * The case to run.
     *
     * @param delta δ of the report, where the mechanism is not pure
     * @return a new case, for one thread
     */
    public AuditCase at(double delta) {
        return cases.apply(delta);
    }

    /**
     * Fewer runs where one takes much longer.
     *
     * @param asked runs of the others
     * @return runs of this one
     */
    public int runs(int asked) {
        return Math.max(100, asked / dearness);
    }
}
