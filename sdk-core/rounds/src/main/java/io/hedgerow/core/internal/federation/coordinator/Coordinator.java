// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.federation.consensus.ConsensusState;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Runs the rounds of a study. It sees sums over sites, never a site's parameters, as far as the aggregator's protection
 * goes; it waits for no site longer than the round's deadline; it ends in exactly one {@link StudyState} for any
 * messages of sites. A site whose update is malformed counts as failed for the round. One that does not answer keeps
 * its place for a few rounds, see {@link Update.Form}.
 *
 * <p>Every transition is in the journal before anything follows from it. A coordinator that is started with the journal
 * of a killed one computes from the recorded sums what that one had, bit for bit, and sends the task of the round in
 * progress again. With the journal of a study that has ended it returns the same result, and tells the sites again; one
 * that ended because too few sites answered goes on with that round, as long as sites come that were away. Not
 * thread-safe; one run per instance.
 */
public final class Coordinator {

    private final Study study;
    private final CoordinatorChannel channel;
    private final Aggregator aggregator;
    private final GlobalSolver solver;
    private final RoundObserver observer;
    private final Journal<CoordinatorRecord> journal;
    private final ReplyCollector collector;
    private boolean started;

    /**
     * A coordinator with a journal, {@link Journal#none} for one that is lost with its process. Its solver must be
     * deterministic; the observer also sees the journal's rounds. The clock, in nanoseconds, never goes back.
     */
    public Coordinator(
            Study study,
            CoordinatorChannel channel,
            Aggregator aggregator,
            GlobalSolver solver,
            RoundObserver observer,
            LongSupplier nanoTime,
            Journal<CoordinatorRecord> journal) {
        study.consensus(); // refuses a release of sums before a site is asked
        this.study = study;
        this.channel = channel;
        this.aggregator = aggregator;
        this.solver = solver;
        this.observer = observer;
        this.journal = journal;
        this.collector = new ReplyCollector(study, channel, aggregator, nanoTime);
    }

    /** Runs the study to its end, once. Nothing is sent that is not in the journal. */
    public StudyResult run() throws InterruptedException {
        if (started) {
            throw new IllegalStateException("a coordinator runs a study once: make another one");
        }
        started = true;
        CoordinatorRecord.Opened opened = new CoordinatorRecord.Opened(
                study.name(), study.digest(), solver.id(), aggregator.id(), List.copyOf(channel.sites()));
        RoundSums sums = new RoundSums(study, channel, collector, RoundLog.open(journal, opened));
        ConsensusState consensus = new ConsensusState(study, solver, aggregator.form());
        List<RoundReport> reports = new ArrayList<>();
        int rounds = study.rounds();
        StudyState state = StudyState.ROUNDS_COMPLETED;
        String reason = rounds == 1 ? "the one round was run" : "all " + rounds + " rounds were run";
        Payload change = Payload.empty();
        Set<SiteId> included = Set.of();
        for (int round = 0; round < rounds; round++) {
            Task task = new Task(study.name(), round, study.rho2(round), change, included);
            RoundSums.RoundSum outcome = sums.of(task);
            change = unchanged();
            if (outcome instanceof RoundSums.RoundSum.Missing missing) {
                state = missing.state();
                reason = missing.reason();
                break;
            }
            RoundSums.RoundSum.Formed sum = (RoundSums.RoundSum.Formed) outcome;
            Optional<ConsensusState.Step> next = consensus.advance(sum.aggregate());
            if (next.isEmpty()) {
                state = StudyState.DIVERGED;
                reason = "round " + round + " left the range of numbers that can be computed and sent";
                break;
            }
            ConsensusState.Step step = next.get();
            change = step.change();
            included = sum.aggregate().included();
            RoundReport report = report(sum.aggregate(), consensus, step, sum.bytesUp());
            reports.add(report);
            observer.roundEnded(report, consensus.sent());
            if (study.policy().convergence().isMet(step.acyclicity(), step.distance(), step.movement())) {
                state = StudyState.CONVERGED;
                reason = "the convergence rule was met in round " + round;
                break;
            }
        }
        sums.end(state, reason, change);
        return new StudyResult(state, reason, consensus.sent(), reports);
    }

    private Payload unchanged() {
        return new ChangeCodec(study.layout().size(), study.communication())
                .encode(SparseChange.of(new int[0], new double[0]));
    }

    private RoundReport report(Aggregate aggregate, ConsensusState consensus, ConsensusState.Step step, long bytesUp) {
        int round = aggregate.round();
        return new RoundReport(
                round,
                aggregate.included(),
                round == 0 ? OutlyingUpdates.of(aggregate) : Set.of(),
                new RoundReport.Consensus(
                        step.acyclicity(),
                        step.distance(),
                        step.movement(),
                        consensus.sent().nonZeros()),
                new RoundReport.Penalties(
                        consensus.alpha(), study.consensus().admm().rho1().at(round), study.rho2(round)),
                new PayloadBytes(
                        bytesUp, (long) step.change().size() * channel.sites().size()),
                step.evaluations());
    }

    /** The consensus W as the sites have it, not thresholded, with a report per completed round. */
    public record StudyResult(StudyState state, String reason, Parameters consensus, List<RoundReport> rounds) {
        public StudyResult {
            rounds = List.copyOf(rounds);
        }
    }
}
