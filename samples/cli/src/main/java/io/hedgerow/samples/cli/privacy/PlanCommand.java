// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.privacy;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.options.Centre;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.site.BudgetRequest;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.plan.BudgetedMethod;
import io.hedgerow.samples.plan.PlanReport;
import io.hedgerow.samples.plan.RunPlan;
import io.hedgerow.samples.privacy.AlgorithmChoice;
import io.hedgerow.samples.privacy.PrivacyRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "plan",
        description = {
            "Say what a privacy budget buys: the noise, its cost by every accountant, and the expected error.",
            "",
            "Reads no data. The expected error is from simulations with Erdős–Rényi graphs of d edges and noise "
                    + "variance 1; real data are harder. Wrong pairs are from simulations at the density of --density, "
                    + "also with unequal variances and in standardised columns."
        })
public final class PlanCommand extends SubCommand {

    /** What is planned for when nothing is named, where it has the release that is asked for. */
    private static final List<Algorithm> USUAL = List.of(Algorithm.UNDER_BUDGET, Algorithm.IN_ROUNDS_UNDER_BUDGET);

    @Option(
            names = "--rows",
            required = true,
            paramLabel = "N",
            description =
                    "Rows of every site; or users, when a user has several rows. With zero-out, its public constant.")
    private long rows;

    @Option(names = "--d", required = true, paramLabel = "D", description = "Number of variables.")
    private int variables;

    @Option(names = "--sites", required = true, paramLabel = "P", description = "Number of sites.")
    private int sites;

    @Option(
            names = "--privacy",
            required = true,
            paramLabel = "BUDGET",
            description =
                    "epsilon=E[,delta=D][,adjacency=zero-out] of the whole run, for every site; delta is 1/n^2 unless"
                            + " given.")
    private String privacy = "";

    @Option(
            names = "--algorithm",
            converter = Algorithm.Names.class,
            split = ",",
            paramLabel = "NAME",
            description = "Private algorithms to plan for; default {USED:under-budget},{USED:in-rounds-under-budget}."
                    + " {PRIVATE-WITH:curves} is for relations that are curves, {PRIVATE-WITH:series} for series, of"
                    + " which --rows users have one each.")
    private List<Algorithm> algorithms = new ArrayList<>();

    @Option(names = "--rounds", paramLabel = "T", description = "Number of rounds, of algorithms that have rounds.")
    private @Nullable Integer rounds;

    @Option(
            names = "--local-iterations",
            paramLabel = "K",
            description = "Private steps of a site in one round, of algorithms that have steps.")
    private @Nullable Integer localIterations;

    @Option(
            names = "--density",
            paramLabel = "E",
            description = "Edges per variable that you expect of the network; default 1. Dense networks need far more"
                    + " rows or budget.")
    private @Nullable Double density;

    @Option(
            names = "--centre",
            paramLabel = "HOW",
            description = "{METHODS-OF-PLANS:transform}: none, or private for a mean of each site that is released"
                    + " and subtracted; default none.")
    private Centre centre = Centre.NONE;

    @Option(
            names = "--transform",
            paramLabel = "HOW",
            description = "{METHODS-OF-PLANS:transform}: none, {WORDS:transform}; default none.")
    private Transform transform = Transform.NONE;

    @Option(
            names = "--secure-aggregation",
            description = "Uploads are masked, so that sites share noise where they can.")
    private boolean masked;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "Eight sites of 5000 rows, 20 variables",
                        "plan --rows 5000 --d 20 --sites 8 --privacy epsilon=2"),
                new Example(
                        "A network in which most variables have several causes",
                        "plan --rows 5000 --d 20 --sites 8 --privacy epsilon=1 --density 3 --algorithm "
                                + Algorithm.UNDER_BUDGET),
                new Example(
                        "Sites whose means differ, with masked uploads",
                        "plan --rows 1000 --d 20 --sites 5 --privacy epsilon=2 --centre private --secure-aggregation"),
                new Example(
                        "Series of users",
                        "plan --rows 400 --d 10 --sites 5 --privacy epsilon=1,unit=patient --algorithm "
                                + Algorithm.OF_SERIES_UNDER_BUDGET + " --secure-aggregation"),
                new Example(
                        "Relations that are curves",
                        Algorithm.withMethods("plan --rows 5000 --d 10 --sites 8 --privacy epsilon=1 --algorithm"
                                + " {PRIVATE-WITH:curves}")),
                new Example(
                        "Private steps only, in fewer rounds",
                        "plan --rows 20000 --d 50 --sites 5 --privacy epsilon=1,delta=1e-9 --algorithm "
                                + Algorithm.IN_ROUNDS_UNDER_BUDGET + " --rounds 50"));
    }

    private void requireNumbers() {
        require("--rows", rows, 2, 1_000_000_000_000L);
        require("--d", variables, 2, 10_000);
        require("--sites", sites, 1, 10_000);
        double most = (variables - 1) / 2.0;
        if (density != null && !(density > 0 && density <= most)) {
            throw new IllegalArgumentException("--density must be above 0 and at most " + most + ", every pair of "
                    + variables + " variables joined, was " + density);
        }
        if (rounds != null) {
            require("--rounds", rounds, 1, 100_000);
        }
        if (localIterations != null) {
            require("--local-iterations", localIterations, 1, 100_000);
        }
    }

    /** Refuses what no budget pays for, or what this method does not do. */
    private void requirePlannable(Algorithm algorithm, BudgetRequest request) {
        if (!algorithm.has(MethodTrait.PROMISE)) {
            throw new IllegalArgumentException(
                    "--algorithm must be private, such as " + Algorithm.UNDER_BUDGET + ", was " + algorithm.name());
        }
        if (algorithm.has(MethodTrait.SERIES)) {
            PrivacyRequest.requireUsers(request, algorithm.name());
        }
        if (release() != BudgetedMethod.Release.USUAL && !algorithm.takes("transform")) {
            throw new IllegalArgumentException("--centre private and --transform are planned with --algorithm "
                    + Algorithm.UNDER_BUDGET + " only, was " + algorithm.name());
        }
        transform.underBudget(algorithm);
    }

    @Override
    public Result run(CommandContext context) {
        requireNumbers();
        BudgetRequest request = PrivacyRequest.parse(privacy);
        if (request.publicUnits().isPresent() && request.publicUnits().getAsLong() != rows) {
            throw new IllegalArgumentException("--privacy: n0 is what --rows says here, " + rows + ", was "
                    + request.publicUnits().getAsLong());
        }
        PrivacyBudget budget = request.budget(rows);
        SitePolicy.requireSmall(budget.delta(), request.unit(), rows);
        String noise = request.noise().orElse(PrivacyPromise.USUAL_NOISE);
        SiteUnits units = new SiteUnits(rows, request.keyColumn().isPresent(), request.adjacency());
        List<Algorithm> asked = algorithms;
        if (algorithms.isEmpty()) {
            asked = release() == BudgetedMethod.Release.USUAL ? USUAL : USUAL.subList(0, 1);
        }
        requireUsed("--rounds", rounds, asked, known -> known.has(MethodTrait.ROUNDS));
        requireUsed("--local-iterations", localIterations, asked, known -> known.takes("local-iterations"));
        List<RunPlan> plans = new ArrayList<>();
        for (Algorithm algorithm : asked) {
            requirePlannable(algorithm, request);
            plans.add(RunPlan.of(
                    new BudgetedMethod(algorithm, release(), masked, variables, units, sites, budget, noise),
                    rounds,
                    localIterations,
                    density == null ? 1 : density));
        }
        AlgorithmChoice choice = AlgorithmChoice.of(
                variables,
                Collections.nCopies(sites, rows),
                budget,
                request.keyColumn().isPresent());
        boolean series = asked.stream().allMatch(known -> known.has(MethodTrait.SERIES));
        return new PlanReport(
                variables,
                rows,
                sites,
                budget.epsilon(),
                budget.delta(),
                request.keyColumn().isPresent(),
                plans,
                series ? List.of() : choice.reasons(),
                series ? List.of() : choice.warning().map(List::of).orElse(List.of()));
    }

    private static void requireUsed(
            String option, @Nullable Integer value, List<Algorithm> asked, Predicate<Algorithm> having) {
        if (value != null && asked.stream().noneMatch(having)) {
            throw new IllegalArgumentException(option + " does not apply to --algorithm " + words(asked) + ", only to "
                    + asked.get(0).others(having) + ": leave it out");
        }
    }

    private static String words(List<Algorithm> algorithms) {
        return algorithms.stream().map(Algorithm::name).collect(Collectors.joining(","));
    }

    private BudgetedMethod.Release release() {
        boolean mean = centre == Centre.PRIVATE;
        if (centre == Centre.PUBLIC || (mean && transform != Transform.NONE)) {
            throw new IllegalArgumentException(
                    "--centre must be none or private, and none with --transform, was " + Words.dashed(centre));
        }
        if (mean) {
            return BudgetedMethod.Release.PRIVATE_MEAN;
        }
        return transform == Transform.NONE ? BudgetedMethod.Release.USUAL : BudgetedMethod.Release.NORMAL_SCORES;
    }

    private static void require(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + " must be from " + least + " to " + most + ", was " + value);
        }
    }
}
