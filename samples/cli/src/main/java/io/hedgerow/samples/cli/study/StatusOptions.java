// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.samples.operate.FederationRun;
import io.hedgerow.transport.internal.link.NodeAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the coordinator of a study on this machine shows it, and for how long after its end. */
final class StatusOptions {

    /** As long as somebody looks at it, but a process of a forgotten window ends. */
    private static final long A_DAY = Duration.ofDays(1).toSeconds();

    @Option(
            names = "--status",
            arity = "0..1",
            fallbackValue = "0",
            paramLabel = "PORT",
            description =
                    "Show the study on a page of its coordinator, also after its end; without PORT at a free one.")
    private @Nullable Integer port;

    @Option(
            names = "--status-linger",
            paramLabel = "SECONDS",
            description = "Keep the page this long after the end; default until Ctrl-C, at most a day.")
    private @Nullable Long linger;

    StatusOptions() {}

    /** The page that was asked for; a bad value is refused. */
    Optional<FederationRun.Page> page() {
        long seconds = linger == null ? A_DAY : linger;
        requireLinger(seconds, linger == null ? Integer.valueOf(0) : port);
        return Optional.ofNullable(port)
                .map(given -> new FederationRun.Page(NodeAddress.port("--status", given), seconds));
    }

    /** A page always, at a free port unless one was asked for. */
    FederationRun.Page always() {
        if (port == null) {
            port = 0;
        }
        return page().orElseThrow();
    }

    static void requireLinger(long seconds, @Nullable Integer port) {
        if (seconds < 0) {
            throw new IllegalArgumentException("--status-linger must be 0 or more seconds, was " + seconds);
        }
        if (seconds > 0 && port == null) {
            throw new IllegalArgumentException(
                    "--status-linger " + seconds + " keeps the status page: also give --status PORT");
        }
    }
}
