// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.rounds;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import java.util.Objects;

/**
 * All parameters of a federated algorithm. Start from {@link FederatedMethod#recommended} or
 * {@link FederatedMethod#paper} and change what differs.
 *
 * @param penalties λ, ρ1 and ρ2
 * @param rounds T; at least 1
 * @param localSteps of an iterative local solver
 * @param loss what local solvers minimise
 * @param networkRule how the final network follows from the last rounds
 * @param communication the rules for sending
 * @param acyclicity the form of h in the coordinator's step
 */
public record MethodSettings(
        Penalties penalties,
        int rounds,
        LocalSteps localSteps,
        Loss loss,
        NetworkRule networkRule,
        CommunicationPolicy communication,
        AcyclicityForm acyclicity) {
    /** A variance within this factor from 1 is near enough for settings that were chosen on noise of variance 1. */
    private static final double NEAR = 4;

    public MethodSettings {
        Objects.requireNonNull(penalties, "penalties");
        require(rounds >= 1, "rounds must be at least 1, was " + rounds);
        Objects.requireNonNull(localSteps, "localSteps");
        Objects.requireNonNull(loss, "loss");
        Objects.requireNonNull(networkRule, "networkRule");
        Objects.requireNonNull(communication, "communication");
        Objects.requireNonNull(acyclicity, "acyclicity");
    }

    /**
     * The weights of the terms beside the loss.
     *
     * @param lambda λ, of the sites' ℓ1 term or of the coordinator's, by the method; at least 0
     * @param rho1 penalty on h(W)
     * @param rho2 penalty on B_p − W
     */
    public record Penalties(double lambda, PenaltySchedule rho1, PenaltySchedule rho2) {
        public Penalties {
            require(lambda >= 0 && lambda < Double.POSITIVE_INFINITY, "lambda must be finite and >= 0, was " + lambda);
            Objects.requireNonNull(rho1, "rho1");
            Objects.requireNonNull(rho2, "rho2");
        }
    }

    /**
     * The steps of an iterative local solver in one round.
     *
     * @param iterations K; at least 1
     * @param gamma γ, the step of the greedy solver; in (0, 1]
     */
    public record LocalSteps(int iterations, double gamma) {
        public LocalSteps {
            require(iterations >= 1, "localIterations must be at least 1, was " + iterations);
            require(gamma > 0 && gamma <= 1, "gamma must be in (0, 1], was " + gamma);
        }
    }

    /**
     * The loss of a site.
     *
     * @param diagonal what local solvers do with self-edges
     * @param centring what sites subtract from their records
     * @param scaling how sites of different size weigh
     * @param unit the noise variance that counts as 1: losses are divided by it; finite and &gt; 0
     */
    public record Loss(Diagonal diagonal, Centring centring, LossScaling scaling, double unit) {
        public Loss {
            Objects.requireNonNull(diagonal, "diagonal");
            Objects.requireNonNull(centring, "centring");
            Objects.requireNonNull(scaling, "scaling");
            require(unit > 0 && unit < Double.POSITIVE_INFINITY, "unit must be finite and > 0, was " + unit);
        }
    }

    /**
     * The rule for the final network.
     *
     * @param threshold an edge must weigh at least this much; at least 0
     * @param voteRounds the network is what more than half of this many last rounds agree on; 1 for the last round
     *     alone
     */
    public record NetworkRule(double threshold, int voteRounds) {
        public NetworkRule {
            require(
                    threshold >= 0 && threshold < Double.POSITIVE_INFINITY,
                    "threshold must be finite and >= 0, was " + threshold);
            require(voteRounds >= 1, "voteRounds must be at least 1, was " + voteRounds);
        }
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
        return with(new Penalties(value, penalties.rho1, penalties.rho2));
    }

    /**
     * {@return the same settings with other penalties}
     *
     * @param onAcyclicity ρ1
     * @param onConsensus ρ2
     */
    public MethodSettings withPenalties(PenaltySchedule onAcyclicity, PenaltySchedule onConsensus) {
        return with(new Penalties(penalties.lambda, onAcyclicity, onConsensus));
    }

    /**
     * {@return the same settings with another number of rounds}
     *
     * @param value T
     */
    public MethodSettings withRounds(int value) {
        return new MethodSettings(penalties, value, localSteps, loss, networkRule, communication, acyclicity);
    }

    /**
     * {@return the same settings with other local steps}
     *
     * @param iterations K
     * @param step γ
     */
    public MethodSettings withLocalSteps(int iterations, double step) {
        LocalSteps steps = new LocalSteps(iterations, step);
        return new MethodSettings(penalties, rounds, steps, loss, networkRule, communication, acyclicity);
    }

    /**
     * {@return the same settings with self-edges treated otherwise}
     *
     * @param value masked or free
     */
    public MethodSettings withDiagonal(Diagonal value) {
        return with(new Loss(value, loss.centring, loss.scaling, loss.unit));
    }

    /**
     * {@return the same settings with other centring}
     *
     * @param value what sites subtract
     */
    public MethodSettings withCentring(Centring value) {
        return with(new Loss(loss.diagonal, value, loss.scaling, loss.unit));
    }

    /**
     * {@return the same settings with another rule for the final network}
     *
     * @param weight smallest weight of an edge
     * @param lastRounds how many last rounds vote
     */
    public MethodSettings withNetworkRule(double weight, int lastRounds) {
        NetworkRule rule = new NetworkRule(weight, lastRounds);
        return new MethodSettings(penalties, rounds, localSteps, loss, rule, communication, acyclicity);
    }

    /**
     * {@return the same settings with another smallest weight of an edge} What is too small to be sent follows from it,
     * unless everything is sent.
     *
     * @param weight smallest weight of an edge
     */
    public MethodSettings withThreshold(double weight) {
        MethodSettings changed = withNetworkRule(weight, networkRule.voteRounds);
        if (weight == networkRule.threshold || communication.equals(CommunicationPolicy.exact())) {
            return changed;
        }
        return changed.withCommunication(
                weight > 0 ? CommunicationPolicy.economical(weight) : CommunicationPolicy.exact());
    }

    /**
     * {@return the same settings with other communication}
     *
     * @param value the rules for sending
     */
    public MethodSettings withCommunication(CommunicationPolicy value) {
        return new MethodSettings(penalties, rounds, localSteps, loss, networkRule, value, acyclicity);
    }

    /**
     * {@return the same settings with another weighting of sites}
     *
     * @param value how sites of different size weigh
     */
    public MethodSettings withLossScaling(LossScaling value) {
        return with(new Loss(loss.diagonal, loss.centring, value, loss.unit));
    }

    /**
     * {@return the same settings with another form of h}
     *
     * @param value the form
     */
    public MethodSettings withAcyclicity(AcyclicityForm value) {
        return new MethodSettings(penalties, rounds, localSteps, loss, networkRule, communication, value);
    }

    /**
     * {@return the same settings for losses in another unit}
     *
     * @param value the noise variance that counts as 1, in squared units of the columns
     */
    public MethodSettings withUnit(double value) {
        return with(new Loss(loss.diagonal, loss.centring, loss.scaling, value));
    }

    private MethodSettings with(Penalties others) {
        return new MethodSettings(others, rounds, localSteps, loss, networkRule, communication, acyclicity);
    }

    private MethodSettings with(Loss other) {
        return new MethodSettings(penalties, rounds, localSteps, other, networkRule, communication, acyclicity);
    }

    /**
     * Returns the unit of rows under recommended settings, in one process and over a wire: the noise variance that
     * counts as 1 where none is given. When all noises have the same variance, it is the smallest variance of a column,
     * since a variable without causes has no other. It depends on the rows of all sites: for runs that are not private.
     * A private run has to be given a number.
     *
     * @param smallest variance of a column over the rows of all sites
     * @return the smallest variance when it is far from 1, otherwise 1
     */
    public static double unitOf(double smallest) {
        return smallest >= 1 / NEAR && smallest <= NEAR ? 1 : smallest;
    }
}
