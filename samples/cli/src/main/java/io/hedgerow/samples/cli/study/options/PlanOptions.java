// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study.options;

import io.hedgerow.transport.node.SignedPlan;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name the study plan and its roster. */
public final class PlanOptions {

    @Option(names = "--study", required = true, paramLabel = "FILE", description = "The plan, as officers signed it.")
    @SuppressWarnings("NullAway.Init") // required
    private Path study;

    @Option(
            names = "--roster",
            paramLabel = "FILE",
            description = "The roster of secure aggregation, as officers signed it.")
    private @Nullable Path roster;

    public Path study() {
        return study;
    }

    public Optional<Path> roster() {
        return Optional.ofNullable(roster);
    }

    public SignedPlan read() {
        return SignedPlan.read(study, roster());
    }
}
