// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.truth.TruthReader;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.site.BudgetRequest;
import io.hedgerow.dp.site.Ledgers;
import io.hedgerow.samples.learn.LearnRun;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.options.AlgorithmOptions;
import io.hedgerow.samples.learn.options.PrivateMethodOptions;
import io.hedgerow.samples.learn.sites.DataOptions;
import io.hedgerow.samples.learn.sites.SeriesOptions;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.privacy.AlgorithmChoice;
import io.hedgerow.samples.privacy.PrivacyOptions;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.samples.privacy.PrivateLearner;
import io.hedgerow.samples.secure.SecureAggregationOptions;
import io.hedgerow.samples.source.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** {@code hedgerow learn} with a privacy budget. */
record PrivateLearnRun(
        DataOptions data,
        AlgorithmOptions algorithm,
        SecureAggregationOptions masks,
        PrivacyOptions privacy,
        PrivateMethodOptions method,
        SeriesOptions series,
        Transform transform,
        @Nullable Path truth,
        @Nullable Path out) {

    /** The method of a run before the columns are known, and how it selects its columns. */
    private record Beforehand(NamedMethod named, UnaryOperator<VariableSchema> columns) {}

    /** The method of a run and its columns. */
    private record Chosen(NamedMethod named, VariableSchema columns) {}

    Result run(CommandContext context) throws IOException, InterruptedException {
        requirePrivate(algorithm.algorithm());
        Optional<NamedMethod> scores = transform.underBudget(algorithm.algorithm());
        method.requireFits(algorithm, scores.isPresent(), series);
        if (!masks.isLosing()) {
            algorithm.requireNoSeed();
        }
        Ledgers budget = privacy.ledgers();
        Optional<Beforehand> beforehand = beforehand(budget.request());
        Map<Path, RowSource> files = data.privateFiles(privacy.saysUnit());
        files.values().forEach(rows -> algorithm.requireTakes(rows.schema()));
        budget.dataset().ifPresent(named -> files.keySet().forEach(file -> SourceFile.requireOf(file, named)));
        PrivateLearner learner = new PrivateLearner(
                files.entrySet().stream()
                        .map(file -> source(file.getKey(), file.getValue()))
                        .toList(),
                data.parts(),
                budget,
                new SharedAccounting(),
                masks.settings(algorithm.seed()));
        // on the terminal of the site's people only: a result may be given to others
        learner.nearCopies().forEach(context::warn);
        if (learner.isFirstWithoutAnchor()) {
            context.note("this is a ledger's first charge, and its last hash is kept nowhere else: an older copy that"
                    + " is put back would bring spent budget back, and no one would notice; give --anchors DIR, outside"
                    + " of the ledgers and their backups");
        }
        List<String> warnings = new ArrayList<>();
        Chosen chosen = chosen(beforehand, scores, learner, budget.request(), warnings, context);
        Algorithm known = algorithm.algorithm();
        PrivateLearner.Prepared prepared = learner.prepared(chosen.named(), known.catalogue());
        if (privacy.ledger().isEmpty()) {
            warnings.add("the budget is forgotten when this command ends: give --ledger DIR to keep what was spent");
        }
        Optional<WeightMatrix> edges = Optional.ofNullable(truth).map(file -> TruthReader.read(file, chosen.columns()));
        return NetworkResult.of(
                        observer -> LearnRun.unseen(
                                learner.sites(),
                                learner.units(),
                                shown(prepared, chosen.named()),
                                new LearnSettings(known, chosen.named()),
                                edges,
                                () -> noticed(learner.run(prepared, observer), learner, warnings),
                                warnings,
                                transform),
                        known.has(MethodTrait.ROUNDS)
                                ? prepared.method().study().rounds()
                                : 0,
                        out,
                        context)
                .noted(context);
    }

    /** All settings that a method of the SDK shows; of a plugin's, which may run one of ours, those that were given. */
    private Object shown(PrivateLearner.Prepared prepared, NamedMethod named) {
        return Optional.of(prepared.method())
                .filter(made -> !algorithm.algorithm().isOfPlugin())
                .flatMap(ShownSettings::of)
                .<Object>map(all -> all.withSeed(algorithm.seed()))
                .orElse(named.parameters());
    }

    private Learned noticed(Learned learned, PrivateLearner learner, List<String> warnings) {
        warnings.addAll(learner.notices());
        Learned marked = learned.marked(algorithm.hiddenCauses());
        marked.withoutMarks(algorithm.hiddenCauses()).ifPresent(warnings::add);
        warnings.addAll(learned.found().run().notes());
        return marked;
    }

    /** Where rows are matters to ledgers that are kept. */
    private Ledgers.Source source(Path file, RowSource rows) {
        return privacy.ledger().isEmpty()
                ? new Ledgers.Source(file.toString(), rows)
                : new Ledgers.Source(file.toString(), rows, SourceFile.place(file), SourceFile.dataset(file));
    }

    private void requirePrivate(Algorithm named) {
        String option = privacy.firstGiven().orElse("--privacy");
        if (named.has(MethodTrait.NON_GAUSSIAN)) {
            throw new IllegalArgumentException(option
                    + " cannot be combined with " + named.name()
                    + ", which asks sites for some d^3 numbers: with noise "
                    + "for each the shape of the rows' own noise cannot be seen; use " + Algorithm.UNDER_BUDGET);
        }
        if (named.has(MethodTrait.NEURAL)) {
            throw new IllegalArgumentException(option + " cannot be combined with " + named.name()
                    + ": one row can move the parameters of a neural network by any amount, so no noise would be enough"
                    + " for it; use " + Algorithm.UNDER_BUDGET + ", whose network is linear");
        }
        if (!named.has(MethodTrait.PROMISE)) {
            throw new IllegalArgumentException(option + " needs an algorithm with a guarantee: auto, "
                    + Algorithm.words(
                            named.catalogue(), known -> known.has(MethodTrait.PROMISE) && !known.has(MethodTrait.LOOK))
                    + ", was "
                    + named.name());
        }
    }

    /** What is run where no column has to be known: a plugin's method, or one of series; otherwise empty. */
    private Optional<Beforehand> beforehand(BudgetRequest request) {
        Algorithm wanted = algorithm.algorithm();
        if (wanted.isOfPlugin()) {
            return Optional.of(new Beforehand(algorithm.named(), columns -> columns));
        }
        if (!wanted.has(MethodTrait.SERIES)) {
            return Optional.empty();
        }
        String key = PrivacyRequest.requireUsers(request, wanted.name());
        return Optional.of(new Beforehand(method.series(algorithm, series, key), series::stacked));
    }

    private Chosen chosen(
            Optional<Beforehand> beforehand,
            Optional<NamedMethod> scores,
            PrivateLearner learner,
            BudgetRequest request,
            List<String> warnings,
            CommandContext context) {
        VariableSchema columns = learner.schema();
        Algorithm wanted = algorithm.algorithm();
        if (beforehand.isPresent()) {
            return new Chosen(
                    asked(beforehand.get().named()), beforehand.get().columns().apply(columns));
        }
        boolean curves = wanted.has(MethodTrait.CURVES);
        if (!curves && !columns.hasCategories()) {
            context.note(
                    "with a budget no row is looked at beforehand: a column of texts has no number in any cell, and"
                            + " is wasted unless --categories COLUMN=LEVEL|LEVEL|... names its levels, or --drop leaves"
                            + " it out");
        }
        if (algorithm.isAutomatic()) {
            AlgorithmChoice choice = AlgorithmChoice.of(
                    columns,
                    learner.units(),
                    learner.budget(),
                    request.keyColumn().isPresent());
            choice.reasons().forEach(context::note);
            choice.warning().ifPresent(warnings::add);
        }
        NamedMethod named = method.named(scores, algorithm, columns);
        if (!data.isUsingMissing() && !curves && scores.isEmpty()) {
            method.doubt(columns).ifPresent(warnings::add);
        }
        return new Chosen(asked(named), columns);
    }

    /** A method that does not use missing cells refuses to. */
    private NamedMethod asked(NamedMethod named) {
        return data.isUsingMissing() ? named.with("missing", "use") : named;
    }
}
