// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.Preset;
import io.hedgerow.samples.learn.method.UnitChoice;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that only methods in rounds have. */
final class RoundsOptions {

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "Parameters of the fed- algorithms to start from: ${COMPLETION-CANDIDATES}; default recommended.")
    @Nullable Preset preset;

    @Option(names = "--rho1", paramLabel = "X", description = "Penalty on cycles, the same in every round.")
    @Nullable Double rho1;

    @Option(names = "--rho2", paramLabel = "X", description = "Penalty on disagreement, the same in every round.")
    @Nullable Double rho2;

    @Option(names = "--gamma", paramLabel = "X", description = "Step of the greedy solver, in (0, 1].")
    @Nullable Double gamma;

    @Option(names = "--rounds", paramLabel = "T", description = "Number of rounds.")
    @Nullable Integer rounds;

    @Option(names = "--local-iterations", paramLabel = "K", description = "Steps of a site in one round, at most.")
    @Nullable Integer localIterations;

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
    @Nullable Integer voteRounds;

    boolean isGiven() {
        return rounds != null || unit != null || settings(false).stream().anyMatch(setting -> setting.given() != null);
    }

    UnitChoice unit() {
        return UnitChoice.of(unit, preset);
    }

    /** All but the number of rounds, and the unit, which private methods have without a parameter. */
    List<Setting> settings(boolean isGivenByNames) {
        return List.of(
                new Setting(
                        "--preset", preset, isGivenByNames && preset != null ? word(preset) : null, List.of("preset")),
                Setting.of("--rho1", rho1, "rho1"),
                Setting.of("--rho2", rho2, "rho2"),
                Setting.of("--gamma", gamma, "gamma"),
                Setting.of("--local-iterations", localIterations, "local-iterations"),
                Setting.of("--diagonal", diagonal, "diagonal"),
                Setting.of("--acyclicity", acyclicity, "acyclicity"),
                Setting.of("--vote-rounds", voteRounds, "vote-rounds"));
    }

    /** The unit; whether it is a parameter as it was given, or {@link #unit} says what it is of these rows. */
    Setting ofUnit(boolean asGiven) {
        return new Setting("--unit", unit, asGiven ? unit : null, List.of("unit"));
    }

    private static String word(Preset preset) {
        return switch (preset) {
            case RECOMMENDED -> "recommended";
            case PAPER -> "published";
            default ->
                throw new IllegalArgumentException(Algorithm.withMethods(
                                "--preset of {METHODS-OF-PLANS:preset} must be recommended or paper, was ")
                        + Words.dashed(preset));
        };
    }

    /** Refuses values that are never allowed; those of parameters are refused by their declarations. */
    void requireValid() {
        AlgorithmOptions.require("--rounds", rounds, x -> x >= 1, "at least 1");
    }

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
