// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.dp.internal.options.Centre;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.lab.accuracy.EffectTable;
import io.hedgerow.samples.lab.accuracy.InterventionTable;
import io.hedgerow.samples.lab.accuracy.NonlinearTable;
import io.hedgerow.samples.lab.accuracy.PersonalTable;
import io.hedgerow.samples.lab.accuracy.PrivateTable;
import io.hedgerow.samples.lab.accuracy.StructureTable;
import io.hedgerow.samples.lab.grid.GridOptions;
import io.hedgerow.samples.lab.outside.OutsideTable;
import io.hedgerow.samples.lab.simulate.ConditionOptions;
import io.hedgerow.samples.lab.speed.PrivateSpeedTable;
import io.hedgerow.samples.lab.speed.ReadingTable;
import io.hedgerow.samples.lab.speed.SpeedTable;
import io.hedgerow.samples.lab.speed.SpeedTable.SpeedRuns;
import io.hedgerow.samples.lab.speed.TransportTable.TransportOptions;
import io.hedgerow.samples.lab.synthetic.SyntheticTable;
import io.hedgerow.samples.lab.table.NumberList;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.AbsentColumnOptions;
import io.hedgerow.samples.lab.trial.Candidate;
import io.hedgerow.samples.lab.trial.Trials;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.secure.SecureAggregationOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hedgerow experiment}: computes the tables of {@code docs/results.md} and {@code docs/benchmarks.md}. */
@Command(
        name = "experiment",
        description = {
            "Measure methods on many data sets, nearly all of them simulated, and print a table.",
            "",
            "structure: how well methods recover networks, and what they send. nonlinear: the same for nonlinear "
                    + "effects, with processor time and the result of sorting the variables. personal: what it "
                    + "gains when every site fits its own weights to the common structure. interventions: what it "
                    + "gains to know which variables were set or changed. private: structure for private methods, by "
                    + "budget. effects: how well intervals of total effects hold, of gram and, with --epsilon, of "
                    + "dp-gram. synthetic: how near rows that a private network draws are to the rows, beside those of "
                    + "MST. speed: what full runs take in this process. reading: what it "
                    + "takes to turn a CSV file into statistics. transport: what the wire itself takes, with sites "
                    + "in another process. grid: one of --named-methods at every point of a grid of its settings, "
                    + "with runs.csv and heatmap.svg, and with --cv the error on rows that were held out. outside: "
                    + "what gram finds in a folder of data that others made or measured, beside a plain climb and "
                    + "Tetrad.",
            "",
            "Options from --density to --mixed say under which conditions the data of structure, nonlinear, "
                    + "personal, private and effects are recorded, up to --noise also those of interventions. "
                    + "structure and private also measure rows of categories: drawn with --categories, or of a "
                    + "network in a file."
        })
public final class ExperimentCommand extends SubCommand {

    @Parameters(paramLabel = "TABLE", description = "Which table: ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // required, so set by the parser
    private TableName table;

    @Option(
            names = "--d",
            paramLabel = "LIST",
            description = "Of all but reading, transport and outside: numbers of variables; default ${DEFAULT-VALUE}.")
    private String sizes = "20";

    @Option(
            names = "--seeds",
            paramLabel = "LIST",
            description =
                    "structure, nonlinear, personal, interventions, private, effects, synthetic, grid: one data set per"
                            + " seed;"
                            + " default ${DEFAULT-VALUE}.")
    private String seeds = "101-110";

    @Option(
            names = "--methods",
            paramLabel = "LIST",
            split = ",",
            description = "structure, personal: what to compare, of ${COMPLETION-CANDIDATES}; default "
                    + "fed-sparse,fed-bnsl,gram.")
    private List<Candidate> methods = new ArrayList<>();

    @Option(
            names = "--named-methods",
            paramLabel = "LIST",
            split = ",",
            description = "nonlinear, and one of them grid: what to compare: methods that"
                    + " a plan can name and that promise nothing, and"
                    + " baselines, such as notears and hill-climbing; default gram. With NAME:PARAMETER=VALUE"
                    + " parameters as in a plan, and rounds; of a baseline its threshold and"
                    + " lambda.")
    private List<String> namedMethods = new ArrayList<>();

    @Option(
            names = "--private-methods",
            converter = Algorithm.Names.class,
            paramLabel = "LIST",
            split = ",",
            description = "private: what to compare: dp-gram, dp-feature-gram, dp-fed-sparse, dp-fed-sparse-laplace,"
                    + " dp-fed-bnsl; default dp-gram and dp-fed-sparse."
                    + " speed: what to time in place of fed-sparse.")
    private List<Algorithm> privateMethods = new ArrayList<>();

    @Option(
            names = "--epsilon",
            paramLabel = "LIST",
            split = ",",
            description = "private, synthetic, speed with private methods: budgets of whole runs; default 1,2,5,10, or"
                    + " 1. effects:"
                    + " budgets of dp-gram; default none.")
    private List<Double> epsilons = new ArrayList<>();

    @Mixin
    private ConditionOptions conditions = new ConditionOptions();

    @Option(
            names = "--transform",
            paramLabel = "HOW",
            description = "structure, outside, and private with dp-gram: what each site makes of its columns first:"
                    + " ${COMPLETION-CANDIDATES}; default none.")
    private Transform transform = Transform.NONE;

    @Option(
            names = "--centre",
            paramLabel = "HOW",
            description = "private with dp-gram: none, or private for a mean of each site that is released and"
                    + " subtracted; default none.")
    private Centre centre = Centre.NONE;

    @Option(
            names = "--tetrad",
            paramLabel = "JARS",
            description = "outside: the jar of Tetrad's library (tetrad-lib 7) and those it needs, or folders of them,"
                    + " separated as in a class path: also run its BOSS and GFCI.")
    private @Nullable String tetrad;

    @Mixin
    private AbsentColumnOptions absent = new AbsentColumnOptions();

    @Mixin
    private SecureAggregationOptions masks = new SecureAggregationOptions();

    @Option(
            names = "--sites",
            paramLabel = "P",
            description =
                    "structure, nonlinear, personal, private, effects, synthetic, speed, transport: number of sites;"
                            + " default"
                            + " ${DEFAULT-VALUE}.")
    private int sites = 8;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Rows of every site, default 5000, or of the file that is read, default 1000000.")
    private @Nullable Integer rows;

    @Mixin
    private GridOptions grid = new GridOptions();

    @Option(
            names = "--k",
            paramLabel = "K",
            description = "speed: steps of a site in one round, at most; a number or d; default d, or what a private"
                    + " method recommends.")
    private @Nullable String steps;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description =
                    "speed, outside: runs before the measured ones; of speed none above d = 500. transport: rounds"
                            + " before them. Default 10, of outside 1.")
    private @Nullable Integer warmUps;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description =
                    "speed, outside: measured runs; of speed one above d = 500. transport: measured rounds. Default"
                            + " 10, of outside 1.")
    private @Nullable Integer runs;

    @Option(
            names = "--columns",
            paramLabel = "N",
            description = "reading: columns of the file; default ${DEFAULT-VALUE}.")
    private int columns = 50;

    @Mixin
    private TransportOptions wire = new TransportOptions();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "reading, transport: where to put files while they are needed; default the system's temporary"
                    + " directory.")
    private @Nullable Path directory;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write table.md and table.json to DIR, calibration.csv and .svg where a method has one, of"
                    + " nonlinear runs.csv, of grid runs.csv and heatmap.svg, of outside table.csv.")
    private @Nullable Path out;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "Compare methods on the papers' smallest simulation",
                        "experiment structure --d 20 --seeds 101-110 --methods fed-sparse,fed-bnsl,gram"),
                new Example("The same without the help of the units", "experiment structure --units standardised"),
                new Example(
                        "Data as people have them, and how far probabilities hold",
                        "experiment structure --d 20 --density 1.5 --sites 5 --rows 1000 --noise laplace,unequal"
                                + " --units random --offsets 1 --heterogeneity 0.3 --methods order-mcmc,gram"
                                + " --out conditions"),
                new Example(
                        "Effects that are not linear in their causes, in units that tell nothing",
                        "experiment nonlinear --d 10 --seeds 1-5 --rows 125 --mechanism mlp,gp-add --units standardised"
                                + " --named-methods gram,notears --out nonlinear"),
                new Example(
                        "What own weights are worth where sites differ",
                        "experiment personal --d 20 --sites 5 --rows 500 --heterogeneity 0.3 --seeds 101-105"),
                new Example("What known targets are worth", "experiment interventions --noise unequal --rows 500"),
                new Example(
                        "What privacy costs in accuracy",
                        "experiment private --d 20 --seeds 201-210 --epsilon 1,5 --private-methods "
                                + "dp-gram,dp-fed-sparse"),
                new Example("Numbers and categories", "experiment structure --categories 0.3 --seeds 1-5"),
                new Example(
                        "One private release whose noise the sites share behind masks",
                        "experiment private --d 20 --epsilon 1 --private-methods dp-gram --secure-aggregation"),
                new Example(
                        "Curves behind a budget and masks",
                        "experiment private --d 10 --epsilon 1,5 --mechanism gp-add --private-methods dp-feature-gram"
                                + " --secure-aggregation"),
                new Example(
                        "How far intervals of total effects hold, also under a budget",
                        "experiment effects --d 10 --density 2 --weights 0.1,1 --noise unequal --seeds 1-8 --epsilon 2"
                                + " --secure-aggregation"),
                new Example(
                        "Choose penalties of a dynamic method by the error on series that were held out",
                        "experiment grid --named-methods fdbnl:threshold=0.05 --d 10 --sites 4 --realisations 3"
                                + " --seeds 1-3 --grid lambda-w=0.01,0.05,0.2 --grid lambda-a=0.01,0.05,0.2 --cv"
                                + " --out penalties"),
                new Example(
                        "One setting of a method of rows",
                        "experiment grid --named-methods fed-sparse --seeds 1-3 --grid lambda=0.05,0.1,0.2 --cv"
                                + " --out lambda"),
                new Example("Time full runs", "experiment speed --d 20,50,100 --out times"),
                new Example(
                        "Data that others made, in folders with site-*.csv and truth.csv",
                        "experiment outside --data benchmarks --tetrad tetrad-lib.jar --out outside"),
                new Example(
                        "Load a coordinator", "experiment transport --sites 100 --bytes 1000,10000,80000 --runs 50"),
                new Example("Time the reading of a large file", "experiment reading --rows 1000000 --columns 50"));
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        if (out == null) {
            return measure(context);
        }
        try (OutputDirectory target = OutputDirectory.prepare(out)) {
            TableResult result = measure(context);
            result.writeTo(target);
            return result;
        }
    }

    /** Refuses options that do not go with the table, or not with each other. */
    private void requireFitting() {
        String name = Words.dashed(table);
        if (centre == Centre.PUBLIC || (centre == Centre.PRIVATE && table != TableName.PRIVATE)) {
            throw new IllegalArgumentException("--centre must be none or private, and private goes with experiment"
                    + " private only; was " + Words.dashed(centre) + " with " + name);
        }
        if (table != TableName.GRID && table != TableName.OUTSIDE) {
            grid.requireNone(name);
        }
        GivenOptions.requireOnly(spec(), table);
        if (table == TableName.GRID) {
            grid.requireFitting(spec(), namedMethods, TableName.CONDITIONS);
        }
        if (table == TableName.SPEED && privateMethods.isEmpty() && !epsilons.isEmpty()) {
            throw new IllegalArgumentException(
                    "--epsilon is for --private-methods, which experiment speed was not given:"
                            + " give both, or neither");
        }
    }

    private TableResult measure(CommandContext context) throws IOException, InterruptedException {
        requireFitting();
        return switch (table) {
            case GRID ->
                grid.run(
                        new GridOptions.Shared(
                                namedMethods,
                                NumberList.parse("--d", sizes, 2),
                                NumberList.parse("--seeds", seeds, 0),
                                sites,
                                Objects.requireNonNullElse(rows, 5000),
                                epsilons,
                                conditions),
                        context);
            case STRUCTURE ->
                new StructureTable(trials(), Candidate.chosen(methods, conditions), transform, absent).run(context);
            case NONLINEAR ->
                new NonlinearTable(trials(), namedMethods.isEmpty() ? List.of(Algorithm.USUAL.name()) : namedMethods)
                        .run(context);
            case PERSONAL -> new PersonalTable(trials(), Candidate.chosen(methods, conditions)).run(context);
            case INTERVENTIONS -> new InterventionTable(trials()).run(context);
            case PRIVATE ->
                new PrivateTable(
                                trials(),
                                epsilons.isEmpty() ? List.of(1.0, 2.0, 5.0, 10.0) : epsilons,
                                PrivateTable.chosen(privateMethods, conditions),
                                transform,
                                centre == Centre.PRIVATE,
                                masks.settings(0))
                        .run(context);
            case EFFECTS -> new EffectTable(trials(), epsilons, masks.settings(0)).run(context);
            case SYNTHETIC ->
                new SyntheticTable(trials(), epsilons.isEmpty() ? List.of(1.0) : epsilons, masks.settings(0))
                        .run(context);
            case SPEED -> speed(context);
            case OUTSIDE -> outside(context);
            case READING ->
                new ReadingTable(Objects.requireNonNullElse(rows, 1_000_000), columns, directory()).run(context);
            case TRANSPORT ->
                wire.table(
                                sites,
                                Objects.requireNonNullElse(warmUps, 10),
                                Objects.requireNonNullElse(runs, 10),
                                directory())
                        .run(context);
        };
    }

    private TableResult outside(CommandContext context) throws InterruptedException {
        return new OutsideTable(
                        grid.folder(),
                        tetrad == null ? List.of() : OutsideTable.jars(tetrad),
                        transform,
                        Objects.requireNonNullElse(warmUps, 1),
                        Objects.requireNonNullElse(runs, 1))
                .run(context);
    }

    /** Where files are put while they are needed. */
    private Path directory() {
        return directory == null ? Path.of(System.getProperty("java.io.tmpdir")) : directory;
    }

    private Trials trials() {
        if (conditions.categories().isFile()) {
            GivenOptions.requireNone(spec(), "is what the file of --network says", "--d");
        }
        return new Trials(
                conditions.categories().isFile()
                        ? List.of(conditions.categories().variables())
                        : NumberList.parse("--d", sizes, 2),
                NumberList.parse("--seeds", seeds, 0),
                sites,
                Objects.requireNonNullElse(rows, 5000),
                conditions);
    }

    private SpeedRuns timed() {
        return new SpeedRuns(
                NumberList.parse("--d", sizes, 2),
                sites,
                Objects.requireNonNullElse(rows, 5000),
                Objects.requireNonNullElse(warmUps, 10),
                Objects.requireNonNullElse(runs, 10));
    }

    private TableResult speed(CommandContext context) throws InterruptedException {
        if (privateMethods.isEmpty()) {
            return new SpeedTable(timed(), SpeedTable.steps(Objects.requireNonNullElse(steps, "d"))).run(context);
        }
        return new PrivateSpeedTable(
                        timed(),
                        epsilons.isEmpty() ? List.of(1.0) : epsilons,
                        privateMethods,
                        steps == null ? OptionalInt.empty() : SpeedTable.steps(steps))
                .run(context);
    }
}
