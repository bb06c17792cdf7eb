// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.rounds;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * All parameters of a federated algorithm. Start from {@link FederatedMethod#recommended} or
 * {@link FederatedMethod#paper} and change what differs.
 *
 * @param lambda λ, of the sites' ℓ1 term or of the coordinator's, by the method; at least 0
 * @param rho1 penalty on h(W)
 * @param rho2 penalty on B_p − W
 * @param rounds T; at least 1
 * @param localIterations K, steps of an iterative local solver in one round; at least 1
 * @param gamma γ, the step of the greedy solver; in (0, 1]
 * @param diagonal what local solvers do with self-edges
 * @param centring what sites subtract from their records
 * @param lossScaling how sites of different size weigh
 * @param threshold an edge must weigh at least this much; at least 0
 * @param voteRounds the network is what more than half of this many last rounds agree on; 1 for the last round alone
 * @param communication what is sent, and how
 * @param acyclicity the form of h in the coordinator's step
 * @param unit what counts as a noise variance of 1: losses are divided by it; finite and &gt; 0
 */
public record MethodSettings(
        double lambda,
        PenaltySchedule rho1,
        PenaltySchedule rho2,
        int rounds,
        int localIterations,
        double gamma,
        Diagonal diagonal,
        Centring centring,
        LossScaling lossScaling,
        double threshold,
        int voteRounds,
        CommunicationPolicy communication,
        AcyclicityForm acyclicity,
        double unit) {
    /** A variance within this factor from 1 is near enough for settings that were chosen on noise of variance 1. */
    private static final double NEAR = 4;

    public MethodSettings {
        Objects.requireNonNull(rho1, "rho1");
        Objects.requireNonNull(rho2, "rho2");
        Objects.requireNonNull(diagonal, "diagonal");
        Objects.requireNonNull(centring, "centring");
        Objects.requireNonNull(lossScaling, "lossScaling");
        Objects.requireNonNull(communication, "communication");
        Objects.requireNonNull(acyclicity, "acyclicity");
        require(lambda >= 0 && lambda < Double.POSITIVE_INFINITY, "lambda must be finite and >= 0, was " + lambda);
        require(rounds >= 1, "rounds must be at least 1, was " + rounds);
        require(localIterations >= 1, "localIterations must be at least 1, was " + localIterations);
        require(gamma > 0 && gamma <= 1, "gamma must be in (0, 1], was " + gamma);
        require(
                threshold >= 0 && threshold < Double.POSITIVE_INFINITY,
                "threshold must be finite and >= 0, was " + threshold);
        require(voteRounds >= 1, "voteRounds must be at least 1, was " + voteRounds);
        require(unit > 0 && unit < Double.POSITIVE_INFINITY, "unit must be finite and > 0, was " + unit);
    }

    private static void require(boolean allowed, String message) {
        if (!allowed) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * {@return the same settings with another λ}
     *
     * @param value λ
     */
    public MethodSettings withLambda(double value) {
        return changed(draft -> draft.lambda = value);
    }

    /**
     * {@return the same settings with other penalties}
     *
     * @param onAcyclicity ρ1
     * @param onConsensus ρ2
     */
    public MethodSettings withPenalties(PenaltySchedule onAcyclicity, PenaltySchedule onConsensus) {
        return changed(draft -> {
            draft.rho1 = onAcyclicity;
            draft.rho2 = onConsensus;
        });
    }

    /**
     * {@return the same settings with another number of rounds}
     *
     * @param value T
     */
    public MethodSettings withRounds(int value) {
        return changed(draft -> draft.rounds = value);
    }

    /**
     * {@return the same settings with other local steps}
     *
     * @param iterations K
     * @param step γ
     */
    public MethodSettings withLocalSteps(int iterations, double step) {
        return changed(draft -> {
            draft.localIterations = iterations;
            draft.gamma = step;
        });
    }

    /**
     * {@return the same settings with self-edges treated otherwise}
     *
     * @param value masked or free
     */
    public MethodSettings withDiagonal(Diagonal value) {
        return changed(draft -> draft.diagonal = value);
    }

    /**
     * {@return the same settings with other centring}
     *
     * @param value what sites subtract
     */
    public MethodSettings withCentring(Centring value) {
        return changed(draft -> draft.centring = value);
    }

    /**
     * {@return the same settings with another rule for the final network}
     *
     * @param weight smallest weight of an edge
     * @param lastRounds how many last rounds vote
     */
    public MethodSettings withNetworkRule(double weight, int lastRounds) {
        return changed(draft -> {
            draft.threshold = weight;
            draft.voteRounds = lastRounds;
        });
    }

    /**
     * {@return the same settings with another smallest weight of an edge} What is too small to be sent follows from it,
     * unless everything is sent.
     *
     * @param weight smallest weight of an edge
     */
    public MethodSettings withThreshold(double weight) {
        MethodSettings changed = withNetworkRule(weight, voteRounds);
        if (weight == threshold || communication.equals(CommunicationPolicy.exact())) {
            return changed;
        }
        return changed.withCommunication(
                weight > 0 ? CommunicationPolicy.economical(weight) : CommunicationPolicy.exact());
    }

    /**
     * {@return the same settings with other communication}
     *
     * @param value what is sent, and how
     */
    public MethodSettings withCommunication(CommunicationPolicy value) {
        return changed(draft -> draft.communication = value);
    }

    /**
     * {@return the same settings with another weighting of sites}
     *
     * @param value how sites of different size weigh
     */
    public MethodSettings withLossScaling(LossScaling value) {
        return changed(draft -> draft.lossScaling = value);
    }

    /**
     * {@return the same settings with another form of h}
     *
     * @param value the form
     */
    public MethodSettings withAcyclicity(AcyclicityForm value) {
        return changed(draft -> draft.acyclicity = value);
    }

    /**
     * {@return the same settings for losses in another unit}
     *
     * @param value what counts as a noise variance of 1, in squared units of the columns
     */
    public MethodSettings withUnit(double value) {
        return changed(draft -> draft.unit = value);
    }

    private MethodSettings changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** A mutable copy of settings, in which a value can be changed before they are checked again. */
    private static final class Draft {

        private double lambda;
        private PenaltySchedule rho1;
        private PenaltySchedule rho2;
        private int rounds;
        private int localIterations;
        private double gamma;
        private Diagonal diagonal;
        private Centring centring;
        private LossScaling lossScaling;
        private double threshold;
        private int voteRounds;
        private CommunicationPolicy communication;
        private AcyclicityForm acyclicity;
        private double unit;

        private Draft(MethodSettings from) {
            lambda = from.lambda;
            rho1 = from.rho1;
            rho2 = from.rho2;
            rounds = from.rounds;
            localIterations = from.localIterations;
            gamma = from.gamma;
            diagonal = from.diagonal;
            centring = from.centring;
            lossScaling = from.lossScaling;
            threshold = from.threshold;
            voteRounds = from.voteRounds;
            communication = from.communication;
            acyclicity = from.acyclicity;
            unit = from.unit;
        }

        private MethodSettings settings() {
            return new MethodSettings(
                    lambda,
                    rho1,
                    rho2,
                    rounds,
                    localIterations,
                    gamma,
                    diagonal,
                    centring,
                    lossScaling,
                    threshold,
                    voteRounds,
                    communication,
                    acyclicity,
                    unit);
        }
    }

    /**
     * The unit of rows with recommended settings, whether they are learned from in one process or over a wire: what
     * counts as a noise variance of 1 where it is not said. When all noises have the same variance it is the smallest
     * of the columns', since a variable without causes has no other. It depends on the rows of all sites: for runs that
     * are not private. A private run has to be given a number.
     *
     * @param smallest variance of a column over the rows of all sites
     * @return the same when it is far from 1, otherwise 1
     */
    public static double unitOf(double smallest) {
        return smallest >= 1 / NEAR && smallest <= NEAR ? 1 : smallest;
    }
}
