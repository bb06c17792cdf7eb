// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.protocol.PublishedCost;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.internal.vote.VotedNetwork;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;
import io.hedgerow.dp.internal.options.ConsensusView;
import io.hedgerow.dp.internal.options.RowView;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.StatedNoise;
import io.hedgerow.dp.internal.release.moments.DpClosedFormSolver;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.method.settings.SiteUnits;
import java.util.List;
import java.util.Map;

/**
 * Runs DP-Fed-BNSL: one noisy matrix per site, the closed form on it in every round, edges by a vote of the last
 * rounds.
 */
final class ClosedFormRounds implements PrivateRounds {

    /** Smallest eigenvalue of a noisy matrix after repair, as a share of the mean of the positive ones. */
    private static final double LEAST_EIGENVALUE = 0.01;

    private static final int VOTE_ROUNDS = 20;

    /** The number of variables above which a round of the coordinator is given fewer evaluations. */
    private static final int LARGE = 500;

    private static final double TOLERANCE = 1e-6;

    private final ConsensusView consensus;
    private final double bound;
    private final RowView rows;
    private final String noise;

    /**
     * Rounds on one noisy matrix.
     *
     * @param bound the bound on the norm of a row
     * @param noise the source from which sites draw, by its name
     */
    ClosedFormRounds(ConsensusView consensus, double bound, RowView rows, String noise) {
        this.consensus = consensus;
        this.bound = bound;
        this.rows = rows;
        this.noise = noise;
    }

    /** {@inheritDoc} Changes are sent in whole steps with and without masks. */
    @Override
    public Study study(String name, VariableSchema schema, int sites, RoundPolicy policy, boolean masked) {
        MethodSettings method = FederatedMethod.FED_BNSL
                .recommended(schema.size(), sites)
                .withLambda(consensus.lambda())
                .withPenalties(PenaltySchedule.constant(consensus.rho1()), PenaltySchedule.constant(consensus.rho2()))
                .withRounds(consensus.rounds())
                .withCentring(Centring.NONE);
        return FederatedMethod.FED_BNSL.study(name, schema, method, 0, sites, policy);
    }

    @Override
    public void requireUsable(Study study, SiteUnits units, PrivacyBudget budget) {
        solver(options(study, units, budget), StatedNoise.of(noise));
    }

    @Override
    public String solverId(Study study, SiteUnits units, PrivacyBudget budget) {
        return solver(options(study, units, budget), StatedNoise.of(noise)).id();
    }

    /** The options with what the draws of the release leave of δ. */
    private ReleaseOptions options(Study study, SiteUnits units, PrivacyBudget budget) {
        int d = study.schema().size();
        return ReleaseMethod.options(
                rows, units, d, NoiseSource.lawOf(noise).left(budget, DpClosedFormSolver.draws(d)));
    }

    @Override
    public GlobalSolver coordinator(Study study) {
        return new AugmentedLagrangianSolver(
                new TraceExponential(), study.schema().size() > LARGE ? 20 : 30, TOLERANCE);
    }

    @Override
    public DpClosedFormSolver solver(Study study, SiteUnits units, PrivacyBudget budget, SharedAccounting accounting) {
        return solver(options(study, units, budget), NoiseSource.byId(noise));
    }

    @Override
    public DpClosedFormSolver stated(Study study, SiteUnits units, PrivacyBudget budget, SharedAccounting accounting) {
        return solver(options(study, units, budget), StatedNoise.of(noise));
    }

    private DpClosedFormSolver solver(ReleaseOptions options, NoiseSource source) {
        return new DpClosedFormSolver(options, bound, LEAST_EIGENVALUE, Diagonal.FREE, source);
    }

    @Override
    public NetworkOfRounds network(Study study) {
        return new VotedNetwork(study, Math.min(VOTE_ROUNDS, consensus.rounds()), consensus.threshold());
    }

    @Override
    public ShownSettings shown(String method, int variables, PrivacyBudget budget) {
        return ShownSettings.ofMatrix(method, consensus, bound, rows, GreedyDefaults.of(variables, budget));
    }

    @Override
    public Map<String, Double> bounds() {
        return Map.of("rowNormBound", bound);
    }

    @Override
    public Map<String, Double> noise(Study study, SiteUnits units, PrivacyBudget budget, SharedAccounting accounting) {
        return Map.of("releaseMu", options(study, units, budget).mu());
    }

    @Override
    public long publishedBytes(Study study, List<RoundReport> rounds, long coefficients) {
        return PublishedCost.dense(study.layout().size(), rounds.size(), study.sites());
    }
}
