// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study.options;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.link.NodeAddress;
import io.hedgerow.transport.node.CoordinatorNode;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a coordinator: identity, directories, ports, status page and waiting times. */
public final class HostOptions {

    /** The option that only requests to a running coordinator can do without. */
    public static final String IDENTITY = "--identity";

    private static final Duration LONGEST_WAIT = Duration.ofDays(7);

    @Option(
            names = IDENTITY,
            paramLabel = "DIR",
            description = "The coordinator's keys and certificate, see enrol; plans must name this coordinator.")
    private @Nullable Path identity;

    @Option(
            names = "--data",
            required = true,
            paramLabel = "DIR",
            description = "The directory of what must survive a restart, for one study or several.")
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
            description = "Show each study on a page, as JSON and as metrics at this port of this machine; 0 takes "
                    + "a free one.")
    private @Nullable Integer status;

    @Option(
            names = "--home-wait",
            paramLabel = "SECONDS",
            description = "If a site that a study cannot go on without has lost its home, or was started with an "
                    + "older copy, end the study with that reason after this long; default ${DEFAULT-VALUE}, an hour.")
    private long homeWait = 3600;

    @Option(
            names = "--start-window",
            paramLabel = "SECONDS",
            description = "A new study waits this long for all sites to connect, then begins its first round, with the "
                    + "plan's deadline; 0 begins at once. Default the plan's deadline.")
    private @Nullable Long startWindow;

    @Mixin
    private PassphraseOptions passphrase = new PassphraseOptions();

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    public @Nullable Path identity() {
        return identity;
    }

    public Path data() {
        return data;
    }

    public ServiceOptions service() {
        return service;
    }

    /** Where sites dial in; a value that is no address is refused. */
    public InetSocketAddress address() {
        return NodeAddress.parse("--listen", listen, 0);
    }

    /** The port of the pages, if they were requested. */
    public OptionalInt page() {
        return status == null ? OptionalInt.empty() : OptionalInt.of(NodeAddress.port("--status", status));
    }

    /** A coordinator with these keys, which waits as long as was requested; it does not listen yet. */
    public CoordinatorNode node(IdentityDirectory own, InstantSource clock) {
        CoordinatorNode node = new CoordinatorNode(own, data, clock)
                .withPassphrase(passphrase.typed(own.signingKey()))
                .withHomeWait(wait("--home-wait", homeWait));
        return startWindow == null ? node : node.withStartWindow(wait("--start-window", startWindow));
    }

    private static Duration wait(String option, long seconds) {
        if (seconds < 0 || seconds > LONGEST_WAIT.toSeconds()) {
            throw new IllegalArgumentException(
                    option + " must be from 0 to " + LONGEST_WAIT.toSeconds() + " s, a week, was " + seconds);
        }
        return Duration.ofSeconds(seconds);
    }
}
