// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import io.hedgerow.core.method.MethodSettings;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.protocol.PenaltySchedule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that only methods in rounds have. */
final class RoundsOptions {

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "Parameters of the fed- algorithms to start from: ${COMPLETION-CANDIDATES}; default recommended.")
    private @Nullable Preset preset;

    @Option(names = "--rho1", paramLabel = "X", description = "Penalty on cycles, the same in every round.")
    private @Nullable Double rho1;

    @Option(names = "--rho2", paramLabel = "X", description = "Penalty on disagreement, the same in every round.")
    private @Nullable Double rho2;

    @Option(names = "--gamma", paramLabel = "X", description = "Step of the greedy solver, in (0, 1].")
    private @Nullable Double gamma;

    @Option(names = "--rounds", paramLabel = "T", description = "Number of rounds.")
    private @Nullable Integer rounds;

    @Option(names = "--local-iterations", paramLabel = "K", description = "Steps of a site in one round, at most.")
    private @Nullable Integer localIterations;

    @Option(
            names = "--diagonal",
            paramLabel = "HOW",
            description = "Self-edges at the sites: ${COMPLETION-CANDIDATES}.")
    private @Nullable Diagonal diagonal;

    @Option(
            names = "--acyclicity",
            paramLabel = "FORM",
            description = "The measure of cycles: ${COMPLETION-CANDIDATES}.")
    private @Nullable AcyclicityForm acyclicity;

    @Option(
            names = "--unit",
            paramLabel = "X",
            description =
                    "What counts as a noise variance of 1, or auto: the smallest variance of a column; default auto"
                            + " for recommended settings when that is far from 1, otherwise 1.")
    private @Nullable String unit;

    @Option(
            names = "--vote-rounds",
            paramLabel = "N",
            description = "An edge needs more than half of the last N rounds; 1 takes the last round alone.")
    private @Nullable Integer voteRounds;

    /** What was given, by option. */
    private Map<String, Object> given() {
        Map<String, Object> given = new LinkedHashMap<>();
        addIfGiven(given, "--preset", preset);
        addIfGiven(given, "--rho1", rho1);
        addIfGiven(given, "--rho2", rho2);
        addIfGiven(given, "--gamma", gamma);
        addIfGiven(given, "--rounds", rounds);
        addIfGiven(given, "--local-iterations", localIterations);
        addIfGiven(given, "--diagonal", diagonal);
        addIfGiven(given, "--acyclicity", acyclicity);
        addIfGiven(given, "--unit", unit);
        addIfGiven(given, "--vote-rounds", voteRounds);
        return given;
    }

    private static void addIfGiven(Map<String, Object> given, String option, @Nullable Object value) {
        if (value != null) {
            given.put(option, value);
        }
    }

    /** The first that was given of some options, or of all. */
    Optional<String> firstGiven(String... options) {
        return given().keySet().stream()
                .filter(option -> options.length == 0 || List.of(options).contains(option))
                .findFirst();
    }

    Optional<Preset> preset() {
        return Optional.ofNullable(preset);
    }

    UnitChoice unit() {
        return UnitChoice.of(unit, preset);
    }

    Optional<Integer> rounds() {
        return Optional.ofNullable(rounds);
    }

    Optional<Integer> localIterations() {
        return Optional.ofNullable(localIterations);
    }

    Optional<Integer> voteRounds() {
        return Optional.ofNullable(voteRounds);
    }

    Optional<Double> rho1() {
        return Optional.ofNullable(rho1);
    }

    Optional<Double> rho2() {
        return Optional.ofNullable(rho2);
    }

    Optional<Double> gamma() {
        return Optional.ofNullable(gamma);
    }

    /**
     * Refuses values that are never allowed.
     *
     * @throws IllegalArgumentException names the option, what is allowed and what was given
     */
    void requireValid() {
        AlgorithmOptions.require("--rho1", rho1, x -> x > 0, "finite and > 0");
        AlgorithmOptions.require("--rho2", rho2, x -> x > 0, "finite and > 0");
        AlgorithmOptions.require("--gamma", gamma, x -> x > 0 && x <= 1, "in (0, 1]");
        AlgorithmOptions.require("--rounds", rounds, x -> x >= 1, "at least 1");
        AlgorithmOptions.require("--local-iterations", localIterations, x -> x >= 1, "at least 1");
        AlgorithmOptions.require("--vote-rounds", voteRounds, x -> x >= 1, "at least 1");
    }

    /** Settings with what was given. */
    MethodSettings adjusted(MethodSettings start) {
        return start.withPenalties(
                        rho1 == null ? start.rho1() : PenaltySchedule.constant(rho1),
                        rho2 == null ? start.rho2() : PenaltySchedule.constant(rho2))
                .withLocalSteps(
                        Objects.requireNonNullElse(localIterations, start.localIterations()),
                        Objects.requireNonNullElse(gamma, start.gamma()))
                .withNetworkRule(start.threshold(), Objects.requireNonNullElse(voteRounds, start.voteRounds()))
                .withRounds(Objects.requireNonNullElse(rounds, start.rounds()))
                .withDiagonal(Objects.requireNonNullElse(diagonal, start.diagonal()))
                .withAcyclicity(Objects.requireNonNullElse(acyclicity, start.acyclicity()));
    }
}
