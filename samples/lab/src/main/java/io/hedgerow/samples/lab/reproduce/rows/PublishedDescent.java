// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs DP-PGCD with the quantities that paper 002 takes to be known, for comparison. <b>Not private</b>: it uses exact
 * second moments, and with {@link Clipping#AVERAGE} clips the mean of the gradients, whose sensitivity the noise does
 * not cover. The SDK has no such method.
 *
 * <p>Symbols: S = XᵀX/n, M_i = S_ii + ρ2 (row index, see 002 A.3), c_i = √(M_i / Σ_h M_h)·C (§5.3, the sum over
 * variables), Δ_i = 2c_i/n, ρ = (√(L + ε) − √L)² with L = log(1/δ), δ = 1/n². Each of the K·T steps has ρ/(KT), half
 * for selection and half for the update: Gumbel noise of scale √(KT/ρ)·Δ_i/√M_i on √M_i·|prox − B_ij|, which is the
 * same for all i, and Gaussian noise of σ_i = √(KT/ρ)·Δ_i on the gradient (Theorem 5.1 with σ and β exchanged, as its
 * proof has them). Diagonal entries are never chosen. Not thread-safe.
 */
final class PublishedDescent implements LocalSolver {

    /** The quantity that is clipped to ±c_i. */
    enum Clipping {
        /** The mean over rows, as §5.3 reads. */
        AVERAGE,
        /** Every row's entry before the mean is taken. */
        ROWS
    }

    /**
     * The terms of a step.
     *
     * @param bound C
     * @param steps K
     * @param rounds T
     * @param gamma step length
     * @param epsilon of the noise; infinite for none
     */
    record Terms(Clipping clipping, double bound, int steps, int rounds, double gamma, double epsilon) {}

    private final Terms terms;
    private final SecureRandom random = new SecureRandom();
    private double[][] columns = new double[0][];
    private double[] moments = new double[0];
    private double[][] computedFor = new double[0][];
    private double[][] gradient = new double[0][];

    PublishedDescent(Terms terms) {
        this.terms = terms;
    }

    @Override
    public String id() {
        return "printed-dp-pgcd";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate("DP-PGCD with exact second moments, for comparison");
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        int d = problem.layout().targets();
        if (moments.length == 0) {
            read(view, d);
        }
        int n = columns[0].length;
        double[] m = new double[d];
        for (int i = 0; i < d; i++) {
            m[i] = moments[i * d + i] + problem.rho2();
        }
        double total = Arrays.stream(m).sum();
        double log = 2 * Math.log(n);
        double root = Math.sqrt(log + terms.epsilon()) - Math.sqrt(log);
        double noise =
                Double.isInfinite(terms.epsilon()) ? 0 : Math.sqrt((double) terms.steps() * terms.rounds()) / root;
        double[] clip = new double[d];
        for (int i = 0; i < d; i++) {
            clip[i] = Math.sqrt(m[i] / total) * terms.bound();
        }
        double gumbel = noise * 2 * terms.bound() / (n * Math.sqrt(total));
        double[] b = problem.previous().toArray();
        for (int j = 0; j < d; j++) {
            refresh(b, j, clip);
        }
        for (int k = 0; k < terms.steps(); k++) {
            int at = choose(problem, b, m, gumbel);
            int i = at % d;
            double g = smooth(problem, b, at) + (noise == 0 ? 0 : noise * 2 * clip[i] / n * random.nextGaussian());
            double step = terms.gamma() / m[i];
            b[at] = shrunk(b[at] - step * g, step * problem.lambda());
            refresh(b, at / d, clip);
        }
        return new LocalSolution(Parameters.takeOver(b), terms.steps(), true);
    }

    /** Entry (i, j), at j·d + i, of the clipped gradient and the terms of the consensus. */
    private double smooth(LocalProblem problem, double[] b, int at) {
        int d = gradient.length;
        return gradient[at / d][at % d]
                + problem.dual().get(at)
                + problem.rho2() * (b[at] - problem.consensus().get(at));
    }

    private int choose(LocalProblem problem, double[] b, double[] m, double gumbel) {
        int d = gradient.length;
        int best = -1;
        double highest = Double.NEGATIVE_INFINITY;
        for (int at = 0; at < b.length; at++) {
            int i = at % d;
            if (i != at / d) {
                double moved = shrunk(b[at] - smooth(problem, b, at) / m[i], problem.lambda() / m[i]);
                double score = Math.sqrt(m[i]) * Math.abs(moved - b[at]);
                // 1 − u is never 0
                score -= gumbel == 0 ? 0 : gumbel * Math.log(-Math.log1p(-random.nextDouble()));
                if (score > highest) {
                    highest = score;
                    best = at;
                }
            }
        }
        return best;
    }

    private static double shrunk(double value, double by) {
        return Math.signum(value) * Math.max(0, Math.abs(value) - by);
    }

    private void read(DataView view, int d) {
        SufficientStatistics all = view.statistics();
        moments = all.secondMoment(Centring.NONE);
        List<double[]> rows = new ArrayList<>();
        view.forEachRow(row -> rows.add(row.clone()));
        columns = new double[d][rows.size()];
        for (int k = 0; k < rows.size(); k++) {
            for (int i = 0; i < d; i++) {
                columns[i][k] = rows.get(k)[i];
            }
        }
        computedFor = new double[d][0];
        gradient = new double[d][d];
    }

    /** Column j of the clipped gradient of ½‖x − Bᵀx‖², if B has changed there. */
    private void refresh(double[] b, int j, double[] clip) {
        int d = clip.length;
        double[] own = Arrays.copyOfRange(b, j * d, (j + 1) * d);
        if (Arrays.equals(own, computedFor[j])) {
            return;
        }
        computedFor[j] = own;
        if (terms.clipping() == Clipping.AVERAGE) {
            for (int i = 0; i < d; i++) {
                double mean = -moments[i * d + j];
                for (int h = 0; h < d; h++) {
                    mean += moments[i * d + h] * own[h];
                }
                gradient[j][i] = Math.max(-clip[i], Math.min(clip[i], mean));
            }
            return;
        }
        double[] residual = columns[j].clone();
        for (int h = 0; h < d; h++) {
            for (int k = 0; own[h] != 0 && k < residual.length; k++) {
                residual[k] -= own[h] * columns[h][k];
            }
        }
        for (int i = 0; i < d; i++) {
            double sum = 0;
            for (int k = 0; k < residual.length; k++) {
                sum += Math.max(-clip[i], Math.min(clip[i], -columns[i][k] * residual[k]));
            }
            gradient[j][i] = sum / residual.length;
        }
    }
}
