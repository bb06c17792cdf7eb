// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.study.options.HostOptions;
import io.hedgerow.samples.cli.study.options.RunnerOptions;
import io.hedgerow.samples.cli.study.options.ServiceOptions;
import io.hedgerow.samples.network.NetworkFiles;
import io.hedgerow.samples.operate.FederationRun;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog.LogEvent;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.queue.Need;
import io.hedgerow.samples.queue.QueuedStudy;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.CoordinatorPort;
import io.hedgerow.transport.security.SecurityNotices;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
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
            HostedStudies hosted = new HostedStudies(context.withoutProgress(), port, node.listeningAt(port));
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
                return QueueCommand.ended(all, hosted.haveResults());
            } finally {
                probes.ifPresent(StatusServer::close);
            }
        } finally {
            ServiceOptions.close(notices, context);
        }
    }
}
