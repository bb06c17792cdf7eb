package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.federation.StudyResult;
import io.hedgerow.core.method.NetworkOfRounds;
import io.hedgerow.core.protocol.PublishedCost;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.dp.method.GreedyRounds;
import io.hedgerow.dp.method.PrivateSettings;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.solver.GreedyOptions;
import io.hedgerow.dp.solver.ProtectedUnits;
import io.hedgerow.dp.solver.RowCentre;
import io.hedgerow.dp.solver.Smoothness;
import io.hedgerow.samples.learn.Learned;
import io.hedgerow.samples.secure.MaskedRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** DP-Fed-Sparse-BNSL in one process. */
final class PrivateGreedy {

    private final PrivateRun run;
    private final VariableSchema schema;
    private final SharedAccounting accounting;
    private final GreedyRounds rounds;

    PrivateGreedy(PrivateRun run, PrivateSettings settings, VariableSchema schema, SharedAccounting accounting) {
        this.accounting = accounting;
        this.run = run;
        this.schema = schema;
        this.rounds = new GreedyRounds(settings);
    }

    Learned learn(String name, RoundObserver observer) throws InterruptedException {
        int d = schema.size();
        int sites = run.sites().size();
        Study study = rounds.study(
                name,
                schema,
                sites,
                new RoundPolicy(run.quorum(), Duration.ofHours(1), RoundPolicy.Convergence.never()),
                run.masks().isPresent());
        GreedyOptions fitted = rounds.fit(d, units(0), run.budget(), accounting);
        List<GreedyOptions> options = IntStream.range(0, sites)
                .mapToObj(p -> new GreedyOptions(
                        units(p), fitted.steps(), fitted.cost(), fitted.smoothness(), fitted.centre()))
                .toList();
        PrivateRun.Uploads uploads = run.uploads(study, MaskedRun::ofChangesWithOwnNoise);
        PrivateRun.Admitted admitted =
                run.admit(study, p -> rounds.solver(options.get(p)), uploads.protection()::protector);
        NetworkOfRounds network = rounds.network(study);
        InProcessStudy inProcess = new InProcessStudy(
                        study, admitted.sessions(), uploads.protection().aggregator(), rounds.coordinator(study))
                .over(uploads.protection()::line);
        StudyResult result = inProcess.run(network.and(observer));
        long support =
                result.rounds().stream().mapToLong(RoundReport::supportSize).sum();
        return uploads.reported(new Learned(
                network.network(),
                network.confidence(),
                result.rounds(),
                result.bytesUp(),
                result.bytesDown(),
                PublishedCost.sparse(d, inProcess.uploadedCoefficients(), support, sites),
                uploads.named(),
                admitted.plans().get(0).solver() + " + " + result.provenance().globalSolver(),
                run.report(admitted, noise(fitted))));
    }

    private ProtectedUnits units(int site) {
        return run.units(site).ofSteps();
    }

    static Map<String, Double> noise(GreedyOptions options) {
        Map<String, Double> noise = new TreeMap<>();
        noise.put("stepSelectionRange", options.cost().selectionRange());
        noise.put("stepMu", options.cost().mu());
        if (options.smoothness() instanceof Smoothness.PrivateMoments moments) {
            noise.put("scalesMu", moments.mu());
        }
        if (options.centre() instanceof RowCentre.PrivateMean mean) {
            noise.put("meanMu", mean.mu());
        }
        return noise;
    }
}
