package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.StudyEndedException;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.ProtocolException;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.simulation.InMemoryNetwork;
import io.hedgerow.dp.method.PrivateSettings;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.dp.solver.GramReleaseSolver;
import io.hedgerow.dp.solver.GramStudy;
import io.hedgerow.dp.solver.PrivateGram;
import io.hedgerow.dp.solver.PrivateGramSearch;
import io.hedgerow.dp.solver.PrivateNetwork;
import io.hedgerow.samples.learn.Learned;
import io.hedgerow.samples.secure.MaskedRun;
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
        PrivateRun.Uploads uploads =
                run.uploads(gram.study(), masks -> MaskedRun.ofPrivateStatistics(masks, "private moments of " + name));
        PrivateRun.Admitted admitted =
                run.admit(gram.study(), p -> new GramReleaseSolver(options(p)), uploads.protection()::protector);
        InMemoryNetwork network = new InMemoryNetwork(admitted.sessions(), Runnable::run);
        MeteredChannel channel = new MeteredChannel(uploads.protection().line(network));
        PrivateGram released = gram.run(channel, uploads.protection().aggregator(), System::nanoTime)
                .orElseThrow(() -> network.firstFailure()
                        .filter(cause -> !(cause instanceof ProtocolException))
                        .orElseGet(() -> new StudyEndedException(StudyState.QUORUM_NOT_MET, 0)));
        PrivateGramSearch search =
                settings.ownUnits() ? PrivateGramSearch.ownUnits() : PrivateGramSearch.equalVariances();
        PrivateNetwork found = search.search(released);
        WeightMatrix edges =
                settings.threshold() > 0 ? found.network().threshold(settings.threshold()) : found.network();
        int d = schema.size();
        Learned learned = new Learned(
                edges,
                Optional.of(found.confidence()),
                List.of(),
                channel.bytesUp(),
                channel.bytesDown(),
                (long) run.sites().size() * (d * (d + 1) / 2 + d) * Double.BYTES,
                uploads.named(),
                "dp-gram + least squares in the metric of the noise",
                run.report(
                        admitted,
                        Map.of(
                                "releaseMu", shared.mu(),
                                "matrixSigma", released.sigma())));
        return uploads.reported(learned);
    }

    private GramOptions options(int site) {
        GramOptions own = run.units(site).ofMoments(settings, schema.size(), run.budget());
        // a statistic's sum is over all sites, so all but those that may collude certainly add their noise
        return run.masks()
                .map(masks -> own.withNoiseSharedBy(
                        masks.unknownInStatistic(run.sites().size())))
                .orElse(own);
    }
}
