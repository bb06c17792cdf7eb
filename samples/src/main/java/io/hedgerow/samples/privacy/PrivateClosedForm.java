package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.StudyResult;
import io.hedgerow.core.method.NetworkOfRounds;
import io.hedgerow.core.protocol.PublishedCost;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.dp.method.ClosedFormRounds;
import io.hedgerow.dp.method.PrivateSettings;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.samples.learn.Learned;
import io.hedgerow.samples.secure.MaskedRun;
import java.time.Duration;
import java.util.Map;

/** DP-Fed-BNSL in one process. */
final class PrivateClosedForm {

    private final PrivateRun run;
    private final PrivateSettings settings;
    private final VariableSchema schema;
    private final ClosedFormRounds rounds;

    PrivateClosedForm(PrivateRun run, PrivateSettings settings, VariableSchema schema) {
        this.run = run;
        this.settings = settings;
        this.schema = schema;
        this.rounds = new ClosedFormRounds(settings);
    }

    Learned learn(String name, RoundObserver observer) throws InterruptedException {
        int sites = run.sites().size();
        Study study = rounds.study(
                name,
                schema,
                sites,
                new RoundPolicy(run.quorum(), Duration.ofHours(1), RoundPolicy.Convergence.never()),
                run.masks().isPresent());
        PrivateRun.Uploads uploads = run.uploads(study, MaskedRun::ofChangesWithOwnNoise);
        PrivateRun.Admitted admitted =
                run.admit(study, p -> rounds.solver(options(p)), uploads.protection()::protector);
        NetworkOfRounds network = rounds.network(study);
        StudyResult result = new InProcessStudy(
                        study, admitted.sessions(), uploads.protection().aggregator(), rounds.coordinator(study))
                .over(uploads.protection()::line)
                .run(network.and(observer));
        return uploads.reported(new Learned(
                network.network(),
                network.confidence(),
                result.rounds(),
                result.bytesUp(),
                result.bytesDown(),
                PublishedCost.dense(schema.size(), result.rounds().size(), sites),
                uploads.named(),
                "dp-fed-bnsl + " + result.provenance().globalSolver(),
                run.report(admitted, Map.of("releaseMu", options(0).mu(), "rowNormBound", settings.clip()))));
    }

    private GramOptions options(int site) {
        return run.units(site).ofMoments(settings, schema.size(), run.budget());
    }
}
