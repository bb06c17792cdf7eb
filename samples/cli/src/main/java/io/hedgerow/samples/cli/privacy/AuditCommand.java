// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.privacy;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.audit.ClaimAudit;
import io.hedgerow.dp.internal.audit.NeighbourSearch;
import io.hedgerow.dp.internal.audit.OneRunAudit;
import io.hedgerow.dp.internal.audit.cases.AuditedUnit;
import io.hedgerow.dp.internal.audit.cases.MechanismCases;
import io.hedgerow.dp.internal.audit.cases.ProductCases;
import io.hedgerow.samples.audit.AttackedRows;
import io.hedgerow.samples.audit.AuditedMechanism;
import io.hedgerow.samples.audit.CanaryStudy;
import io.hedgerow.samples.audit.EpsilonResult;
import io.hedgerow.samples.audit.OneRunResult;
import io.hedgerow.samples.audit.ReconstructionAudit;
import io.hedgerow.samples.audit.ReconstructionAudit.AttackTarget;
import io.hedgerow.samples.audit.ReconstructionAudit.ReconstructionResult;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.GivenOptions.OptionsOfAction;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.output.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "audit",
        description = {
            "Try to refute the privacy claims.",
            "",
            "reconstruct: attack single uploads of a run, as the coordinator has them: plain, private, and behind masks"
                    + " (fed-bnsl-masked, at least 3 sites). epsilon: run mechanisms on neighbouring data and bound "
                    + "their epsilon from below. neighbours: search the worst neighbouring data first. one-run: "
                    + "run one study with many canaries, each one of two rows by a coin, and bound its epsilon by how "
                    + "many coins its sums tell. An audit that finds nothing proves nothing."
        })
public final class AuditCommand extends SubCommand {

    private static final int USUAL_RUNS = 20_000;
    private static final int LOOKS_OF_A_SEARCH = 3;
    private static final int FEWEST_RUNS = 100;
    private static final int MOST_RUNS = 10_000_000;
    private static final int MOST_CANARIES = 5000;
    private static final int MOST_PAIRS = 100_000;
    private static final double USUAL = 0.99;
    private static final double USUAL_OF_ONE_RUN = 0.95;

    public enum Kind implements OptionsOfAction {
        RECONSTRUCT("--algorithm --data --d --rows --sites --seed --rounds --epsilon"),
        EPSILON("--mechanism --unit --runs --confidence --delta --seed --epsilon"),
        NEIGHBOURS("--mechanism --unit --pairs --runs --confidence --delta --seed --epsilon"),
        ONE_RUN("--mechanism --unit --canaries --sites --confidence --seed --epsilon");

        private final String options;

        Kind(String options) {
            this.options = options;
        }

        @Override
        public List<String> options() {
            return List.of(options.split(" "));
        }
    }

    @Parameters(paramLabel = "AUDIT", description = "Which audit: ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // required, so set by the parser
    private Kind kind;

    @Option(
            names = "--mechanism",
            paramLabel = "LIST",
            split = ",",
            description =
                    "epsilon: what to run, of ${COMPLETION-CANDIDATES}; default all. neighbours: of those with rows"
                            + " to search, clipped-sum, selection, dp-gram, dp-gram-categories, dp-gram-mixed,"
                            + " dp-feature-gram, dp-fed-sparse. one-run: dp-gram, dp-fed-bnsl.")
    private List<AuditedMechanism> mechanisms = new ArrayList<>();

    @Option(
            names = "--unit",
            paramLabel = "LIST",
            split = ",",
            description =
                    "epsilon, neighbours: whose contribution methods protect, of ${COMPLETION-CANDIDATES}; default all."
                            + " one-run: record or zero-out; default both.")
    private List<AuditedUnit> units = new ArrayList<>();

    @Option(
            names = "--runs",
            paramLabel = "N",
            description =
                    "epsilon, neighbours: runs on each data set, a twentieth for methods. Without it 20000, and where"
                            + " the bound is not within a twentieth of the claim four times as many, once;"
                            + " neighbours: twice.")
    private @Nullable Integer runs;

    @Option(
            names = "--confidence",
            paramLabel = "X",
            description =
                    "epsilon, neighbours, one-run: that a true claim is not refuted, for each; default 0.99, one-run"
                            + " 0.95.")
    private @Nullable Double confidence;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description =
                    "neighbours: pairs of data sets that a search tries for each release; default 100, and 1000 of a"
                            + " mechanism, whose runs cost little.")
    private @Nullable Integer pairs;

    @Option(
            names = "--canaries",
            paramLabel = "K",
            description = "one-run: rows of the first site, each in or out, or one of two, by a coin; default"
                    + " ${DEFAULT-VALUE}.")
    private int canaries = 1000;

    @Option(
            names = "--delta",
            paramLabel = "X",
            description = "epsilon, neighbours: delta of the report of mechanisms; default ${DEFAULT-VALUE}.")
    private double delta = 1e-5;

    @Option(
            names = "--algorithm",
            paramLabel = "LIST",
            split = ",",
            description =
                    "reconstruct: what to attack, of ${COMPLETION-CANDIDATES}; default all that the number of sites"
                            + " allows.")
    private List<AttackTarget> algorithms = new ArrayList<>();

    @Option(
            names = "--data",
            arity = "1..*",
            paramLabel = "FILE",
            description = "reconstruct: files as for learn, one per site; default simulated rows.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--d",
            paramLabel = "D",
            description = "reconstruct: simulated variables; default ${DEFAULT-VALUE}.")
    private int variables = 10;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "reconstruct: simulated rows of every site; default ${DEFAULT-VALUE}.")
    private int rows = 500;

    @Option(
            names = "--sites",
            paramLabel = "P",
            description = "reconstruct: simulated sites; default 3. one-run: 1, whose upload is plain, or at least 3"
                    + " behind masks; default 1.")
    private @Nullable Integer sites;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Same seed, same simulated rows, coins and directions of canaries; noise has no seed;"
                    + " default ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(names = "--rounds", paramLabel = "T", description = "reconstruct: rounds; default ${DEFAULT-VALUE}.")
    private int rounds = 5;

    @Option(
            names = "--epsilon",
            paramLabel = "E",
            description = "Epsilon of the private methods, at delta 1e-6; default ${DEFAULT-VALUE}.")
    private double epsilon = 5;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("Measure all mechanisms", "audit epsilon"),
                new Example(
                        "One method, more sharply",
                        "audit epsilon --mechanism dp-gram --unit person --runs 100000 --confidence 0.999 --json"),
                new Example("Search the worst rows", "audit neighbours --mechanism dp-gram --unit record --pairs 500"),
                new Example("One study with a thousand canaries", "audit one-run --epsilon 2"),
                new Example("Attack plain and private uploads", "audit reconstruct --d 10 --rows 500 --sites 3"),
                new Example(
                        "Attack uploads computed from own data",
                        "audit reconstruct --algorithm fed-bnsl,dp-fed-sparse --data ward1.csv ward2.csv"));
    }

    @Override
    public Result run(CommandContext context) throws InterruptedException {
        GivenOptions.requireOnly(spec(), kind);
        if (!files.isEmpty()) {
            GivenOptions.requireNone(
                    spec(), "is for simulated rows, which --data replaces", "--d", "--rows", "--sites", "--seed");
        }
        if (!mechanisms.isEmpty() && mechanisms.stream().noneMatch(AuditedMechanism::isMethod)) {
            GivenOptions.requireNone(
                    spec(), "is for methods, of which none is named by --mechanism", "--unit", "--epsilon");
        }
        return switch (kind) {
            case EPSILON -> epsilon(context);
            case RECONSTRUCT -> reconstruct(context);
            case NEIGHBOURS -> neighbours(context);
            case ONE_RUN -> oneRun(context);
        };
    }

    private double confidence(double usual) {
        double asked = confidence == null ? usual : confidence;
        if (!(asked > 0.5 && asked < 1)) {
            throw new IllegalArgumentException("--confidence must be above 0.5 and < 1, was " + asked);
        }
        return asked;
    }

    private OneRunResult oneRun(CommandContext context) throws InterruptedException {
        require("--canaries", canaries, 10, MOST_CANARIES);
        int chosen = sites == null ? 1 : sites;
        if (chosen == 2) {
            throw new IllegalArgumentException(
                    "--sites must be 1 or at least 3, was 2: a sum over two is each other's upload");
        }
        require("--sites", chosen, 1, 99);
        OneRunAudit audit = new OneRunAudit(new CertifiedAccountant(), confidence(USUAL_OF_ONE_RUN));
        requireOf(CanaryStudy.MECHANISMS, "one-run");
        List<CanaryStudy> studies = CanaryStudy.of(mechanisms, units, canaries, chosen, budget());
        List<CanaryStudy.Audited> audited = new ArrayList<>();
        for (CanaryStudy study : studies) {
            context.progress().update(new Progress.Step("study", audited.size() + 1L, studies.size(), 0));
            audited.add(study.audit(audit, seed));
        }
        return OneRunResult.of(audited, confidence(USUAL_OF_ONE_RUN));
    }

    private void requireOf(List<AuditedMechanism> supported, String audit) {
        mechanisms.stream()
                .filter(named -> !supported.contains(named))
                .findFirst()
                .ifPresent(named -> {
                    throw new IllegalArgumentException("--mechanism must be of "
                            + supported.stream().map(Words::dashed).collect(Collectors.joining(", "))
                            + " for the audit "
                            + audit + ", was " + Words.dashed(named));
                });
    }

    private EpsilonResult epsilon(CommandContext context) {
        List<AuditedMechanism> chosen = mechanisms.isEmpty() ? List.of(AuditedMechanism.values()) : mechanisms;
        List<ClaimAudit.Finding> findings = new ArrayList<>();
        forEach(
                chosen,
                (mechanism, unit, product, audit) ->
                        mechanism.cases(delta, product, unit).forEach(audited -> findings.add(audit.run(audited))),
                context);
        return new EpsilonResult(findings, confidence(USUAL));
    }

    private EpsilonResult neighbours(CommandContext context) {
        require("--pairs", pairs == null ? AuditedMechanism.USUAL_PAIRS : pairs, 10, MOST_PAIRS);
        List<AuditedMechanism> searched = AuditedMechanism.searched();
        requireOf(searched, "neighbours");
        List<NeighbourSearch.Found> found = new ArrayList<>();
        DoubleSupplier uniform = MechanismCases.uniform(seed);
        forEach(
                mechanisms.isEmpty() ? searched : mechanisms,
                (mechanism, unit, product, audit) -> mechanism
                        .searched(delta, product, unit)
                        .forEach(target ->
                                found.add(new NeighbourSearch(audit, pairs == null ? mechanism.pairs() : pairs, uniform)
                                        .run(target))),
                context);
        return EpsilonResult.ofSearches(found, confidence(USUAL));
    }

    private interface Audited {
        void run(AuditedMechanism mechanism, AuditedUnit unit, ProductCases product, ClaimAudit audit);
    }

    private void forEach(List<AuditedMechanism> chosen, Audited audited, CommandContext context) {
        int asked = runs == null ? USUAL_RUNS : runs;
        require("--runs", asked, FEWEST_RUNS, MOST_RUNS);
        if (!(delta > 0 && delta < 1)) {
            throw new IllegalArgumentException("--delta must be > 0 and < 1, was " + delta);
        }
        List<AuditedUnit> protects = units.isEmpty() ? List.of(AuditedUnit.values()) : units;
        ProductCases product = new ProductCases(budget(), seed);
        for (AuditedMechanism mechanism : chosen) {
            context.progress().update(new Progress.Step("mechanism", chosen.indexOf(mechanism) + 1L, chosen.size(), 0));
            ClaimAudit audit = new ClaimAudit(new CertifiedAccountant(), mechanism.runs(asked), confidence(USUAL))
                    .looking(runs != null ? 1 : kind == Kind.NEIGHBOURS ? LOOKS_OF_A_SEARCH : 2);
            for (AuditedUnit unit : mechanism.isMethod() ? protects : List.of(AuditedUnit.RECORD)) {
                audited.run(mechanism, unit, product, audit);
            }
        }
    }

    private ReconstructionResult reconstruct(CommandContext context) throws InterruptedException {
        require("--rounds", rounds, 1, 10_000);
        require("--d", variables, 2, 500);
        require("--rows", rows, 2, 1_000_000);
        require("--sites", simulatedSites(), 1, 999);
        PrivacyBudget budget = budget();
        AttackedRows attacked = files.isEmpty()
                ? AttackedRows.simulated(simulatedSites(), rows, variables, seed)
                : AttackedRows.ofFiles(files);
        ReconstructionAudit audit = new ReconstructionAudit(attacked.schema(), attacked.sites(), rounds, budget);
        List<AttackTarget> chosen = chosen(attacked.sites().size());
        List<ReconstructionResult.Row> attacks = new ArrayList<>();
        for (AttackTarget algorithm : chosen) {
            context.progress().update(new Progress.Step("attack", attacks.size() + 1L, chosen.size(), 0));
            attacks.add(audit.attack(algorithm));
        }
        return new ReconstructionResult(attacks);
    }

    private List<AttackTarget> chosen(int sites) {
        for (AttackTarget algorithm : algorithms) {
            if (sites < algorithm.fewestSites()) {
                throw new IllegalArgumentException("--algorithm "
                        + Words.dashed(algorithm) + " needs at least "
                        + algorithm.fewestSites() + " sites, had " + sites + ": give more with --data or --sites");
            }
        }
        return algorithms.isEmpty()
                ? Stream.of(AttackTarget.values())
                        .filter(algorithm -> sites >= algorithm.fewestSites())
                        .toList()
                : algorithms;
    }

    private int simulatedSites() {
        return sites == null ? 3 : sites;
    }

    private PrivacyBudget budget() {
        if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("--epsilon must be finite and > 0, was " + epsilon);
        }
        return new PrivacyBudget(epsilon, 1e-6);
    }

    private static void require(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + " must be from " + least + " to " + most + ", was " + value);
        }
    }
}
