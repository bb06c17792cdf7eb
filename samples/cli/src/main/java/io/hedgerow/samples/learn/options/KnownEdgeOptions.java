// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.search.KnownEdges;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what is known of edges beforehand. */
final class KnownEdgeOptions {

    @Option(
            names = "--required",
            split = ",",
            paramLabel = "CAUSE->EFFECT",
            description = "An edge that is known to be there, in quotes: \"age->dose\". Separate several by "
                    + "commas, or repeat the option. For {METHODS:required}.")
    private List<String> required = new ArrayList<>();

    @Option(
            names = "--forbidden",
            split = ",",
            paramLabel = "CAUSE->EFFECT",
            description = "An edge that is known not to be there; its reverse may be. Written as for --required.")
    private List<String> forbidden = new ArrayList<>();

    @Option(
            names = "--tiers",
            paramLabel = "FILE",
            description = "YAML with one line, tiers: [[age, sex], [dose], [outcome]]: no edge leads to an "
                    + "earlier tier. A variable in no tier is free.")
    private @Nullable Path tiers;

    Optional<String> firstGiven() {
        return !required.isEmpty()
                ? Optional.of("--required")
                : !forbidden.isEmpty()
                        ? Optional.of("--forbidden")
                        : tiers != null ? Optional.of("--tiers") : Optional.empty();
    }

    /** Each of them, as a plan would write it. */
    List<Setting> settings() {
        KnownEdges known = known();
        String order =
                known.tiers().stream().map(tier -> String.join(", ", tier)).collect(Collectors.joining("; "));
        return List.of(
                Setting.of("--required", arrows(known.required()), "required"),
                Setting.of("--forbidden", arrows(known.forbidden()), "forbidden"),
                Setting.of("--tiers", order.isEmpty() ? null : order, "tiers"));
    }

    private static @Nullable String arrows(List<KnownEdges.Arrow> edges) {
        return edges.isEmpty()
                ? null
                : edges.stream().map(KnownEdges.Arrow::toString).collect(Collectors.joining(", "));
    }

    /**
     * What is known.
     *
     * @throws IllegalArgumentException when it is not written as it must be, or contradicts itself
     */
    KnownEdges known() {
        return KnownEdges.of(required, forbidden, tiers == null ? List.of() : KnownEdges.readTiers(tiers));
    }
}
