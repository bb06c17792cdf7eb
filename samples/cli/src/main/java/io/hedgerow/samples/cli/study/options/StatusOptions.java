// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study.options;

import io.hedgerow.samples.operate.FederationRun;
import io.hedgerow.transport.internal.link.NodeAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a coordinator's status page: its address, and how long it stays open after the end. */
public final class StatusOptions {

    /** The longest time in seconds that the page stays open, so that the process of a forgotten window ends. */
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

    /** The requested page; a bad value is refused. */
    public Optional<FederationRun.Page> page() {
        long seconds = linger == null ? A_DAY : linger;
        requireLinger(seconds, linger == null || port != null);
        return Optional.ofNullable(port)
                .map(given -> new FederationRun.Page(NodeAddress.port("--status", given), seconds));
    }

    /** The page, at a free port unless one was requested. */
    public FederationRun.Page always() {
        if (port == null) {
            port = 0;
        }
        return page().orElseThrow();
    }

    /** Refuses a time for which no page can be kept. */
    public static void requireLinger(long seconds, boolean hasPage) {
        if (seconds < 0) {
            throw new IllegalArgumentException("--status-linger must be 0 or more seconds, was " + seconds);
        }
        if (seconds > 0 && !hasPage) {
            throw new IllegalArgumentException(
                    "--status-linger " + seconds + " keeps the status page: also give --status PORT");
        }
    }
}
