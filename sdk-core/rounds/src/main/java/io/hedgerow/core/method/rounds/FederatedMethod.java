// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.rounds;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.internal.solver.ClosedFormSolver;
import io.hedgerow.core.internal.solver.FrankWolfeSolver;
import io.hedgerow.core.internal.solver.ProximalGreedySolver;
import io.hedgerow.core.method.rounds.MethodSettings.LocalSteps;
import io.hedgerow.core.method.rounds.MethodSettings.Loss;
import io.hedgerow.core.method.rounds.MethodSettings.NetworkRule;
import io.hedgerow.core.method.rounds.MethodSettings.Penalties;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.util.List;

/**
 * The non-private federated algorithms for static linear networks. They differ in the sites' solver and in where the ℓ1
 * term is; the loop is the same. Not private: every one of them sends functions of exact second moments.
 */
public enum FederatedMethod {
    /** Fed-Sparse-BNSL (paper 002, §4): ℓ1 at the sites, proximal greedy coordinate descent, sparse updates. */
    FED_SPARSE("fed-sparse"),
    /** Fed-BNSL, NOTEARS-ADMM (paper 001; 002, eq. 2): closed form at the sites, ℓ1 at the coordinator. */
    FED_BNSL("fed-bnsl"),
    /** Fed-BNSL-FW (paper 002, C.1): ℓ1 at the sites, Frank–Wolfe; the baseline that shows why PGCD is needed. */
    FED_BNSL_FW("fed-bnsl-fw");

    private static final double PENALTY_CAP = 1e16;
    private static final double PAPER_THRESHOLD = 0.3;
    private static final double RECOMMENDED_LAMBDA = 0.06;
    private static final double RHO1 = 3000;
    private static final double SOFT_RHO1 = 50;
    private static final double GROWING = 0.8;
    /** From a tenth of its end, so that duals first learn the loss and the consensus hardens later. */
    private static final PenaltySchedule RECOMMENDED_RHO2 = new PenaltySchedule(0.3, 1.025, 3);
    /** Beyond this an evaluation of the trace exponential takes tens of milliseconds. */
    private static final int LARGE = 500;

    /** In units of the score or gap; an entry is then known to about 1e-4, far below any threshold of interest. */
    private static final double TOLERANCE = 1e-4;

    private final String id;

    FederatedMethod(String id) {
        this.id = id;
    }

    /** {@return the name on the command line and in results} */
    public String id() {
        return id;
    }

    /**
     * {@return the settings that did best in our measurements ({@code docs/results.md}, ADR 9): λ = 0.06, ρ1 = 3000, ρ2
     * growing from 0.3 to 3, h in its log-determinant form and self-edges held at 0; a network is what more than half
     * of the last 20 rounds agree on; changes too small to matter for an edge are not sent}
     *
     * @param variables d
     * @param sites P
     */
    public MethodSettings recommended(int variables, int sites) {
        // P sites with λ each weigh as much as the coordinator with P · λ
        double lambda = this == FED_BNSL ? RECOMMENDED_LAMBDA * sites : RECOMMENDED_LAMBDA;
        return paper(variables)
                .withLambda(lambda)
                .withPenalties(PenaltySchedule.constant(RHO1), RECOMMENDED_RHO2)
                .withDiagonal(Diagonal.MASKED)
                .withAcyclicity(AcyclicityForm.LOG_DETERMINANT)
                .withLocalSteps(10 * variables, 1)
                .withNetworkRule(PAPER_THRESHOLD, 20)
                .withCommunication(CommunicationPolicy.economical(PAPER_THRESHOLD));
    }

    /**
     * {@return the recommended settings with penalties that begin softly: ρ1 grows from 50 to 3000 within four fifths
     * of the rounds, ρ2 from 0.4 to 4} On long chains of weak edges rounds then still turn edges that begin the wrong
     * way; on random graphs, and on chains of strong edges, it is somewhat worse (ADR 9).
     *
     * @param variables d
     * @param sites P
     * @param rounds T
     */
    public MethodSettings gradual(int variables, int sites, int rounds) {
        double growth = StrictMath.pow(RHO1 / SOFT_RHO1, 1 / (GROWING * rounds));
        return recommended(variables, sites)
                .withRounds(rounds)
                .withPenalties(new PenaltySchedule(SOFT_RHO1, growth, RHO1), new PenaltySchedule(0.4, 1.025, 4));
    }

    /**
     * {@return the settings of paper 002's experiments on homogeneous simulated data (B.3.2): everything that changed
     * is sent as doubles and the last round's network counts} The paper states neither K nor what happens to self-edges
     * in the greedy solver; K is taken as 10·d, which is nearly converged, and self-edges are held at 0, without which
     * its figures for the Sachs data are far out of reach. The closed form leaves them free (eq. 10).
     *
     * @param variables d
     */
    public MethodSettings paper(int variables) {
        return new MethodSettings(
                new Penalties(
                        this == FED_BNSL ? 0.01 : 0.1, PenaltySchedule.constant(1000), PenaltySchedule.constant(1)),
                100,
                new LocalSteps(10 * variables, 0.5),
                new Loss(
                        this == FED_BNSL ? Diagonal.FREE : Diagonal.MASKED,
                        Centring.LOCAL_MEAN,
                        LossScaling.PER_SITE,
                        1),
                new NetworkRule(PAPER_THRESHOLD, 1),
                CommunicationPolicy.exact(),
                AcyclicityForm.TRACE_EXPONENTIAL);
    }

    /**
     * {@return the growing schedule of paper 001: ρ1 = 0.001·1.75^t, ρ2 = 0.001·1.25^t, λ = 0.01, 200 rounds, losses as
     * in its published code}
     *
     * @param variables d
     */
    public MethodSettings paperAdmm(int variables) {
        return paper(variables)
                .withLambda(0.01)
                .withPenalties(
                        new PenaltySchedule(0.001, 1.75, PENALTY_CAP), new PenaltySchedule(0.001, 1.25, PENALTY_CAP))
                .withRounds(200)
                .withDiagonal(Diagonal.FREE)
                .withLossScaling(LossScaling.PER_SITE_MEAN);
    }

    /**
     * {@return paper 002's settings for the Sachs data (B.3.4), chosen there against the known network}
     *
     * @param variables d, 11 in those data
     */
    public MethodSettings paperSachs(int variables) {
        MethodSettings paper = paper(variables);
        return this == FED_BNSL
                ? paper.withLambda(0.1)
                        .withPenalties(PenaltySchedule.constant(100_000), PenaltySchedule.constant(10))
                        .withNetworkRule(0.1, 1)
                : paper.withLambda(1)
                        .withPenalties(PenaltySchedule.constant(10_000), PenaltySchedule.constant(5))
                        .withLocalSteps(paper.localSteps().iterations(), 0.1)
                        .withNetworkRule(0.1, 1);
    }

    /**
     * Creates a study of this method.
     *
     * @param name the study's name
     * @param schema the variables
     * @param settings the parameters
     * @param totalRows public number of records of all sites, or 0 when the loss scaling does not need it
     * @param sites P
     * @param policy quorum and deadline
     * @return what sites and coordinator agree on; with {@link Centring#BIAS_TERMS} a slice is the weights of a
     *     variable and its bias term
     * @throws IllegalArgumentException when this method has no bias terms
     */
    public Study study(
            String name,
            VariableSchema schema,
            MethodSettings settings,
            long totalRows,
            int sites,
            RoundPolicy policy) {
        boolean atCoordinator = this == FED_BNSL;
        boolean biased = settings.loss().centring() == Centring.BIAS_TERMS;
        if (biased && this == FED_BNSL_FW) {
            throw new IllegalArgumentException("bias terms must have a method that does not bound weights by a norm,"
                    + " such as " + FED_BNSL.id + ", was " + id);
        }
        return new Study(
                name,
                schema,
                biased ? withBias(schema.size()) : ParameterLayout.linear(schema.size()),
                sites,
                policy,
                new Study.Rounds(
                        new AdmmSettings(
                                settings.rounds(),
                                atCoordinator ? 0 : settings.penalties().lambda(),
                                atCoordinator ? settings.penalties().lambda() : 0,
                                settings.penalties().rho1(),
                                settings.penalties().rho2()),
                        settings.loss().scaling(),
                        totalRows,
                        settings.loss().centring(),
                        settings.communication(),
                        settings.loss().unit()));
    }

    /** W and a bias term of each variable, which bears no penalty and carries no edge. */
    private static ParameterLayout withBias(int variables) {
        return ParameterLayout.of(
                variables,
                List.of(new ParameterLayout.Block("W", variables, 1, 1), new ParameterLayout.Block("b", 1, 0, 0)));
    }

    /**
     * {@return the coordinator's solver: at most 30 evaluations of h in a round, 20 of a trace exponential of more than
     * 500 variables}
     *
     * @param variables d
     * @param settings the parameters
     */
    public GlobalSolver newGlobalSolver(int variables, MethodSettings settings) {
        boolean slow = variables > LARGE && settings.acyclicity() == AcyclicityForm.TRACE_EXPONENTIAL;
        return new AugmentedLagrangianSolver(AcyclicityConstraint.of(settings.acyclicity()), slow ? 20 : 30, 1e-6);
    }

    /**
     * {@return a solver for one site}
     *
     * @param settings the parameters
     */
    public LocalSolver newLocalSolver(MethodSettings settings) {
        return switch (this) {
            case FED_SPARSE ->
                new ProximalGreedySolver(new ProximalGreedySolver.Options(
                        settings.localSteps().iterations(),
                        TOLERANCE,
                        settings.localSteps().gamma(),
                        settings.loss().diagonal()));
            case FED_BNSL -> new ClosedFormSolver(settings.loss().diagonal());
            case FED_BNSL_FW ->
                new FrankWolfeSolver(new FrankWolfeSolver.Options(
                        settings.localSteps().iterations(),
                        TOLERANCE,
                        settings.loss().diagonal()));
        };
    }
}
