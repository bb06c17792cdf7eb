// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.truth.TruthReader;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.learn.LearnRun;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.options.AlgorithmOptions;
import io.hedgerow.samples.learn.options.MethodHelp;
import io.hedgerow.samples.learn.options.OwnNetworkOptions;
import io.hedgerow.samples.learn.options.PrivateMethodOptions;
import io.hedgerow.samples.learn.sites.DataOptions;
import io.hedgerow.samples.learn.sites.SeriesOptions;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.privacy.PrivacyOptions;
import io.hedgerow.samples.secure.SecureAggregationOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "learn",
        description = {
            "Learn a network from the rows of several sites.",
            "",
            "All sites run inside this process: it is for trying algorithms on data that may be in one place. With "
                    + "--privacy every site's updates are differentially private; without, nothing is."
        })
public final class LearnCommand extends SubCommand {

    @Mixin
    private DataOptions data = new DataOptions();

    @Mixin
    private SeriesOptions series = new SeriesOptions();

    @Mixin
    private AlgorithmOptions algorithm = new AlgorithmOptions();

    @Mixin
    private SecureAggregationOptions masks = new SecureAggregationOptions();

    @Mixin
    private PrivacyOptions privacy = new PrivacyOptions();

    @Mixin
    private PrivateMethodOptions privateMethod = new PrivateMethodOptions();

    @Option(
            names = "--transform",
            paramLabel = "HOW",
            description = "What each site makes of its columns first. {TRANSFORMS}. Default none, but"
                    + " normal-scores for {USED:usual}, hill-climbing and order-mcmc without a privacy budget where"
                    + " more than half of the columns are skewed amounts or counts, which a note says.")
    private @Nullable Transform transform;

    @Mixin
    private OwnNetworkOptions own = new OwnNetworkOptions();

    @Option(names = "--out", paramLabel = "DIR", description = NetworkResult.OUT)
    private @Nullable Path out;

    @Option(
            names = "--personalise",
            description = "Refit the weights on the learned structure by the rows of each site alone, and write "
                    + "personal/SITE.csv to the directory of --out. Not with a privacy budget.")
    private boolean personalise;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("One file per site", "learn --data ward1.csv ward2.csv ward3.csv --out result"),
                new Example("One file, split into three sites", "learn --data all.csv --sites 3 --truth known.csv"),
                new Example(
                        "The published settings of another algorithm",
                        "learn --data all.csv.gz --sites 8 --algorithm " + Algorithm.of(FederatedMethod.FED_BNSL)
                                + " --preset paper --json"),
                new Example(
                        "With what is known of edges",
                        "learn --data all.csv --algorithm " + Algorithm.USUAL
                                + " --required \"age->dose\" --tiers tiers.yaml"),
                new Example(
                        "With variables that people set or changed at some sites",
                        "learn --data observed.csv trial.csv --interventions targets.yaml"),
                new Example(
                        "With uploads that the coordinator cannot read",
                        "learn --data all.csv --sites 8 --secure-aggregation"),
                new Example(
                        "A dynamic network from time series",
                        "learn --data visits.csv --sites 4 --algorithm " + Algorithm.USUAL_OF_SERIES
                                + " --realisation patient --time week"),
                new Example(
                        "With every hospital's own weights on the common structure",
                        "learn --data ward1.csv ward2.csv --personalise --out result"),
                new Example(
                        "With a network of each site's own, where sites may differ",
                        "learn --data visits.csv --site-column ward --algorithm " + Algorithm.USUAL_OF_SERIES
                                + " --realisation patient --personal --out result"),
                new Example(
                        "With differential privacy, and a ledger that remembers",
                        "learn --data ward1.csv ward2.csv ward3.csv --privacy epsilon=2 --ledger ledgers"));
    }

    /** A site's own weights are exact functions of rows, which a promise about those rows does not allow for. */
    private void requirePersonal() {
        if (privacy.firstGiven().isPresent() || algorithm.algorithm().has(MethodTrait.PROMISE)) {
            throw new IllegalArgumentException("--personalise cannot be combined with a privacy budget: it reads "
                    + "each site's rows again for exact weights that no ledger would pay for; leave it out");
        }
        if (out == null) {
            throw new IllegalArgumentException("--personalise writes a file for each site: give --out DIR");
        }
    }

    private void requireOwn() {
        if (privacy.firstGiven().isPresent()) {
            throw new IllegalArgumentException("--personal cannot be combined with a privacy budget: the sums "
                    + "that it needs are exact; leave it out");
        }
        if (!algorithm.algorithm().takes("personal")) {
            throw new IllegalArgumentException(Algorithm.withMethods("--personal is for --algorithm {METHODS:personal};"
                    + " {METHODS-WITH:personal} gives every site a network of its own anyway, and of other rows"
                    + " --personalise refits each site's weights"));
        }
        if (personalise || out == null) {
            throw new IllegalArgumentException(
                    "--personal writes a file for each site: give --out DIR" + " and leave --personalise out");
        }
    }

    private void requireNoSeriesOfRows() {
        series.firstGiven().filter(option -> !algorithm.isOfSeries()).ifPresent(option -> {
            throw new IllegalArgumentException(option + " is for time series, which --algorithm "
                    + algorithm.algorithm().name() + " does not learn from: say one of "
                    + algorithm
                            .algorithm()
                            .others(known -> known.has(MethodTrait.SERIES) || known.takes("realisation")));
        });
    }

    /** Refuses what no run learns, before any file is read. */
    private void requireLearnable() {
        algorithm.requireValid();
        if (algorithm.algorithm().has(MethodTrait.LOOK)) {
            throw new IllegalArgumentException(
                    "--algorithm " + algorithm.algorithm().name()
                            + " looks at columns of sites that see no rows of each other, and learns no network: give"
                            + " the files to hedgerow inspect, or name the algorithm in a plan or to hedgerow"
                            + " federation");
        }
        if (personalise) {
            requirePersonal();
        }
        requireNoSeriesOfRows();
        own.givenByMethod(algorithm.algorithm().has(MethodTrait.PERSONAL));
        if (own.isWanted()) {
            requireOwn();
        }
    }

    private void requireLearnableWithoutBudget() {
        privateMethod.requireNone();
        if (algorithm.algorithm().has(MethodTrait.TRUTH) && !own.isTruthGiven()) {
            throw new IllegalArgumentException(
                    "--algorithm " + algorithm.algorithm().name() + " needs the known network: give --truth FILE");
        }
    }

    /** Refuses columns of which weights cannot be refitted, or marks not be found. */
    private void requireRefittable(Sites sites) {
        if (data.isUsingMissing() && personalise) {
            throw new IllegalArgumentException("--missing use keeps rows with missing cells, and --personalise refits"
                    + " weights by whole rows: leave one of them out, or say --missing skip-row");
        }
        if (personalise && sites.schema().hasCategories()) {
            throw new IllegalArgumentException("--personalise refits weights between numbers, and "
                    + String.join(", ", sites.schema().categorical())
                    + " are categories: leave one of them out");
        }
        // with missing cells a column that a site lacks is one in which all of its cells are missing
        boolean marked = algorithm.hiddenCauses() && !data.isUsingMissing();
        if (!sites.lacks().isEmpty() && (personalise || marked)) {
            throw new IllegalArgumentException((personalise ? "--personalise" : "--hidden-causes")
                    + " needs all columns of all sites, and some lack columns of --optional-columns: leave one of them"
                    + " out" + (personalise ? "" : ", or say --missing use"));
        }
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        algorithm.learnSeries(series.firstGiven().isPresent());
        algorithm.learnUnderBudget(privacy.firstGiven().isPresent());
        Optional<MethodHelp> help = algorithm.help();
        if (help.isPresent()) {
            return help.get();
        }
        requireLearnable();
        if (privacy.firstGiven().isPresent() || algorithm.algorithm().has(MethodTrait.PROMISE)) {
            return new PrivateLearnRun(
                            data,
                            algorithm,
                            masks,
                            privacy,
                            privateMethod,
                            series,
                            Objects.requireNonNullElse(transform, Transform.NONE),
                            own.common().orElse(null),
                            out)
                    .run(context);
        }
        requireLearnableWithoutBudget();
        return learn(context);
    }

    /** Sites of rows that are no series. */
    private Sites rows() {
        return algorithm.algorithm().takes("missing") && !personalise
                ? data.sites(algorithm.seed(), algorithm.takesCategories(), this::canUseMissing)
                : data.sites(algorithm.seed(), algorithm.takesCategories());
    }

    private boolean canUseMissing(Sites sites) {
        try {
            return settings(sites).canUseMissing(sites.schema(), sites.all().size());
        } catch (IllegalArgumentException e) {
            return false; // refused for its own reason
        }
    }

    private LearnSettings settings(Sites sites) {
        LearnSettings settings = algorithm
                .settings(sites, Objects.requireNonNullElse(transform, Transform.NONE), series, own.sharing())
                .lacking(sites.lackingParameters());
        return data.isUsingMissing() ? settings.usingMissing() : settings;
    }

    /** Learns without a budget. */
    private Result learn(CommandContext context) throws IOException, InterruptedException {
        boolean dynamic = algorithm.isOfSeries();
        Sites sites = dynamic ? data.series(series) : rows();
        algorithm.requireTakes(sites.schema());
        requireRefittable(sites);
        LearnSettings settings = settings(sites);
        if (personalise && settings.hasInterventions()) {
            throw new IllegalArgumentException("--personalise refits weights by the rows of each site, of which targets"
                    + " of --interventions do not follow from their causes: leave one of them out");
        }
        Optional<WeightMatrix> known = own.common().map(file -> TruthReader.read(file, sites.schema()));
        LearnRun run = new LearnRun(sites, settings, algorithm.preset(), known)
                .measuredIn(algorithm.unit())
                .transformed(transform)
                .masked(masks.settings(algorithm.seed()))
                .personalised(personalise)
                .marked(algorithm.hiddenCauses())
                .showing(series)
                .learningOwn(own);
        if (!dynamic && !data.isShuffled()) {
            run.lookingAtOrder(context::note);
        }
        NetworkResult result = NetworkResult.of(run::execute, settings.rounds(), out, context);
        run.ofLeftOut().forEach(context::note);
        algorithm.choice().ifPresent(context::note);
        if (algorithm.algorithm().isOfPlugin()) {
            context.note("algorithm " + algorithm.algorithm().name() + " is a plugin's and promises no privacy");
        }
        return result.noted(context, run.ofOrder());
    }
}
