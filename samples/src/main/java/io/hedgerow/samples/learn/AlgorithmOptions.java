package io.hedgerow.samples.learn;

import io.hedgerow.core.method.MethodSettings;
import io.hedgerow.core.model.Centring;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.round.PenaltySchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what to run. An option that the chosen algorithm does not have is an error, not ignored. */
public final class AlgorithmOptions {

    /** λ of NOTEARS in its own paper. */
    private static final double NOTEARS_LAMBDA = 0.1;

    private static final double NOTEARS_THRESHOLD = 0.3;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description = "What to run: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private Algorithm algorithm = Algorithm.FED_SPARSE;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "Parameters of the fed- algorithms to start from: ${COMPLETION-CANDIDATES}; default recommended.")
    private @Nullable Preset preset;

    @Option(names = "--lambda", paramLabel = "X", description = "Weight of the sparsity penalty.")
    private @Nullable Double lambda;

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
            names = "--centring",
            paramLabel = "HOW",
            description = "What sites subtract from their rows: ${COMPLETION-CANDIDATES}; default local-mean.")
    private @Nullable Centring centring;

    @Option(names = "--threshold", paramLabel = "X", description = "Smallest weight of an edge.")
    private @Nullable Double threshold;

    @Option(
            names = "--vote-rounds",
            paramLabel = "N",
            description = "An edge needs more than half of the last N rounds; 1 takes the last round alone.")
    private @Nullable Integer voteRounds;

    @Option(names = "--seed", paramLabel = "N", description = "For shuffling and restarts; default ${DEFAULT-VALUE}.")
    private long seed = 1;

    /** Nothing chosen. */
    public AlgorithmOptions() {}

    /**
     * The seed.
     *
     * @return for shuffling and restarts
     */
    public long seed() {
        return seed;
    }

    /**
     * The name of the preset, for the report.
     *
     * @return the preset that was used; empty for algorithms without presets
     */
    public Optional<Preset> preset() {
        return algorithm.federated().map(method -> Objects.requireNonNullElse(preset, Preset.RECOMMENDED));
    }

    /**
     * All parameters of the run.
     *
     * @param variables d
     * @param sites P
     * @return validated settings
     */
    public LearnSettings settings(int variables, int sites) {
        refuseForeignOptions();
        Optional<MethodSettings> method = algorithm
                .federated()
                .map(known -> adjusted(preset().orElseThrow().settings(known, variables, sites)));
        boolean searches = algorithm == Algorithm.HILL_CLIMBING || algorithm == Algorithm.GRAM;
        double ownThreshold = Objects.requireNonNullElse(threshold, searches ? 0 : NOTEARS_THRESHOLD);
        double ownLambda = Objects.requireNonNullElse(lambda, NOTEARS_LAMBDA);
        requireAtLeastZero("--lambda", ownLambda);
        requireAtLeastZero("--threshold", ownThreshold);
        return new LearnSettings(
                algorithm,
                method,
                ownLambda,
                method.map(MethodSettings::threshold).orElse(ownThreshold),
                method.map(MethodSettings::centring).orElse(Objects.requireNonNullElse(centring, Centring.LOCAL_MEAN)),
                seed);
    }

    private static void requireAtLeastZero(String option, double value) {
        if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(option + " must be finite and >= 0, was " + value);
        }
    }

    private MethodSettings adjusted(MethodSettings start) {
        MethodSettings settings = start.withPenalties(
                        rho1 == null ? start.rho1() : PenaltySchedule.constant(requirePositive("--rho1", rho1)),
                        rho2 == null ? start.rho2() : PenaltySchedule.constant(requirePositive("--rho2", rho2)))
                .withLocalSteps(
                        Objects.requireNonNullElse(localIterations, start.localIterations()),
                        Objects.requireNonNullElse(gamma, start.gamma()))
                .withNetworkRule(
                        Objects.requireNonNullElse(threshold, start.threshold()),
                        Objects.requireNonNullElse(voteRounds, start.voteRounds()));
        settings = settings.withLambda(Objects.requireNonNullElse(lambda, settings.lambda()))
                .withRounds(Objects.requireNonNullElse(rounds, settings.rounds()))
                .withDiagonal(Objects.requireNonNullElse(diagonal, settings.diagonal()))
                .withCentring(Objects.requireNonNullElse(centring, settings.centring()));
        return settings;
    }

    private static double requirePositive(String option, double value) {
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(option + " must be finite and > 0, was " + value);
        }
        return value;
    }

    private void refuseForeignOptions() {
        if (algorithm.federated().isPresent()) {
            if (gamma != null && algorithm != Algorithm.FED_SPARSE) {
                throw foreign("--gamma", "fed-sparse");
            }
            if (localIterations != null && algorithm == Algorithm.FED_BNSL) {
                throw foreign("--local-iterations", "fed-sparse and fed-bnsl-fw");
            }
            return;
        }
        List<String> given = new ArrayList<>();
        addIfGiven(given, "--preset", preset);
        addIfGiven(given, "--rho1", rho1);
        addIfGiven(given, "--rho2", rho2);
        addIfGiven(given, "--gamma", gamma);
        addIfGiven(given, "--rounds", rounds);
        addIfGiven(given, "--local-iterations", localIterations);
        addIfGiven(given, "--diagonal", diagonal);
        addIfGiven(given, "--vote-rounds", voteRounds);
        if (!given.isEmpty()) {
            throw foreign(given.get(0), "fed-sparse, fed-bnsl and fed-bnsl-fw");
        }
        if (lambda != null && (algorithm == Algorithm.HILL_CLIMBING || algorithm == Algorithm.GRAM)) {
            throw foreign("--lambda", "the others");
        }
    }

    private static void addIfGiven(List<String> given, String option, @Nullable Object value) {
        if (value != null) {
            given.add(option);
        }
    }

    private IllegalArgumentException foreign(String option, String algorithms) {
        String name = algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new IllegalArgumentException(
                option + " does not apply to --algorithm " + name + ", only to " + algorithms);
    }
}
