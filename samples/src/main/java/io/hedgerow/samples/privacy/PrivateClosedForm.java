package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.MajorityVote;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.method.MethodSettings;
import io.hedgerow.core.model.Centring;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.round.PenaltySchedule;
import io.hedgerow.core.round.PublishedCost;
import io.hedgerow.core.round.RoundObserver;
import io.hedgerow.core.round.RoundPolicy;
import io.hedgerow.core.round.Study;
import io.hedgerow.core.round.StudyResult;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.dp.solver.NoisyGramSolver;
import io.hedgerow.samples.learn.Learned;
import io.hedgerow.samples.secure.MaskedRun;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** DP-Fed-BNSL in one process: one noisy matrix per site, the closed form on it in every round. */
final class PrivateClosedForm {

    /** Smallest eigenvalue of a noisy matrix after repair, as a share of the mean of the positive ones. */
    private static final double LEAST_EIGENVALUE = 0.01;

    private static final int VOTE_ROUNDS = 20;

    private final PrivateRun run;
    private final PrivateSettings settings;
    private final VariableSchema schema;

    PrivateClosedForm(PrivateRun run, PrivateSettings settings, VariableSchema schema) {
        this.run = run;
        this.settings = settings;
        this.schema = schema;
    }

    Learned learn(String name, RoundObserver observer) throws InterruptedException {
        int sites = run.sites().size();
        MethodSettings method = FederatedMethod.FED_BNSL
                .recommended(schema.size(), sites)
                .withLambda(settings.lambda())
                .withPenalties(PenaltySchedule.constant(settings.rho1()), PenaltySchedule.constant(settings.rho2()))
                .withRounds(settings.rounds())
                .withCentring(Centring.NONE);
        Study study = FederatedMethod.FED_BNSL.study(
                name,
                schema,
                method,
                0,
                sites,
                new RoundPolicy(run.quorum(), Duration.ofHours(1), RoundPolicy.Convergence.never()));
        PrivateRun.Uploads uploads = run.uploads(study, MaskedRun::ofChanges);
        PrivateRun.Admitted admitted = run.admit(study, this::solver, uploads.protection()::protector);
        MajorityVote vote =
                new MajorityVote(schema.size(), Math.min(VOTE_ROUNDS, settings.rounds()), settings.threshold());
        StudyResult result = new InProcessStudy(
                        study, admitted.sessions(), uploads.protection().aggregator())
                .over(uploads.protection()::line)
                .run((report, consensus) -> {
                    vote.add(study.layout().edgeWeights(consensus));
                    observer.roundEnded(report, consensus);
                });
        return uploads.reported(new Learned(
                vote.network().dag().weights(),
                Optional.of(vote.frequencies()),
                result.rounds(),
                result.bytesUp(),
                result.bytesDown(),
                PublishedCost.dense(schema.size(), result.rounds().size(), sites),
                uploads.named(),
                "dp-fed-bnsl + " + result.provenance().globalSolver(),
                run.report(admitted, Map.of("releaseMu", options(0).mu(), "rowNormBound", settings.clip()))));
    }

    private NoisyGramSolver solver(int site) {
        return new NoisyGramSolver(options(site), settings.clip(), LEAST_EIGENVALUE, Diagonal.FREE);
    }

    private GramOptions options(int site) {
        return PrivateMoments.options(settings, schema.size(), run.units(site), run.budget());
    }
}
