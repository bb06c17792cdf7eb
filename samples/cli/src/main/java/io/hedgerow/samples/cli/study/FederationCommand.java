// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.internal.catalogue.SearchSettings;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.truth.TruthReader;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.dp.site.BudgetRequest;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.study.options.StatusOptions;
import io.hedgerow.samples.learn.LeftOutEntry;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.UnitChoice;
import io.hedgerow.samples.learn.options.CentreWarning;
import io.hedgerow.samples.learn.sites.DataOptions;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.OrderOptions;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.operate.FederationRun;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "federation",
        description = {
            "Try a study on this machine: a coordinator and its sites in separate processes, with real "
                    + "certificates.",
            "",
            "Everything that separate organisations would make for themselves goes to --out: an authority, keys, a "
                    + "signed plan, rules and policies, and for every site its rows, ledger and egress log. When the "
                    + "study has ended, ledgers and logs are verified. Stopped before, by Ctrl-C or SIGTERM, it ends"
                    + " its processes; --resume goes on where they were."
        })
public final class FederationCommand extends SubCommand {
    /** The most rounds of a release, one with a private mean. */
    private static final int MOST_OF_A_RELEASE = 5;

    @Mixin
    private DataOptions data = new DataOptions();

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description = "{METHODS-OF-PLANS:open}, or with a budget {METHODS-OF-PLANS:promise}; default"
                    + " ${DEFAULT-VALUE}.")
    private String algorithm = Algorithm.IN_ROUNDS.name();

    @Option(
            names = "--parameter",
            paramLabel = "NAME=VALUE",
            description = "A parameter of the algorithm in the plan, such as lambda=0.1. May be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--personal",
            arity = "0..1",
            fallbackValue = "auto",
            paramLabel = "MODE",
            description =
                    "With {METHODS:personal} also a network of each site's own, where sites may differ, as in learn:"
                            + " ${COMPLETION-CANDIDATES}; auto if no mode is said. Every site writes its own to"
                            + " SITE/own below --out; the plan says personal: MODE.")
    private SearchSettings.@Nullable Sharing personal;

    @Option(
            names = "--privacy",
            paramLabel = "BUDGET",
            description = "epsilon=E[,delta=D][,unit=COLUMN]: the plan's budget; without it nothing is promised. delta "
                    + "is 1/n² of the smallest site unless given. COLUMN, of whole numbers, names the "
                    + "users to protect; without it single rows are protected.")
    private @Nullable String privacy;

    @Option(names = "--epsilon", paramLabel = "E", description = "Short for --privacy epsilon=E.")
    private @Nullable Double epsilon;

    @Mixin
    private OrderOptions order = new OrderOptions();

    @Option(
            names = "--length",
            paramLabel = "T",
            description = "{METHODS:length}: public; how many rows the series of every user has.")
    private @Nullable Long length;

    @Option(names = "--secure-aggregation", description = "The coordinator learns sums over sites and nothing else.")
    private boolean masked;

    @Option(
            names = "--rounds",
            paramLabel = "T",
            description = "Most rounds; default ${DEFAULT-VALUE}. Releases take 1 to 5 and are given at least 5;"
                    + " {METHODS-WITH:non-gaussian} takes 3 d / 2 of d variables.")
    private int rounds = 100;

    @Option(
            names = "--deadline",
            paramLabel = "SECONDS",
            description = "How long a round waits for its sites; default ${DEFAULT-VALUE}.")
    private int deadline = 120;

    @Option(names = "--quorum", paramLabel = "SITES", description = "Fewest sites of a round; without it all of them.")
    private int quorum;

    @Option(
            names = "--despite-forecast",
            description = "With a budget: run and sign the study also when it is expected to find nothing.")
    private boolean despiteForecast;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of --partition shuffle; default 1.")
    private @Nullable Long seed;

    @Option(names = "--truth", paramLabel = "FILE", description = "The known network to compare with.")
    private @Nullable Path truth;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Where everything goes; must be missing or empty, except with --resume.")
    @SuppressWarnings("NullAway.Init") // required
    private Path out;

    @Option(
            names = "--resume",
            description = "Continue the stopped study in --out, with its plan, keys and rows; --data and the settings "
                    + "of the study are ignored.")
    private boolean resume;

    @Mixin
    private StatusOptions shown = new StatusOptions();

    private @Nullable FederationRun run;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("Three processes and a coordinator", "federation --data all.csv --sites 3 --out study"),
                new Example(
                        "With a page to look at, for a minute after the end",
                        "federation --data all.csv --sites 3 --status --status-linger 60 --out study"),
                new Example(
                        "With a network of each site's own, behind masks",
                        "federation --data visits.csv --site-column ward --algorithm " + Algorithm.USUAL_OF_SERIES
                                + " --realisation patient --personal --secure-aggregation --rounds 400 --out study"),
                new Example(
                        "With a budget and masks",
                        "federation --data all.csv --sites 3 --algorithm " + Algorithm.UNDER_BUDGET
                                + " --epsilon 2 --secure-aggregation --out study"),
                new Example(
                        "Series of users, with a budget for each",
                        "federation --data visits.csv --sites 3 --algorithm " + Algorithm.OF_SERIES_UNDER_BUDGET
                                + " --privacy epsilon=2,unit=patient --time week --step 1 --length 50"
                                + " --secure-aggregation --out study"));
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        Optional<FederationRun.Page> page = shown.page();
        LocalStudy study = resume ? LocalStudy.existing(out, context.clock()) : create(context);
        if (resume) {
            requireTruth(StudyPlan.read(study.plan()));
        }
        LocalStudy.Terms terms = study.terms();
        run = new FederationRun(out, study, Optional.ofNullable(truth), page);
        FederationRun.Verified verified =
                run.run(study.names(), terms.deadline().multipliedBy(terms.rounds() + 1L), context::note);
        return new FederationReport(verified);
    }

    @Override
    public void afterwards(CommandContext context) throws InterruptedException {
        if (run != null) {
            run.linger(context::note);
        }
    }

    /** Refuses what cannot be run, before any file is read. */
    private void requireRunnable(Optional<BudgetRequest> request, Optional<Algorithm> chosen) {
        if (!LocalStudy.isEmpty(out)) {
            throw new IllegalArgumentException("--out must be missing or empty, " + out
                    + " is not: give --resume to go on with a study that was stopped there, or name another directory"
                    + (request.isPresent()
                            ? " for other rows; beginning again begins ledgers that know of nothing spent before"
                            : ""));
        }
        if (seed != null && (request.isPresent() || !data.isShuffled())) {
            throw new IllegalArgumentException(
                    "--seed is for --partition shuffle without a budget, where a file is divided"
                            + " by it: leave it out");
        }
        if (chosen.filter(known -> known.has(MethodTrait.PROMISE)).isPresent() && request.isEmpty()) {
            throw new IllegalArgumentException("algorithm " + algorithm
                    + " needs a budget: give --epsilon E, or --privacy epsilon=E,unit=COLUMN for users");
        }
        if (chosen.filter(known -> known.has(MethodTrait.PROMISE) && known.has(MethodTrait.SERIES))
                .isPresent()) {
            PrivacyRequest.requireUsers(request.orElseThrow(), algorithm);
        }
    }

    private LocalStudy create(CommandContext context) throws IOException, InterruptedException {
        Optional<BudgetRequest> request = request();
        Optional<Algorithm> chosen = Algorithm.find(algorithm);
        requireRunnable(request, chosen);
        parameters = said();
        if (personal != null) {
            if (chosen.filter(known -> known.takes("personal")).isEmpty()) {
                throw new IllegalArgumentException("--personal is for --algorithm "
                        + Algorithm.withMethods("{METHODS:personal}") + ", was given with " + algorithm);
            }
            parameters.put("personal", Words.dashed(personal));
        }
        if (data.isUsingMissing()) {
            parameters.put("missing", "use");
        }
        Optional<Sites> open = request.isEmpty() ? Optional.of(openSites(context)) : Optional.empty();
        List<RowSource> shares = open.map(
                        sites -> sites.all().stream().map(NamedSite::rows).toList())
                .orElseGet(() -> privateShares(request.orElseThrow().keyColumn()));
        CentreWarning.ofPlan(
                        algorithm, parameters.keySet(), shares.get(0).schema().hasCategories())
                .ifPresent(context::note);
        LocalStudy study = new LocalStudy(
                out,
                new LocalStudy.Terms(
                        algorithm,
                        parameters,
                        request,
                        masked,
                        chosen.filter(Algorithm::isOfRelease).isPresent()
                                ? Math.max(rounds, MOST_OF_A_RELEASE)
                                : rounds,
                        quorum,
                        Duration.ofSeconds(deadline),
                        despiteForecast),
                context.clock());
        study.create(shares, this::requireTruth);
        // the sites' files have only what was read
        open.ifPresent(sites -> {
            LeftOutEntry.of(sites, true).forEach(source -> {
                source.described().ifPresent(text -> context.note("left out of the sites' files: " + text));
                source.used().ifPresent(text -> context.note("missing in the sites' files: " + text));
            });
            if (chosen.filter(known -> known.has(MethodTrait.SERIES)).isEmpty()) {
                LeftOutEntry.differences(sites).forEach(context::note);
            }
        });
        return study;
    }

    private Optional<BudgetRequest> request() {
        if (privacy != null && epsilon != null) {
            throw new IllegalArgumentException(
                    "--epsilon " + epsilon + " is short for --privacy epsilon=E, which was " + privacy + ": give one");
        }
        return Optional.ofNullable(epsilon == null ? privacy : "epsilon=" + epsilon)
                .map(PrivacyRequest::parse);
    }

    /** The parameters of the plan, of which some have options of their own. */
    private Map<String, String> said() {
        Map<String, String> own = order.parameters();
        if (length != null) {
            own.put("length", length.toString());
        }
        own.keySet().stream().filter(parameters::containsKey).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(
                    "--" + name + " and --parameter " + name + " say the same: leave one of them out");
        });
        own.putAll(parameters);
        return own;
    }

    /** Opens the sites, divided as {@code learn} divides the same files, and in the unit that it chooses for them. */
    private Sites openSites(CommandContext context) throws InterruptedException {
        String realisation = parameters.get("realisation");
        Optional<Algorithm> known = Algorithm.find(algorithm);
        Sites sites = realisation == null
                ? data.sites(
                        Objects.requireNonNullElse(seed, 1L),
                        known.filter(method -> method.has(MethodTrait.CATEGORIES))
                                .isPresent(),
                        rows -> parameters.containsKey("missing"))
                : data.wholeSeries(realisation);
        known.ifPresent(method -> method.requireTakes(sites.schema()));
        sites.notes().forEach(context::note);
        parameters.putAll(
                sites.lackingParameters(LocalStudy.siteNames(sites.all().size())));
        if (known.filter(method -> !method.has(MethodTrait.PROMISE) && method.takes("unit"))
                .isPresent()) {
            inUnit(new NamedMethod(algorithm, parameters, rounds, Optional.empty()), sites)
                    .ifPresent(unit -> {
                        context.note(UnitChoice.note(Double.parseDouble(unit)));
                        parameters.put("unit", unit);
                    });
        }
        return sites;
    }

    /** The unit that the rows of a study without a budget suggest, where none was given. */
    private static Optional<String> inUnit(NamedMethod asked, Sites sites) throws InterruptedException {
        Method method = asked.on(
                Agreement.inProcess("unit", sites.schema(), sites.all().size(), UploadProtection.insecurePlain()));
        return UnitChoice.ofRows(asked, sites.with(method::prepared).data());
    }

    /** Divides the rows or users of one file among sites at random, so that replacing one moves no other. */
    private List<RowSource> privateShares(Optional<String> user) {
        List<RowSource> files = data.privateFiles(privacy != null && PrivacyRequest.saysUnit(privacy)).values().stream()
                .map(rows ->
                        user.<RowSource>map(column -> UserRows.of(rows, column)).orElse(rows))
                .toList();
        return data.parts() == 1 ? files : RowPartition.atRandom(files.get(0), data.parts(), true);
    }

    /** Checks the known network before the study; the coordinator reads it after everything else was made. */
    private void requireTruth(StudyPlan plan) {
        if (truth != null) {
            TruthReader.read(truth, Method.of(plan.terms()).study().schema());
        }
    }
}
