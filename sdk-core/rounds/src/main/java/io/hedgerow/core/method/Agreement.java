// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.RoundPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * The common terms of a study, whatever its method.
 *
 * @param name of the study
 * @param schema the variables
 * @param sites in order
 * @param policy quorum and deadline
 * @param noiseSharedBy behind masks, the number of sites whose noise in a sum over all is unknown to an observer; empty
 *     for plain uploads
 */
public record Agreement(
        String name, VariableSchema schema, List<SiteId> sites, RoundPolicy policy, OptionalInt noiseSharedBy) {

    private static final Duration DEADLINE = Duration.ofHours(1);

    public Agreement {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(schema, "schema");
        sites = List.copyOf(sites);
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(noiseSharedBy, "noiseSharedBy");
    }

    /**
     * {@return a study in this process: sites with the names of {@link SiteId#numbered}, no convergence rule and a long
     * deadline}
     *
     * @param name of the study
     * @param schema the variables
     * @param sites P
     * @param uploads the protection of uploads, which decides how many may be lost
     * @throws IllegalArgumentException when the sites are too few for the protection
     */
    public static Agreement inProcess(String name, VariableSchema schema, int sites, UploadProtection uploads) {
        return new Agreement(
                name,
                schema,
                SiteId.numbered(sites),
                new RoundPolicy(uploads.quorum(sites), DEADLINE, RoundPolicy.Convergence.never()),
                uploads.noiseSharedBy(sites));
    }

    /** {@return whether uploads of single sites are hidden, by masks} */
    public boolean isMasked() {
        return noiseSharedBy.isPresent();
    }
}
