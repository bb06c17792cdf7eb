package io.hedgerow.core.internal.solver;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterBlock;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.AdmmSettings;
import io.hedgerow.core.protocol.CommunicationPolicy;
import io.hedgerow.core.protocol.PenaltySchedule;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.List;

/**
 * A site's sufficient statistics as a vector that can be summed over sites: n, Σx and Σxxᵀ (paper 001, §4). One
 * release, no rounds; whatever the coordinator then searches costs no further communication.
 *
 * <p>Layout: the slice of variable j is Σ x_j x_{(j + s) mod d} for s = 0 … ⌊d/2⌋, then Σ x_j, then n. Every pair of
 * variables occurs, once for odd d and at most twice for even d, so about half of the symmetric matrix is sent.
 *
 * <p><b>Not private.</b> The sums of one site are sent as they are; use a protector that reveals only the total. Sums
 * of products lose digits of the covariance when means exceed deviations by many orders of magnitude: subtract a public
 * constant from such variables first.
 */
public final class MomentRelease implements LocalSolver {

    /** Creates a solver for one site. */
    public MomentRelease() {}

    /**
     * Where the sums are.
     *
     * @param variables d
     * @return a layout without edges, q = ⌊d/2⌋ + 3
     */
    public static ParameterLayout layout(int variables) {
        return ParameterLayout.of(
                variables,
                List.of(
                        new ParameterBlock("products", variables / 2 + 1, 0, 0),
                        new ParameterBlock("sum", 1, 0, 0),
                        new ParameterBlock("rows", 1, 0, 0)));
    }

    /**
     * A study that releases second moments once.
     *
     * @param name of the study
     * @param schema the variables
     * @param sites P
     * @param policy quorum and deadline
     * @return what sites and coordinator agree on
     */
    public static Study study(String name, VariableSchema schema, int sites, RoundPolicy policy) {
        PenaltySchedule unused = PenaltySchedule.constant(1);
        return new Study(
                name,
                schema,
                layout(schema.size()),
                new AdmmSettings(1, 0, 0, unused, unused),
                LossScaling.PER_SITE,
                0,
                sites,
                Centring.NONE,
                CommunicationPolicy.exact(),
                policy);
    }

    @Override
    public String id() {
        return "moments";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate("exact second moments, released once");
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        SufficientStatistics statistics = view.statistics();
        int d = statistics.variables();
        ParameterLayout layout = layout(d);
        if (problem.layout().size() != layout.size()) {
            throw new IllegalArgumentException("layout must have " + layout.size() + " parameters for the moments of "
                    + d + " variables, has " + problem.layout().size());
        }
        int q = layout.sliceLength();
        double[] sums = new double[layout.size()];
        double n = statistics.rows();
        for (int j = 0; j < d; j++) {
            for (int s = 0; s <= d / 2; s++) {
                int k = (j + s) % d;
                sums[j * q + s] = n * (statistics.covariance(j, k) + statistics.mean(j) * statistics.mean(k));
            }
            sums[j * q + q - 2] = n * statistics.mean(j);
            sums[j * q + q - 1] = n;
        }
        return new LocalSolution(Parameters.takeOver(sums), 1, true);
    }

    /**
     * Statistics of all rows of all sites.
     *
     * @param variables d
     * @param sum Σ over sites of what they released
     * @return the pooled statistics
     */
    public static SufficientStatistics pooled(int variables, Parameters sum) {
        int q = layout(variables).sliceLength();
        double n = sum.get(q - 1);
        double[] mean = new double[variables];
        for (int j = 0; j < variables; j++) {
            mean[j] = sum.get(j * q + q - 2) / n;
        }
        double[] covariance = new double[variables * variables];
        for (int j = 0; j < variables; j++) {
            for (int s = 0; s <= variables / 2; s++) {
                int k = (j + s) % variables;
                double value = sum.get(j * q + s) / n - mean[j] * mean[k];
                covariance[j * variables + k] = value;
                covariance[k * variables + j] = value;
            }
        }
        return SufficientStatistics.ofMoments(Math.round(n), mean, covariance);
    }
}
