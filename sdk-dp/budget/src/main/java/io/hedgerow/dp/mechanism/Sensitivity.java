// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import io.hedgerow.core.privacy.Adjacency;
import java.math.BigInteger;
import java.util.Objects;

/**
 * The sensitivity of a sum: the largest change that one privacy unit can cause, in whole lattice steps, for one
 * adjacency. The factories round up, so the bound holds for the computed sum.
 *
 * <p>Replacing a unit moves a sum of vectors of norm ≤ C by at most 2C (triangle inequality, attained by opposite
 * vectors); replacing it by zeros moves it by at most C. Immutable. Proof note:
 * {@code docs/privacy-proofs/clipping.md}.
 *
 * @param adjacency the neighbouring relation
 * @param steps the bound in lattice steps; from 1 to 2⁶²
 */
public record Sensitivity(Adjacency adjacency, long steps) {
    public Sensitivity {
        Objects.requireNonNull(adjacency, "adjacency");
        if (steps < 1 || steps > Lattice.MAX_STEPS) {
            throw new IllegalArgumentException("steps must be from 1 to 2^62, was " + steps);
        }
    }

    /**
     * The sensitivity of a sum to which each unit contributes at most a bound: absolute value for one coordinate,
     * Euclidean norm for vectors.
     *
     * @param adjacency REPLACE_ONE for a public number of units, ZERO_OUT for a public constant instead
     * @param boundSteps largest contribution of one unit, in steps; from 1 to 2⁶¹
     * @return 2 · bound or bound
     */
    public static Sensitivity ofClippedSum(Adjacency adjacency, long boundSteps) {
        if (boundSteps < 1 || boundSteps > Lattice.MAX_STEPS / 2) {
            throw new IllegalArgumentException("boundSteps must be from 1 to 2^61, was " + boundSteps);
        }
        return new Sensitivity(adjacency, adjacency == Adjacency.REPLACE_ONE ? 2 * boundSteps : boundSteps);
    }

    /**
     * {@return the sensitivity of Σ y·yᵀ in Frobenius norm, where each unit contributes one vector y of whole steps
     * with ‖y‖ ≤ R: ⌈√2·R²⌉ or R²} The unit of the result is the square of the step of y. Each matrix entry counts once
     * per position, so a release of one triangle keeps this norm when off-diagonal entries weigh √2 (noise of σ/√2 on
     * them is as much as σ on the diagonal).
     *
     * <p>‖y·yᵀ − z·zᵀ‖² = ‖y‖⁴ + ‖z‖⁴ − 2⟨y, z⟩² ≤ 2R⁴, attained by orthogonal vectors. The same holds where each unit
     * contributes a sum G of such products with ‖G‖ ≤ R²: ‖G − H‖² = ‖G‖² + ‖H‖² − 2⟨G, H⟩, and ⟨G, H⟩ ≥ 0 for positive
     * semi-definite G and H.
     *
     * @param adjacency the neighbouring relation
     * @param normSteps R in steps; from 1 to 2³⁰
     */
    public static Sensitivity ofOuterProducts(Adjacency adjacency, long normSteps) {
        if (normSteps < 1 || normSteps > 1L << 30) {
            throw new IllegalArgumentException("normSteps must be from 1 to 2^30, was " + normSteps);
        }
        long square = normSteps * normSteps;
        return new Sensitivity(adjacency, adjacency == Adjacency.REPLACE_ONE ? rootOfTwiceSquare(square) : square);
    }

    private static long rootOfTwiceSquare(long value) {
        BigInteger target = BigInteger.valueOf(value).pow(2).shiftLeft(1);
        // 2·value² is never a square, so the root rounded down is always too small by less than one
        return target.sqrt().longValueExact() + 1;
    }
}
