// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.solver.ClosedFormSolver;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.internal.denoise.GramTarget;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.ReleasedValues;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes second moments of a site's clipped rows once, adds Gaussian noise, keeps the noisy matrix, and runs the closed
 * form of paper 002, eq. 10, on it in every round (DP-Fed-BNSL, the private baseline of paper 002, §6). The whole study
 * is differentially private at the cost of its first round.
 *
 * <p>Symbols: u = x / max(b, ‖x‖), S̃ = b²·(Σ u uᵀ + noise) / n with noise of σ on the diagonal and σ/√2 beside it,
 * then eigenvalues raised to {@code least} times the mean of the positive ones: with an indefinite S̃ the closed form
 * diverges.
 *
 * <p>The paper does not say whether its clipping bound b = 7 to 20 holds for the norm of a row or for the squared norm.
 * Here b bounds the norm. A bound on the square clips nearly every row of the paper's simulated data.
 *
 * <p><b>Private</b> for records: round 0 costs one Gaussian event of μ, whose sensitivity is √2·b² under replace-one
 * adjacency. Later rounds are post-processing: {@link #solveFromReleased} answers them without data, nothing is
 * reserved, and {@link #roundPlan} has one event whatever the number of rounds. The matrix is the
 * {@link #releasedState}: with a journal it survives the process; without, another release costs again. Not
 * thread-safe.
 */
public final class DpClosedFormSolver implements PlannedSolver {

    private static final String ID = "dp-fed-bnsl";

    private final ReleaseOptions options;
    private final double bound;
    private final double least;
    private final double[] centre;
    private final GramSum sum;
    private final NoiseSource noise;
    private final ClosedFormSolver closedForm;
    private double @Nullable [][] released;

    /**
     * Creates a solver with bound b, and the smallest eigenvalue that is kept as a share of the mean of the positive
     * ones, &gt; 0 and at most 1. The centre must be known; scales are not used. It draws the usual noise.
     */
    public DpClosedFormSolver(ReleaseOptions options, double bound, double least, Diagonal diagonal) {
        this(options, bound, least, diagonal, NoiseSource.usual());
    }

    /** The same with noise of a source that only this solver uses, at the cost that follows from its law. */
    public DpClosedFormSolver(
            ReleaseOptions options, double bound, double least, Diagonal diagonal, NoiseSource noise) {
        if (options.byUser()) {
            throw recordsOnly("individuals");
        }
        this.centre = options.requireKnownCentre(ID).vector();
        if (!(bound > 0 && bound * bound < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be > 0 with a finite square, was " + bound);
        }
        if (!(least > 0 && least <= 1)) {
            throw new IllegalArgumentException("least must be > 0 and at most 1, was " + least);
        }
        this.options = options;
        this.bound = bound;
        this.least = least;
        this.noise = noise;
        this.closedForm = new ClosedFormSolver(diagonal);
        this.sum = new GramSum(
                options.variables(),
                options.rows(),
                options.adjacency(),
                options.zeroRowVanishes(),
                bound,
                Math.nextUp(1 / options.mu()));
    }

    /** The options of the release. */
    public ReleaseOptions options() {
        return options;
    }

    /** Refuses a unit that is no single record: the bound is on a row. */
    public static void requireRecords(PrivacyUnit unit) {
        if (!(unit instanceof PrivacyUnit.RecordUnit)) {
            throw recordsOnly(unit.toString());
        }
    }

    private static IllegalArgumentException recordsOnly(String unit) {
        return new IllegalArgumentException(ID + " protects single records only, the unit was " + unit
                + ": use a method that counts individuals, or reduce the data to one row for each of them");
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String noiseSource() {
        return noise.id();
    }

    @Override
    public boolean protectsUsers() {
        return false; // the constructor refuses users
    }

    @Override
    public OptionalLong publicUnits() {
        return options.publicRows();
    }

    @Override
    public Adjacency adjacency() {
        return options.adjacency();
    }

    @Override
    public MechanismEvent plan(Task task) {
        return event();
    }

    private MechanismEvent event() {
        return noise.law().ofGaussians(sum.event(), draws(options.variables()));
    }

    /** The number of draws of the only release. */
    public static long draws(int variables) {
        return variables * (variables + 1L) / 2;
    }

    /** Plans one event: later rounds need no data and have none. */
    @Override
    public List<MechanismEvent> roundPlan(int rounds) {
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
        }
        return List.of(event());
    }

    @Override
    public Optional<LocalSolution> solveFromReleased(Task task, LocalProblem problem) {
        double[][] s = released;
        return s == null ? Optional.empty() : Optional.of(closedForm.solve(problem, s));
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the problem asks for the site's own mean to be subtracted, or the layout is
     *     not linear in the variables of the view
     * @throws IllegalStateException when a matrix was released before: a second one would have to be planned
     * @throws io.hedgerow.core.data.DataException when the records cannot be read or are not as many as declared
     */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        ReleaseSolver.requireUncentred(problem);
        int d = options.variables();
        if (view.schema().size() != d || problem.layout().sliceLength() != d) {
            throw new IllegalArgumentException("data and layout must have the planned " + d + " variables, have "
                    + view.schema().size() + " and " + problem.layout().sliceLength());
        }
        if (released != null) {
            throw new IllegalStateException("the matrix of this study was released before");
        }
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        double[] triangle = ReleaseSolver.released(view, options, sum, centre, ones, noise);
        double factor = bound * bound / options.rows();
        double[] matrix = new double[d * d];
        int at = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++) {
                matrix[i * d + j] = factor * triangle[at];
                matrix[j * d + i] = factor * triangle[at++];
            }
        }
        double[][] s =
                GramTarget.rows(d, NormalisationCorrection.ofMoments(d, matrix).positiveDefinite(least));
        released = s;
        return closedForm.solve(problem, s);
    }

    @Override
    public Payload releasedState() {
        return released == null
                ? Payload.empty()
                : ReleasedValues.write(
                        id(),
                        Arrays.stream(released).flatMapToDouble(Arrays::stream).toArray());
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException when a matrix was released or taken over before
     */
    @Override
    public void restore(Payload releasedState) {
        if (released != null) {
            throw new IllegalStateException("the matrix of this study was released before");
        }
        int d = options.variables();
        released = GramTarget.rows(
                d, ReleasedValues.read(id(), releasedState, d * d).get(0));
    }
}
