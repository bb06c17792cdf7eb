// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.TruthReader;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.SearchSettings;
import io.hedgerow.dp.method.PrivateSettings;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.learn.Algorithm;
import io.hedgerow.samples.learn.AlgorithmOptions;
import io.hedgerow.samples.learn.DataOptions;
import io.hedgerow.samples.learn.LearnResult;
import io.hedgerow.samples.learn.LearnRun;
import io.hedgerow.samples.learn.LearnSettings;
import io.hedgerow.samples.learn.PrivateMethodOptions;
import io.hedgerow.samples.learn.SeriesOptions;
import io.hedgerow.samples.learn.Sites;
import io.hedgerow.samples.learn.Transform;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.privacy.AlgorithmChoice;
import io.hedgerow.samples.privacy.PrivacyOptions;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.samples.privacy.PrivateLearner;
import io.hedgerow.samples.privacy.RunBudget;
import io.hedgerow.samples.secure.SecureAggregationOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    Result run(CommandContext context) throws IOException, InterruptedException {
        boolean automatic = algorithm.isAutomatic();
        if (!automatic && algorithm.algorithm() == Algorithm.DIRECT_LINGAM) {
            throw new IllegalArgumentException(privacy.firstGiven().orElse("--privacy")
                    + " cannot be combined with direct-lingam, which asks sites for some d^3 numbers: with noise "
                    + "for each the shape of the rows' own noise cannot be seen; use dp-gram");
        }
        if (!automatic && algorithm.algorithm().isNeural()) {
            throw new IllegalArgumentException(privacy.firstGiven().orElse("--privacy")
                    + " cannot be combined with " + Words.dashed(algorithm.algorithm())
                    + ": one row can move the parameters of a neural network by any amount, so no noise would be enough"
                    + " for it; use dp-gram, whose network is linear");
        }
        if (!automatic && !algorithm.algorithm().isPrivate()) {
            throw new IllegalArgumentException(privacy.firstGiven().orElse("--privacy")
                    + " needs an algorithm with a guarantee: auto, dp-gram, dp-fed-sparse, dp-fed-sparse-laplace,"
                    + " dp-fed-bnsl, dp-dynamic-gram or dp-feature-gram");
        }
        Optional<NamedMethod> scores = transform.underBudget(automatic ? Algorithm.DP_GRAM : algorithm.algorithm());
        RunBudget budget = RunBudget.of(privacy);
        PrivacyRequest request = budget.request();
        PrivateLearner learner = new PrivateLearner(
                data.privateFiles().entrySet().stream()
                        .map(file -> new PrivateLearner.Source(
                                file.getKey().toString(), file.getValue(), Optional.of(file.getKey())))
                        .toList(),
                data.parts(),
                budget,
                new SharedAccounting(),
                algorithm.unit().publicNumber(),
                masks.settings(algorithm.seed()));
        Sites sites = learner.sites();
        List<String> warnings = new ArrayList<>();
        if (algorithm.algorithm().isDynamic()) {
            return series(context, learner, sites, request, warnings);
        }
        if (!automatic && algorithm.algorithm() == Algorithm.DP_FEATURE_GRAM) {
            NamedMethod curves = method.curves(algorithm, learner.schema());
            return named(context, learner, sites, curves, learner.schema(), SearchSettings.ofSearch(), warnings);
        }
        Algorithm chosen = algorithm.algorithm();
        if (automatic) {
            AlgorithmChoice choice = AlgorithmChoice.of(
                    learner.schema().size(),
                    learner.units(),
                    learner.budget(),
                    request.keyColumn().isPresent());
            choice.reasons().forEach(context::note);
            chosen = choice.algorithm();
            choice.warning().ifPresent(warnings::add);
        }
        if (scores.isPresent()) {
            NamedMethod named = method.scores(scores.get(), algorithm, learner.schema());
            return named(context, learner, sites, named, learner.schema(), SearchSettings.ofSearch(), warnings);
        }
        PrivateSettings settings =
                method.settings(chosen, algorithm, learner.schema(), sites.all().size(), request.epsilon());
        method.doubt().ifPresent(warnings::add);
        warnForgotten(warnings);
        Optional<WeightMatrix> known =
                truth == null ? Optional.empty() : Optional.of(TruthReader.read(truth, learner.schema()));
        LearnSettings described =
                new LearnSettings(Algorithm.of(settings.algorithm()), Optional.empty(), SearchSettings.ofSearch());
        return LearnResult.of(
                        observer -> LearnRun.unseen(
                                sites,
                                learner.units(),
                                settings,
                                described,
                                known,
                                () -> learner.run(settings, observer),
                                warnings,
                                transform),
                        settings.rounds(),
                        out,
                        context)
                .noted(context);
    }

    private Result series(
            CommandContext context, PrivateLearner learner, Sites sites, PrivacyRequest request, List<String> warnings)
            throws IOException, InterruptedException {
        String key = request.requirePersons("dp-dynamic-gram");
        NamedMethod named = method.series(algorithm, series, key);
        VariableSchema columns = series.stacked(learner.schema());
        return named(context, learner, sites, named, columns, SearchSettings.ofSeries(), warnings);
    }

    /** A method that is described as in a plan. */
    private Result named(
            CommandContext context,
            PrivateLearner learner,
            Sites sites,
            NamedMethod named,
            VariableSchema columns,
            SearchSettings search,
            List<String> warnings)
            throws IOException, InterruptedException {
        warnForgotten(warnings);
        Optional<WeightMatrix> known = truth == null ? Optional.empty() : Optional.of(TruthReader.read(truth, columns));
        LearnSettings described = new LearnSettings(
                transform == Transform.NONE ? algorithm.algorithm() : Algorithm.DP_GRAM, Optional.empty(), search);
        return LearnResult.of(
                        observer -> LearnRun.unseen(
                                sites,
                                learner.units(),
                                named.parameters(),
                                described,
                                known,
                                () -> learner.run(named),
                                warnings,
                                transform),
                        0,
                        out,
                        context)
                .noted(context);
    }

    private void warnForgotten(List<String> warnings) {
        if (privacy.ledger().isEmpty()) {
            warnings.add("the budget is forgotten when this command ends: give --ledger DIR to keep what was spent");
        }
    }
}
