// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.secure;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of secure aggregation. */
public final class SecureAggregationOptions {

    @Option(
            names = "--secure-aggregation",
            description = "Mask what sites send: the coordinator learns sums over sites and nothing else of them.")
    private boolean masked;

    @Option(
            names = "--dropouts",
            paramLabel = "P",
            description =
                    "With --secure-aggregation of exact sums, or of rounds under a budget: lose each site in each round"
                            + " with this probability, at a random step.")
    private @Nullable Double dropouts;

    @Option(
            names = "--colluding",
            paramLabel = "N",
            description =
                    "With --secure-aggregation: sites that may collude with the coordinator; default a third of the"
                            + " others, rounded down.")
    private @Nullable Integer colluding;

    @Option(
            names = "--trusted-coordinator",
            description =
                    "With --secure-aggregation: trust the coordinator to follow the protocol; one round trip less.")
    private boolean trusted;

    /** Whether losses of sites are simulated; they are drawn by the seed. */
    public boolean isLosing() {
        return dropouts != null;
    }

    /** The requested masks, with the seed of simulated losses. */
    public Optional<SecureAggregation> settings(long seed) {
        if (!masked) {
            String orphan = dropouts != null
                    ? "--dropouts"
                    : colluding != null ? "--colluding" : trusted ? "--trusted-coordinator" : "";
            if (!orphan.isEmpty()) {
                throw new IllegalArgumentException(orphan + " needs --secure-aggregation");
            }
            return Optional.empty();
        }
        return Optional.of(new SecureAggregation(
                colluding == null ? OptionalInt.empty() : OptionalInt.of(colluding),
                trusted,
                dropouts == null ? 0 : dropouts,
                seed));
    }
}
