// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.Preset;
import io.hedgerow.samples.learn.method.UnitChoice;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of methods that iterate over rounds. */
final class RoundsOptions {

    private static final String PUBLISHED = "published";

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
        return rounds != null
                || unit != null
                || settings(Algorithm.IN_ROUNDS).stream().anyMatch(setting -> setting.given() != null);
    }

    UnitChoice unit() {
        return UnitChoice.of(unit, preset);
    }

    /** All but the number of rounds, and the unit, which must be public with a budget. */
    List<Setting> settings(Algorithm chosen) {
        return List.of(
                new Setting("--preset", preset, preset == null ? null : word(preset, chosen), List.of("preset")),
                Setting.of("--rho1", rho1, "rho1"),
                Setting.of("--rho2", rho2, "rho2"),
                Setting.of("--gamma", gamma, "gamma"),
                Setting.of("--local-iterations", localIterations, "local-iterations"),
                Setting.of("--diagonal", word(diagonal), "diagonal"),
                Setting.of("--acyclicity", word(acyclicity), "acyclicity"),
                Setting.of("--vote-rounds", voteRounds, "vote-rounds"));
    }

    /** The unit; whether it is a parameter as it was given, or {@link #unit} says what it is of these rows. */
    Setting ofUnit(boolean asGiven) {
        return new Setting("--unit", unit, asGiven ? unit : null, List.of("unit"));
    }

    private static @Nullable String word(@Nullable Enum<?> choice) {
        return choice == null ? null : Words.dashed(choice);
    }

    /** Some methods have one paper, and call its settings those that were published. */
    private static String word(Preset preset, Algorithm chosen) {
        boolean published = chosen.method()
                .parameter("preset")
                .filter(known -> known.words().contains(PUBLISHED))
                .isPresent();
        if (published && preset != Preset.RECOMMENDED && preset != Preset.PAPER) {
            throw new IllegalArgumentException(
                    "--preset of " + chosen.name() + " must be recommended or paper, was " + Words.dashed(preset));
        }
        return published && preset == Preset.PAPER ? PUBLISHED : Words.dashed(preset);
    }

    /** Refuses values that are never allowed; those of parameters are refused by their declarations. */
    void requireValid() {
        AlgorithmOptions.require("--rounds", rounds, x -> x >= 1, "at least 1");
    }
}
