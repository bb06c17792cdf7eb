// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study.options;

import io.hedgerow.samples.cli.command.OptionsFile;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.EventLog.LogEvent;
import io.hedgerow.transport.internal.link.NodeAddress;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.security.SecurityNotices;
import io.hedgerow.transport.study.StudyPlan;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every long-running process: options file, log, security notices and probes. */
public final class ServiceOptions {

    /** Only for what takes part in a study. */
    public static final List<String> OF_A_RUN = List.of("--probes", "--security-notices", "--security-notices-ca");

    private static final String SYSLOG = "syslog://";

    @Option(
            names = OptionsFile.OPTION,
            paramLabel = "FILE",
            description = "Read options from FILE, YAML with one line per option: its name without dashes and "
                    + "its value, such as 'study: study.yaml', or true if it takes no value. The command line wins.")
    @SuppressWarnings("UnusedVariable") // read before the parser reads the others, see OptionsFile
    private @Nullable Path config;

    @Option(
            names = SubCommand.LOG_FORMAT,
            paramLabel = "FORMAT",
            description = "Notes, warnings and errors on standard error as ${COMPLETION-CANDIDATES}; default text. json"
                    + " is one object in each line, with rounds, too.")
    @SuppressWarnings("UnusedVariable") // every command looks for it, see SubCommand
    private EventLog.Format logFormat = EventLog.Format.TEXT;

    @Option(
            names = "--security-notices",
            paramLabel = "TO",
            description = "Write security notices, one line of JSON each and without data, to TO: a file,"
                    + " syslog://HOST:PORT (over TLS, usually port 6514), or stdout, before the result. Default none.")
    private @Nullable String notices;

    @Option(
            names = "--security-notices-ca",
            paramLabel = "FILE",
            description = "The certificates of the syslog receiver's authority, in PEM form.")
    private @Nullable Path authority;

    /** Where security notices go; a value that cannot be used is refused. */
    public Optional<SecurityNotices> securityNotices() {
        boolean syslog = notices != null && notices.startsWith(SYSLOG);
        if (syslog != (authority != null)) {
            throw new IllegalArgumentException(
                    syslog
                            ? "a syslog receiver is only trusted by its authority: give --security-notices-ca FILE"
                            : "--security-notices-ca is for a syslog receiver: give --security-notices " + SYSLOG
                                    + "HOST:PORT, or leave it out");
        }
        if (notices == null) {
            return Optional.empty();
        }
        if (notices.equals("stdout")) {
            return Optional.of(SecurityNotices.toStream(new FileOutputStream(FileDescriptor.out)));
        }
        if (authority == null) {
            return Optional.of(SecurityNotices.toFile(Path.of(notices)));
        }
        InetSocketAddress receiver = NodeAddress.parse("--security-notices", notices.substring(SYSLOG.length()), 1);
        return Optional.of(SecurityNotices.toSyslog(receiver.getHostString(), receiver.getPort(), authority));
    }

    /** Delivers what waits, and warns of what could not be delivered. */
    public static void close(Optional<SecurityNotices> notices, CommandContext context) {
        notices.ifPresent(open -> {
            open.close();
            if (open.lost() > 0) {
                context.warn(LogEvent.of(
                        "security-notices-lost",
                        "security notices that could not be delivered: " + open.lost()
                                + "; the ledger and the security log have what they must"));
            }
        });
    }

    @Option(
            names = "--probes",
            paramLabel = "HOST:PORT",
            description = "Answer GET /healthz and /readyz here, for a cluster's probes, without TLS; they"
                    + " say whether the process works and whether the study goes on, and nothing else. Default none."
                    + " Port 0 takes a free one.")
    private @Nullable String probes;

    /** The answers for a cluster's probes, if they were requested; with the plan of a process that has one study. */
    public Optional<StatusServer> probes(
            CommandContext context, Optional<StudyPlan> plan, Supplier<Optional<String>> notReady) {
        if (probes == null) {
            return Optional.empty();
        }
        StatusServer server = StatusServer.probes(notReady, NodeAddress.parse("--probes", probes, 0));
        LogEvent event = LogEvent.of("probes", "probes are answered at " + server.url() + "healthz and readyz");
        context.note(plan.map(one -> event.ofStudy(one.name())).orElse(event));
        return Optional.of(server);
    }
}
