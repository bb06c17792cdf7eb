// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.study.options.HostOptions;
import io.hedgerow.samples.cli.study.options.RunnerOptions;
import io.hedgerow.samples.cli.study.options.ServiceOptions;
import io.hedgerow.samples.network.NetworkFiles;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.operate.FederationRun;
import io.hedgerow.samples.operate.StudyReport;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog.LogEvent;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.queue.Need;
import io.hedgerow.samples.queue.QueuedStudy;
import io.hedgerow.samples.queue.QueuedStudy.State;
import io.hedgerow.samples.queue.StudyRunner;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.internal.status.StudyStatus.KnownStudy;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.CoordinatorPort;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.security.SecurityNotices;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "hub",
        description = {
            "Coordinate several studies at one port: those that queue submit put into --studies, in their order.",
            "",
            "Sites dial in as to a coordinator of one study, also with site join of an earlier release. A site of a "
                    + "study that waits for its turn comes again by itself. A study that fails leaves the others "
                    + "alone, and goes on when it is submitted again.",
            "",
            "If it is killed, start it again with the same --studies and --data: the studies that ran go on with "
                    + "their current rounds, and no site computes or spends anything twice. Results are in the folder "
                    + "of each study. coordinator exclude and coordinator learn work with the same --data."
        })
public final class HubCommand extends SubCommand {

    private static final long MIB = 1L << 20;

    /** Studies that have ended and still have a page, which takes memory. */
    private static final int MOST_BOARDS = 20;

    @Mixin
    private RunnerOptions runner = new RunnerOptions(4);

    @Mixin
    private HostOptions host = new HostOptions();

    @Option(
            names = "--memory",
            paramLabel = "MIB",
            description = "Begin no study whose sites' messages might fill more mebibytes than this, together with "
                    + "those of the studies that run; default half of what Java may take.")
    private @Nullable Long memory;

    @Option(
            names = "--most",
            paramLabel = "N",
            description =
                    "Leave room for connections of N studies that wait or run, as --most of queue submit; default "
                            + "${DEFAULT-VALUE}.")
    private int most = QueueCommand.USUAL_MOST;

    @Override
    public Set<String> required() {
        return Set.of(HostOptions.IDENTITY);
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("Run the studies of a directory", "hub --studies studies --identity identity --data state"),
                new Example(
                        "For sites on other machines, two studies at a time, with pages",
                        "hub --studies studies --identity identity --data state --listen 0.0.0.0:7433 --at-once 2"
                                + " --status 8080"),
                new Example("As a service, with these options in a file", "hub --config hub.yaml"));
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        InetSocketAddress address = host.address();
        int atOnce = runner.atOnce();
        if (most < atOnce) {
            throw new IllegalArgumentException("--most must be at least --at-once, were " + most + " and " + atOnce);
        }
        if (memory != null && !(memory >= 1 && memory <= Long.MAX_VALUE / MIB)) {
            throw new IllegalArgumentException("--memory must be at least 1 MiB, was " + memory);
        }
        long bytes = memory == null ? Runtime.getRuntime().maxMemory() / 2 : memory * MIB;
        IdentityDirectory own = new IdentityDirectory(Objects.requireNonNull(host.identity()));
        CoordinatorNode node = host.node(own, context.clock());
        Optional<SecurityNotices> notices = host.service().securityNotices();
        try (CoordinatorPort port = CoordinatorPort.open(
                own,
                host.data(),
                address,
                atOnce,
                most,
                context.clock(),
                notice -> notices.ifPresent(open -> open.accept(notice)))) {
            notices.ifPresent(node::withSecurityNotices);
            Hosted hosted = new Hosted(context.withoutProgress(), port, node.listeningAt(port));
            Optional<StatusServer> probes = host.service().probes(context, Optional.empty(), Optional::empty);
            OptionalInt shown = host.page();
            Expiry ends = new Expiry(own, Duration.ZERO, context.clock());
            try (StatusServer page = shown.isEmpty()
                    ? null
                    : StatusServer.ofStudies(hosted, ends, NetworkFiles.PICTURE, shown.getAsInt())) {
                context.note(LogEvent.of("listening", "listening on port " + port.port()));
                if (page != null) {
                    context.note(LogEvent.of("status-page", FederationRun.PAGE + page.url()));
                }
                List<QueuedStudy> all =
                        runner.run(hosted, new Need(bytes, port.mostSites()), context.withoutProgress());
                return QueueCommand.ended(all, hosted.withoutResult.isEmpty());
            } finally {
                probes.ifPresent(StatusServer::close);
            }
        } finally {
            ServiceOptions.close(notices, context);
        }
    }

    /** The studies of this coordinator. Its runner and its page look at it at a time. */
    private static final class Hosted implements StudyRunner.Work, Supplier<List<KnownStudy>> {

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

        Hosted(CommandContext context, CoordinatorPort port, CoordinatorNode node) {
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
         * Has sites of a study that may go on, or whose end one has missed, come again; false if its plan cannot be
         * read. It is looked at again then; and its turn comes, when what is wrong with it is noted.
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
            return new Need(
                    CoordinatorNode.mostWaiting(plan), plan.plan().sites().size());
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
}
