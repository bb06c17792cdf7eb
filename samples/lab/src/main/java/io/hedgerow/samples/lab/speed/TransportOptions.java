// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.speed;

import io.hedgerow.samples.lab.table.NumberList;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Option;

/** What the measurement of the wire alone is told. */
public final class TransportOptions {

    @Option(
            names = "--bytes",
            paramLabel = "LIST",
            description = "transport: sizes of messages, both ways; default ${DEFAULT-VALUE}.")
    private String messageBytes = "1000,10000,80000";

    @Option(
            names = "--idle",
            paramLabel = "SECONDS",
            description = "transport: how long all sites stay connected and silent before the measured rounds, to see"
                    + " what that takes; 0 to 86400, default ${DEFAULT-VALUE}.")
    private int idle;

    /**
     * The measurement.
     *
     * @throws IllegalArgumentException when a number is outside its range
     */
    public TransportTable table(int sites, int warmUps, int rounds, Path directory) {
        return new TransportTable(
                NumberList.parse("--bytes", messageBytes, 1),
                sites,
                warmUps,
                rounds,
                Duration.ofSeconds(idle),
                directory);
    }
}
