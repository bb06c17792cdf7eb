// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.samples.cli.command.OptionsFile;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.LogEvent;
import io.hedgerow.transport.internal.link.NodeAddress;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

final class ServiceOptions {

    @Option(
            names = OptionsFile.OPTION,
            paramLabel = "FILE",
            description = "Read options from FILE, YAML with one line per option: its name without dashes and "
                    + "its value, such as 'study: study.yaml', or true if it takes no value. The command line wins.")
    @SuppressWarnings("UnusedVariable") // read before the parser reads the others, see OptionsFile
    private @Nullable Path config;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            description = "Notes, warnings and errors on standard error as ${COMPLETION-CANDIDATES}; default text. json"
                    + " is one object in each line, with rounds, too.")
    private EventLog.Format logFormat = EventLog.Format.TEXT;

    @Option(
            names = "--probes",
            paramLabel = "HOST:PORT",
            description = "start, join: answer GET /healthz and /readyz here, for a cluster's probes, without TLS; they"
                    + " say whether the process works and whether the study goes on, and nothing else. Default none."
                    + " Port 0 takes a free one.")
    private @Nullable String probes;

    /** The answers for a cluster's probes, if they were requested. */
    Optional<StatusServer> probes(CommandContext context, StudyPlan plan, Supplier<Optional<String>> notReady) {
        if (probes == null) {
            return Optional.empty();
        }
        StatusServer server = StatusServer.probes(notReady, NodeAddress.parse("--probes", probes, 0));
        context.note(LogEvent.of("probes", "probes are answered at " + server.url() + "healthz and readyz")
                .ofStudy(plan.name()));
        return Optional.of(server);
    }

    EventLog.Format logFormat() {
        return logFormat;
    }
}
