// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.operate.FederationRun;
import io.hedgerow.samples.operate.StudyReport;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.LogEvent;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.queue.QueuedStudy;
import io.hedgerow.samples.queue.QueuedStudy.State;
import io.hedgerow.samples.queue.StudyQueue;
import io.hedgerow.samples.queue.StudyRunner;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.link.NodeAddress;
import io.hedgerow.transport.internal.status.KnownStudy;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.CoordinatorPort;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.security.SecurityNotices;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hedgerow hub}: runs the coordinators of several studies in one process. */
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

    @Option(
            names = "--studies",
            required = true,
            paramLabel = "DIR",
            description = "The directory of the studies, see queue.")
    @SuppressWarnings("NullAway.Init") // required
    private Path studies;

    @Option(
            names = "--identity",
            required = true,
            paramLabel = "DIR",
            description = "The coordinator's keys and certificate, see enrol; the plans must name this coordinator.")
    @SuppressWarnings("NullAway.Init") // required
    private Path identity;

    @Option(
            names = "--data",
            required = true,
            paramLabel = "DIR",
            description = "The directory of what must survive a restart, for all studies.")
    @SuppressWarnings("NullAway.Init") // required
    private Path data;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where sites dial in; default ${DEFAULT-VALUE}. Port 0 takes a free one.")
    private String listen = "127.0.0.1:7433";

    @Option(
            names = "--status",
            paramLabel = "PORT",
            description = "Show the studies on pages, as JSON and as metrics at this port of this machine; 0 takes a "
                    + "free one.")
    private @Nullable Integer status;

    @Option(
            names = "--at-once",
            paramLabel = "N",
            description = "Run at most N studies at a time; default ${DEFAULT-VALUE}. The others wait in their order.")
    private int atOnce = 4;

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

    @Option(
            names = "--start-window",
            paramLabel = "SECONDS",
            description = "A new study waits this long for all sites to connect, then begins its first round, with the "
                    + "plan's deadline; 0 begins at once. Default the plan's deadline.")
    private @Nullable Long startWindow;

    @Option(
            names = "--home-wait",
            paramLabel = "SECONDS",
            description = "If a site that a study cannot go on without has lost its home, or was started with an "
                    + "older copy, end the study with that reason after this long; default ${DEFAULT-VALUE}, an hour.")
    private long homeWait = 3600;

    @Option(
            names = "--once",
            description = "End when no study waits or runs any more; exit code 7 if one has no result. Without it the "
                    + "hub waits for further studies until Ctrl-C.")
    private boolean once;

    @Mixin
    private PassphraseOptions passphrase = new PassphraseOptions();

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Override
    public EventLog.Format logFormat() {
        return service.logFormat();
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
        InetSocketAddress address = NodeAddress.parse("--listen", listen, 0);
        requireSeconds("--home-wait", homeWait);
        if (startWindow != null) {
            requireSeconds("--start-window", startWindow);
        }
        if (!(atOnce >= 1 && most >= atOnce)) {
            throw new IllegalArgumentException(
                    "--at-once must be at least 1 study and at most --most, were " + atOnce + " and " + most);
        }
        if (memory != null && !(memory >= 1 && memory <= Long.MAX_VALUE / MIB)) {
            throw new IllegalArgumentException("--memory must be at least 1 MiB, was " + memory);
        }
        long bytes = memory == null ? Runtime.getRuntime().maxMemory() / 2 : memory * MIB;
        IdentityDirectory own = new IdentityDirectory(identity);
        Optional<SecurityNotices> notices = service.securityNotices();
        try (CoordinatorPort port = CoordinatorPort.open(
                own,
                data,
                address,
                atOnce,
                most,
                context.clock(),
                notice -> notices.ifPresent(open -> open.accept(notice)))) {
            CoordinatorNode node = node(own, port, context);
            notices.ifPresent(node::withSecurityNotices);
            Hosted hosted = new Hosted(context.withoutProgress(), port, node);
            Optional<StatusServer> probes = service.probes(context, Optional.empty(), Optional::empty);
            try (StatusServer page =
                    status == null ? null : StatusServer.ofStudies(hosted, NodeAddress.port("--status", status))) {
                context.note(LogEvent.of("listening", "listening on port " + port.port()));
                if (page != null) {
                    context.note(LogEvent.of("status-page", FederationRun.PAGE + page.url()));
                }
                List<QueuedStudy> all = new StudyRunner(
                                new StudyQueue(studies),
                                hosted,
                                new StudyRunner.Limits(atOnce, bytes),
                                context.withoutProgress())
                        .run(once);
                boolean well =
                        all.stream().allMatch(study -> study.state() == State.ENDED) && hosted.withoutResult.isEmpty();
                return QueueCommand.report(all).endingWith(well ? ExitCode.OK : ExitCode.STUDY_ENDED);
            } finally {
                probes.ifPresent(StatusServer::close);
            }
        } finally {
            ServiceOptions.close(notices, context);
        }
    }

    static void requireSeconds(String option, long seconds) {
        long week = Duration.ofDays(7).toSeconds();
        if (seconds < 0 || seconds > week) {
            throw new IllegalArgumentException(option + " must be from 0 to " + week + " s, a week, was " + seconds);
        }
    }

    private CoordinatorNode node(IdentityDirectory own, CoordinatorPort port, CommandContext context) {
        CoordinatorNode node = new CoordinatorNode(own, data, context.clock())
                .listeningAt(port)
                .withPassphrase(passphrase.typed(own.signingKey()))
                .withHomeWait(Duration.ofSeconds(homeWait));
        return startWindow == null ? node : node.withStartWindow(Duration.ofSeconds(startWindow));
    }

    /** The studies of this coordinator. Its runner and its page look at it at a time. */
    private static final class Hosted implements StudyRunner.Work, Supplier<List<KnownStudy>> {

        private final CommandContext context;
        private final CoordinatorPort port;
        private final CoordinatorNode node;
        private final Map<String, State> expected = new HashMap<>();
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
            for (QueuedStudy study : all) {
                if (study.state() != expected.put(study.name(), study.state())) {
                    expect(study);
                }
            }
            Set<String> again = new HashSet<>(port.asked());
            again.removeIf(name -> expected.get(name) != State.ENDED);
            return again;
        }

        /** The sites of a study that may go on, or whose end somebody has missed, come again by themselves. */
        private void expect(QueuedStudy study) {
            try {
                SignedPlan plan = study.plan();
                boolean over = study.state() == State.CANCELLED || (study.state() == State.ENDED && node.isTold(plan));
                if (over) {
                    port.forget(study.name());
                } else {
                    port.expect(plan);
                }
            } catch (RuntimeException e) {
                // its turn comes, and what is wrong with it is noted then
            }
        }

        @Override
        public Optional<String> waitsFor(QueuedStudy study) {
            return Optional.empty();
        }

        @Override
        public long bytes(QueuedStudy study) {
            return CoordinatorNode.mostWaiting(study.plan());
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
