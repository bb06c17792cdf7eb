package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.round.InsecurePlainUpload;
import io.hedgerow.core.simulation.InMemoryNetwork;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.solver.GramCentre;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.dp.solver.GramReleaseSolver;
import io.hedgerow.dp.solver.GramStudy;
import io.hedgerow.dp.solver.PrivateGram;
import io.hedgerow.dp.solver.PrivateGramSearch;
import io.hedgerow.dp.solver.PrivateNetwork;
import io.hedgerow.samples.learn.Learned;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One private release of second moments, and a search on what was released. */
final class PrivateMoments {

    private final PrivateRun run;
    private final PrivateSettings settings;
    private final VariableSchema schema;

    PrivateMoments(PrivateRun run, PrivateSettings settings, VariableSchema schema) {
        this.run = run;
        this.settings = settings;
        this.schema = schema;
    }

    Learned learn(String name) throws InterruptedException {
        GramOptions shared = options(0);
        GramStudy gram = new GramStudy(name, schema, run.sites().size(), shared, run.totalUnits(), Duration.ofHours(1));
        PrivateRun.Admitted admitted = run.admit(
                gram.study(), p -> new GramReleaseSolver(options(p)), () -> new InsecurePlainUpload(gram.study()));
        InMemoryNetwork network = new InMemoryNetwork(admitted.sessions(), Runnable::run);
        MeteredChannel channel = new MeteredChannel(network);
        PrivateGram released = gram.run(channel, new InsecurePlainUpload(gram.study()), System::nanoTime)
                .orElseThrow(() ->
                        network.firstFailure().orElseGet(() -> new IllegalStateException("a site did not answer")));
        PrivateGramSearch search =
                settings.ownUnits() ? PrivateGramSearch.ownUnits() : PrivateGramSearch.equalVariances();
        PrivateNetwork found = search.search(released);
        WeightMatrix edges =
                settings.threshold() > 0 ? found.network().threshold(settings.threshold()) : found.network();
        int d = schema.size();
        return new Learned(
                edges,
                Optional.of(found.confidence()),
                List.of(),
                channel.bytesUp(),
                channel.bytesDown(),
                (long) run.sites().size() * (d * (d + 1) / 2 + d) * Double.BYTES,
                "insecure-plain, noise added at the site",
                "dp-gram + least squares in the metric of the noise",
                run.report(
                        admitted,
                        Map.of(
                                "releaseMu", shared.mu(),
                                "matrixSigma", released.sigma())));
    }

    private GramOptions options(int site) {
        return options(settings, schema.size(), run.sites().get(site).units(), run.budget());
    }

    static GramOptions options(PrivateSettings settings, int variables, long units, PrivacyBudget budget) {
        List<Double> values = settings.publicCentre();
        GramCentre centre =
                switch (settings.centre()) {
                    case NONE -> GramCentre.none(variables);
                    case PUBLIC -> new GramCentre.Known(values == null ? List.of() : values);
                    case PRIVATE -> new GramCentre.PrivateMean();
                };
        return new GramOptions(
                variables,
                units,
                Adjacency.REPLACE_ONE,
                settings.smallestDeviation(),
                settings.largestDeviation(),
                settings.ownUnits(),
                centre,
                GramOptions.mu(budget));
    }
}
