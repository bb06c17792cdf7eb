package io.hedgerow.core.method;

import io.hedgerow.core.model.Centring;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.round.CommunicationPolicy;
import io.hedgerow.core.round.PenaltySchedule;
import java.util.Objects;

/**
 * All parameters of a federated algorithm. Start from {@link FederatedMethod#recommended} or {@link FederatedMethod#paper}
 * and change what differs.
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
        CommunicationPolicy communication) {
    public MethodSettings {
        Objects.requireNonNull(rho1, "rho1");
        Objects.requireNonNull(rho2, "rho2");
        Objects.requireNonNull(diagonal, "diagonal");
        Objects.requireNonNull(centring, "centring");
        Objects.requireNonNull(lossScaling, "lossScaling");
        Objects.requireNonNull(communication, "communication");
        require(lambda >= 0 && lambda < Double.POSITIVE_INFINITY, "lambda must be finite and >= 0, was " + lambda);
        require(rounds >= 1, "rounds must be at least 1, was " + rounds);
        require(localIterations >= 1, "localIterations must be at least 1, was " + localIterations);
        require(gamma > 0 && gamma <= 1, "gamma must be in (0, 1], was " + gamma);
        require(
                threshold >= 0 && threshold < Double.POSITIVE_INFINITY,
                "threshold must be finite and >= 0, was " + threshold);
        require(voteRounds >= 1, "voteRounds must be at least 1, was " + voteRounds);
    }

    private static void require(boolean allowed, String message) {
        if (!allowed) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * The same settings with another λ.
     *
     * @param value λ
     * @return changed settings
     */
    public MethodSettings withLambda(double value) {
        return new MethodSettings(
                value,
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
                communication);
    }

    /**
     * The same settings with other penalties.
     *
     * @param onAcyclicity ρ1
     * @param onConsensus ρ2
     * @return changed settings
     */
    public MethodSettings withPenalties(PenaltySchedule onAcyclicity, PenaltySchedule onConsensus) {
        return new MethodSettings(
                lambda,
                onAcyclicity,
                onConsensus,
                rounds,
                localIterations,
                gamma,
                diagonal,
                centring,
                lossScaling,
                threshold,
                voteRounds,
                communication);
    }

    /**
     * The same settings with another number of rounds.
     *
     * @param value T
     * @return changed settings
     */
    public MethodSettings withRounds(int value) {
        return new MethodSettings(
                lambda,
                rho1,
                rho2,
                value,
                localIterations,
                gamma,
                diagonal,
                centring,
                lossScaling,
                threshold,
                voteRounds,
                communication);
    }

    /**
     * The same settings with other local steps.
     *
     * @param iterations K
     * @param step γ
     * @return changed settings
     */
    public MethodSettings withLocalSteps(int iterations, double step) {
        return new MethodSettings(
                lambda,
                rho1,
                rho2,
                rounds,
                iterations,
                step,
                diagonal,
                centring,
                lossScaling,
                threshold,
                voteRounds,
                communication);
    }

    /**
     * The same settings with self-edges treated otherwise.
     *
     * @param value masked or free
     * @return changed settings
     */
    public MethodSettings withDiagonal(Diagonal value) {
        return new MethodSettings(
                lambda,
                rho1,
                rho2,
                rounds,
                localIterations,
                gamma,
                value,
                centring,
                lossScaling,
                threshold,
                voteRounds,
                communication);
    }

    /**
     * The same settings with other centring.
     *
     * @param value what sites subtract
     * @return changed settings
     */
    public MethodSettings withCentring(Centring value) {
        return new MethodSettings(
                lambda,
                rho1,
                rho2,
                rounds,
                localIterations,
                gamma,
                diagonal,
                value,
                lossScaling,
                threshold,
                voteRounds,
                communication);
    }

    /**
     * The same settings with another rule for the final network.
     *
     * @param weight smallest weight of an edge
     * @param lastRounds how many last rounds vote
     * @return changed settings
     */
    public MethodSettings withNetworkRule(double weight, int lastRounds) {
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
                weight,
                lastRounds,
                communication);
    }

    /**
     * The same settings with other communication.
     *
     * @param value what is sent, and how
     * @return changed settings
     */
    public MethodSettings withCommunication(CommunicationPolicy value) {
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
                value);
    }
}
