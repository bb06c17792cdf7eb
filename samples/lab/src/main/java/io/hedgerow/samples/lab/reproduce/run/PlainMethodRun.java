// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.Map;
import java.util.Optional;

/** Makes a method without a guarantee from settings, and runs it. */
public final class PlainMethodRun {

    /** Of an item, by the parameter that says the same. */
    private static final Map<String, String> PARAMETERS = Map.ofEntries(
            Map.entry("preset", "preset"),
            Map.entry("lambda", "lambda"),
            Map.entry("lambda-w", "lambda-w"),
            Map.entry("lambda-a", "lambda-a"),
            Map.entry("threshold", "threshold"),
            Map.entry("threshold-a", "threshold-a"),
            Map.entry("rho1", "rho1"),
            Map.entry("rho2", "rho2"),
            Map.entry("gamma", "gamma"),
            Map.entry("mu", "mu"),
            Map.entry("participants", "participants"),
            Map.entry("no-centring", "no-centring"),
            Map.entry("steps", "local-iterations"),
            Map.entry("alone", "no-pairs"),
            Map.entry("sharing", "personal"));

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
        if (settings.has("no-centring") && !algorithm.takes("no-centring")) { // it would be centred in silence
            throw new IllegalArgumentException(
                    "no-centring does not apply to algorithm " + algorithm.name() + ": leave it out");
        }
        NamedMethod method = Method.named(algorithm.name());
        for (Map.Entry<String, String> parameter : PARAMETERS.entrySet()) {
            if (settings.has(parameter.getKey()) && algorithm.takes(parameter.getValue())) {
                method = method.with(parameter.getValue(), settings.text(parameter.getKey()));
            }
        }
        int steps = settings.whole("stepsPerVariable", 0) * schema.size();
        if (steps > 0 && algorithm.takes("local-iterations")) {
            method = method.with("local-iterations", Integer.toString(steps));
        }
        Agreement agreement = Agreement.inProcess("reproduce", schema, sites, UploadProtection.insecurePlain());
        NamedMethod usual = method.inUsualRounds(agreement, algorithm.catalogue());
        return new LearnSettings(algorithm, usual.withRounds(settings.whole("rounds", usual.rounds())));
    }
}
