// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.mechanism.FixedDecay;
import io.hedgerow.dp.internal.mechanism.Rounding;
import io.hedgerow.dp.internal.mechanism.WeightUnits;

/**
 * Selects one candidate with P(i) ∝ e^(sᵢ/b), up to a bounded and charged error, for scores of which one unit moves
 * each by at most Δs. One sensitivity and one scale b for all candidates: with a scale per candidate the guarantee
 * would be false. The loss of one call has a range of at most ε0 = 2Δ/b + 2⁻⁴⁸ (bounded range, Durfee and Rogers 2019),
 * Δ being Δs in lattice steps after rounding up.
 *
 * <p>This is the distribution of Gumbel-max selection, drawn without any Gumbel noise. Scores are rounded to a lattice
 * of step τ ≤ Δs/2²⁶, NaN to its lowest point; Δ = ⌈(Δs + 2η)/τ⌉, where η bounds the floating-point error of a score as
 * computed against its exact value. Weights e^(−(max − s)/b) are whole numbers ({@link FixedDecay}) plus a floor
 * ({@link WeightUnits}); a uniform whole number below their sum picks the candidate. All candidates are visited
 * whatever the scores are. Not hidden from a clock: how often the uniform number is redrawn (less than once on
 * average), and what the processor does with branches and shifts. Proof note:
 * {@code docs/privacy-proofs/exponential-mechanism.md}.
 *
 * <p>Immutable and thread-safe; {@link SecureBits} and {@link ColumnSelection} are not. One selection among N is O(N).
 */
public final class ExponentialMechanism {

    /** The charge that is added to the range for all rounding of weights. */
    static final double ROUNDING_CHARGE = 0x1p-48;

    private static final int RESOLUTION_BITS = 6;
    private static final double LEAST_RANGE = 0x1p-24;
    private static final double LARGEST_RANGE = 0x1p10;
    /** The largest score: scores are cut here, 2³⁴ sensitivities from 0; cutting does not raise the sensitivity. */
    private static final double LARGEST_SCORE = 0x1p61;

    private final Lattice lattice;
    private final long sensitivitySteps;
    private final double scaleSteps;

    private ExponentialMechanism(Lattice lattice, long sensitivitySteps, double scaleSteps) {
        this.lattice = lattice;
        this.sensitivitySteps = sensitivitySteps;
        this.scaleSteps = scaleSteps;
        double range = boundedRange();
        if (!(range >= LEAST_RANGE && range <= LARGEST_RANGE)) {
            throw new IllegalArgumentException("the bounded range must be from 2^-24 to 2^10, was " + range);
        }
    }

    /**
     * Creates a selection of a given cost.
     *
     * @param scoreSensitivity Δs: how much one unit can move any one exact score; finite and &gt; 0
     * @param scoreError η: how far a computed score can be from the exact one; finite and at least 0
     * @param boundedRange ε0 of one call; from 2⁻²⁴ to 2¹⁰
     * @return the mechanism whose {@link #boundedRange} is at most this
     */
    public static ExponentialMechanism ofBoundedRange(double scoreSensitivity, double scoreError, double boundedRange) {
        if (!(boundedRange >= LEAST_RANGE && boundedRange <= LARGEST_RANGE)) {
            throw new IllegalArgumentException("boundedRange must be from 2^-24 to 2^10, was " + boundedRange);
        }
        Lattice lattice = latticeOf(scoreSensitivity);
        long steps = sensitivitySteps(lattice, scoreSensitivity, scoreError);
        double scale = 2 * Rounding.doubleAbove(steps) / (boundedRange - ROUNDING_CHARGE);
        while (range(steps, scale) > boundedRange) {
            scale = Math.nextUp(scale);
        }
        return new ExponentialMechanism(lattice, steps, scale);
    }

    /**
     * Creates a selection with a given scale.
     *
     * @param scoreSensitivity Δs: how much one unit can move any one exact score; finite and &gt; 0
     * @param scoreError η: how far a computed score can be from the exact one; finite and at least 0
     * @param scale b, in units of the score; finite and &gt; 0
     */
    public static ExponentialMechanism ofScale(double scoreSensitivity, double scoreError, double scale) {
        if (!(scale > 0 && scale <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("scale must be finite and > 0, was " + scale);
        }
        Lattice lattice = latticeOf(scoreSensitivity);
        long steps = sensitivitySteps(lattice, scoreSensitivity, scoreError);
        return new ExponentialMechanism(lattice, steps, scale / lattice.step());
    }

    private static Lattice latticeOf(double scoreSensitivity) {
        if (!(scoreSensitivity > 0 && scoreSensitivity <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("scoreSensitivity must be finite and > 0, was " + scoreSensitivity);
        }
        return new Lattice(Math.scalb(Lattice.resolving(scoreSensitivity).step(), -RESOLUTION_BITS));
    }

    private static long sensitivitySteps(Lattice lattice, double scoreSensitivity, double scoreError) {
        if (!(scoreError >= 0 && scoreError <= scoreSensitivity)) {
            throw new IllegalArgumentException(
                    "scoreError must be at least 0 and at most scoreSensitivity, was " + scoreError);
        }
        double moved = scoreError == 0 ? scoreSensitivity : Rounding.up(scoreSensitivity + 2 * scoreError);
        return lattice.ceil(moved);
    }

    private static double range(long sensitivitySteps, double scaleSteps) {
        double exact = Rounding.up(2 * Rounding.doubleAbove(sensitivitySteps) / scaleSteps);
        return Rounding.up(exact + ROUNDING_CHARGE);
    }

    /** {@return the cost of one selection: ε0, rounded up} */
    public double boundedRange() {
        return range(sensitivitySteps, scaleSteps);
    }

    /** The scale b of the selection, in units of the score. */
    public double scale() {
        return scaleSteps * lattice.step();
    }

    /**
     * {@return the cost of selections}
     *
     * @param count number of selections; at least 1
     */
    public MechanismEvent.Selection event(long count) {
        return new MechanismEvent.Selection(boundedRange(), count);
    }

    /**
     * Selects one of the candidates.
     *
     * @param scores one per candidate, shape [N], 1 ≤ N ≤ 2²⁴; NaN counts as lowest
     * @param bits source of uniform bits
     * @return the index of the selected candidate
     */
    public int select(double[] scores, SecureBits bits) {
        if (scores.length < 1 || scores.length > WeightUnits.MOST_CANDIDATES) {
            throw new IllegalArgumentException("candidates must be from 1 to 2^24, was " + scores.length);
        }
        long[] steps = new long[scores.length];
        long best = Long.MIN_VALUE;
        for (int i = 0; i < scores.length; i++) {
            steps[i] = steps(scores[i]);
            best = Math.max(best, steps[i]);
        }
        WeightUnits units = WeightUnits.forCandidates(scores.length);
        long[] high = new long[scores.length];
        long[] low = new long[scores.length];
        FixedDecay decay = decay();
        WideInteger weight = new WideInteger();
        WideInteger total = new WideInteger();
        for (int i = 0; i < scores.length; i++) {
            decay.at(best - steps[i]);
            weight.setShifted(decay.mantissa(), units.one() - FixedDecay.MANTISSA_BITS - decay.shift());
            weight.add(0, 1L << units.floor());
            high[i] = weight.high();
            low[i] = weight.low();
            total.add(high[i], low[i]);
        }
        WideInteger drawn = new WideInteger();
        drawn.setUniformBelow(total, bits);
        total.clear();
        int index = 0;
        for (int i = 0; i < scores.length; i++) {
            total.add(high[i], low[i]);
            index += total.compare(drawn) <= 0 ? 1 : 0;
        }
        return index;
    }

    /**
     * Creates a repeated selection from a grid of candidates of which one column changes at a time.
     *
     * @param rows q, number of rows; at least 1
     * @param columns number of columns; at least 1; rows · columns at most 2²⁴
     * @param excluded shape [columns · rows], column by column: candidates that are never selected. Fixed beforehand,
     *     independent of the data; must leave at least one candidate
     * @param bits source of uniform bits
     * @return a selection without scores yet
     */
    public ColumnSelection columns(int rows, int columns, boolean[] excluded, SecureBits bits) {
        return new ColumnSelection(this, rows, columns, excluded, bits);
    }

    FixedDecay decay() {
        return new FixedDecay(scaleSteps);
    }

    long steps(double score) {
        double rounded = Math.rint(score / lattice.step());
        return (long) (rounded >= -LARGEST_SCORE ? Math.min(rounded, LARGEST_SCORE) : -LARGEST_SCORE);
    }
}
