// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.operate.StudyReport;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog.LogEvent;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.queue.Need;
import io.hedgerow.samples.queue.QueuedStudy;
import io.hedgerow.samples.queue.QueuedStudy.State;
import io.hedgerow.samples.queue.StudyWork;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.internal.status.StudyStatus.KnownStudy;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.CoordinatorPort;
import io.hedgerow.transport.node.SignedPlan;
import java.io.IOException;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

/**
 * Runs several studies at one coordinator: expects their sites, runs each study, and shows its status page. Its runner
 * and its page look at it at a time.
 */
final class HostedStudies implements StudyWork, Supplier<List<KnownStudy>> {

    /** Studies that have ended and still have a page, which takes memory. */
    private static final int MOST_BOARDS = 20;

    private final CommandContext context;
    private final CoordinatorPort port;
    private final CoordinatorNode node;
    private final Map<String, State> expected = new HashMap<>();
    /** Studies that have ended and whose sites may have missed it: they run again, and stay expected. */
    private final Set<String> late = new HashSet<>();

    private final Map<String, Supplier<StudyStatus>> boards = new ConcurrentHashMap<>();
    private final Deque<String> ended = new ConcurrentLinkedDeque<>();
    private final Set<String> withoutResult = ConcurrentHashMap.newKeySet();
    private volatile List<QueuedStudy> seen = List.of();

    HostedStudies(CommandContext context, CoordinatorPort port, CoordinatorNode node) {
        this.context = context;
        this.port = port;
        this.node = node;
    }

    @Override
    public Set<String> look(List<QueuedStudy> all) {
        seen = List.copyOf(all);
        boolean known = true;
        for (QueuedStudy study : all) {
            boolean news = study.state() != expected.get(study.name());
            if (news && expects(study)) {
                expected.put(study.name(), study.state());
            } else if (news && study.state() != State.ENDED) {
                known = false; // its sites are not sent away because its plan cannot be read now
            }
        }
        if (known) {
            port.allExpected();
        } else {
            port.moreExpected();
        }
        Set<String> again = new HashSet<>(port.asked());
        again.removeIf(name -> expected.get(name) != State.ENDED);
        return again;
    }

    /**
     * Has sites of a study that may go on, or whose end one has missed, come again; false if its plan cannot be read.
     * It is looked at again then; and its turn comes, when what is wrong with it is noted.
     */
    private boolean expects(QueuedStudy study) {
        if (study.state() == State.CANCELLED) {
            port.forget(study.name());
            return true;
        }
        SignedPlan plan;
        try {
            plan = study.plan();
        } catch (RuntimeException e) {
            return false;
        }
        if (study.state() == State.QUEUED) {
            late.remove(study.name());
        }
        if (study.state() == State.ENDED && node.isTold(plan)) {
            port.forget(study.name());
        } else if (!late.contains(study.name())) {
            expect(plan); // runs of a study that has ended leave the waits of its sites
        }
        if (study.state() == State.ENDED) {
            late.add(study.name());
        }
        return true;
    }

    private void expect(SignedPlan plan) {
        try {
            port.expect(plan);
        } catch (IllegalArgumentException e) {
            // a study of another coordinator, whose sites are not awaited here; its turn says so
        }
    }

    @Override
    public void idle() {
        port.lookAtCredentials(text -> context.warn(LogEvent.of(CoordinatorWatch.ENDS, text)));
    }

    @Override
    public Optional<String> waitsFor(QueuedStudy study) {
        return Optional.empty();
    }

    @Override
    public boolean hasBegun(QueuedStudy study) {
        return node.mayHaveBegun(study.name());
    }

    @Override
    public Need need(QueuedStudy study) {
        SignedPlan plan = study.plan();
        return new Need(CoordinatorNode.mostWaiting(plan), plan.plan().sites().size());
    }

    @Override
    public String run(QueuedStudy study) throws IOException, InterruptedException {
        SignedPlan plan = study.plan();
        ended.remove(study.name());
        try (CoordinatorWatch watch = CoordinatorWatch.ofOneOfSeveral(context, plan.plan(), plan.method())) {
            boards.put(study.name(), watch.status());
            CoordinatorNode.Finished finished = node.run(plan, watch);
            NetworkResult result = StudyReport.result(plan.plan(), finished, Optional.empty());
            try (OutputDirectory directory = OutputDirectory.prepare(study.result())) {
                result.writeTo(directory);
            } catch (IOException e) {
                throw new UnwritableFileException(
                        FileReason.withPath(e) + "; the study has ended, and its result is written later", e);
            }
            if (result.exitCode() == ExitCode.OK || result.exitCode() == ExitCode.NOT_CONVERGED) {
                withoutResult.remove(study.name());
            } else {
                withoutResult.add(study.name());
            }
            return Words.dashed(finished.ended().state()) + ": "
                    + finished.ended().reason();
        } finally {
            ended.addLast(study.name());
            String oldest = ended.size() > MOST_BOARDS ? ended.pollFirst() : null;
            if (oldest != null) {
                boards.remove(oldest);
            }
        }
    }

    /** Whether no study has ended without a result since its last run. */
    boolean haveResults() {
        return withoutResult.isEmpty();
    }

    @Override
    public List<KnownStudy> get() {
        return seen.stream()
                .map(study -> new KnownStudy(
                        study.name(),
                        Words.dashed(study.state()),
                        study.reason(),
                        Optional.ofNullable(boards.get(study.name()))))
                .toList();
    }
}
