// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.Baseline;
import io.hedgerow.core.internal.catalogue.SearchSettings;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.method.Preset;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.List;
import java.util.Optional;

/** Makes a method without a guarantee from settings, and runs it. */
public final class PlainMethodRun {

    private static final List<String> PARAMETERS = List.of(
            "preset", "lambda-w", "lambda-a", "threshold", "threshold-a", "mu", "participants", "no-centring", "unit");

    private PlainMethodRun() {}

    public static Algorithm algorithm(Settings settings) {
        return Algorithm.named(settings.text("algorithm"));
    }

    public static Learned learn(Settings settings, Sites sites, WeightMatrix truth, RoundObserver observer)
            throws InterruptedException {
        return of(settings, sites.schema(), sites.all().size())
                .learn(sites.data(), Optional.empty(), Optional.of(truth), observer);
    }

    public static Learned learn(Settings settings, Sites sites) throws InterruptedException {
        return learn(settings, sites, WeightMatrix.empty(sites.schema().size()), (report, consensus) -> {});
    }

    static LearnSettings of(Settings settings, VariableSchema schema, int sites) {
        Algorithm algorithm = algorithm(settings);
        Optional<MethodSettings> rounds = algorithm
                .federated()
                .map(method -> changed(
                        settings.choice("preset", Preset.class).settings(method, schema.size(), sites),
                        settings,
                        schema.size()));
        SearchSettings search = algorithm
                .baseline()
                .map(Baseline::settings)
                .orElseGet(algorithm.isDynamic() ? SearchSettings::ofSeries : SearchSettings::ofSearch);
        return new LearnSettings(
                algorithm,
                rounds,
                search.with(
                        settings.number("threshold", search.threshold()),
                        centring(settings, search.centring()),
                        search.seed()),
                false,
                algorithm.isGivenByNames() ? Optional.of(named(settings)) : Optional.empty(),
                !settings.has("alone"),
                settings.find("sharing").map(SearchSettings.Sharing::valueOf));
    }

    private static NamedMethod named(Settings settings) {
        NamedMethod method = Method.named(settings.text("algorithm")).withRounds(settings.whole("rounds", 100));
        for (String parameter : PARAMETERS) {
            if (settings.has(parameter)) {
                method = method.with(parameter, settings.text(parameter));
            }
        }
        return method;
    }

    private static MethodSettings changed(MethodSettings preset, Settings settings, int variables) {
        MethodSettings changed = preset.withLambda(settings.number("lambda", preset.lambda()))
                .withRounds(settings.whole("rounds", preset.rounds()))
                .withLocalSteps(
                        settings.whole("stepsPerVariable", 0) > 0
                                ? settings.whole("stepsPerVariable") * variables
                                : settings.whole("steps", preset.localIterations()),
                        settings.number("gamma", preset.gamma()))
                .withCentring(centring(settings, preset.centring()))
                .withPenalties(penalty(settings, "rho1", preset.rho1()), penalty(settings, "rho2", preset.rho2()));
        return settings.has("threshold")
                ? changed.withNetworkRule(settings.number("threshold"), preset.voteRounds())
                : changed;
    }

    private static Centring centring(Settings settings, Centring preset) {
        return settings.has("no-centring") ? Centring.NONE : preset;
    }

    private static PenaltySchedule penalty(Settings settings, String name, PenaltySchedule preset) {
        return settings.has(name) ? PenaltySchedule.constant(settings.number(name)) : preset;
    }
}
