// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.RoundPolicy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The terms that determine what a study computes. All of it is public, and the same at every site and at the
 * coordinator: a plan that officers signed says it, or the options of a command, or a program.
 *
 * @param name of the study
 * @param schema the variables
 * @param sites in order
 * @param rounds the largest number of rounds
 * @param policy quorum and deadline
 * @param method its name, such as {@code fed-sparse}
 * @param parameters of the method, by name; what is not named has its default
 * @param promise the privacy promise; empty for methods without a guarantee
 * @param noiseSharedBy behind masks, the number of sites whose noise in a sum over all is unknown to an observer; empty
 *     for plain uploads
 */
public record StudyTerms(
        String name,
        VariableSchema schema,
        List<SiteId> sites,
        int rounds,
        RoundPolicy policy,
        String method,
        Map<String, String> parameters,
        Optional<PrivacyPromise> promise,
        OptionalInt noiseSharedBy) {
    public StudyTerms {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(schema, "schema");
        sites = List.copyOf(sites);
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(method, "method");
        parameters = Map.copyOf(parameters);
        Objects.requireNonNull(promise, "promise");
        Objects.requireNonNull(noiseSharedBy, "noiseSharedBy");
    }

    /** {@return whether uploads of single sites are hidden, by masks} */
    public boolean isMasked() {
        return noiseSharedBy.isPresent();
    }

    /** {@return the common terms of the study, whatever its method} */
    public Agreement agreement() {
        return new Agreement(name, schema, sites, policy, noiseSharedBy);
    }

    /**
     * Refuses a quorum of fewer than all sites where sites share noise: without one of them there is too little noise.
     *
     * @throws IllegalArgumentException when uploads are masked and the quorum is not all sites
     */
    public void requireAllSitesIfMasked() {
        if (isMasked()) {
            requireAllSites();
        }
    }

    /**
     * Refuses a quorum of fewer than all sites: a sum over fewer is another statistic than the agreed one.
     *
     * @throws IllegalArgumentException when the quorum is not all sites
     */
    public void requireAllSites() {
        if (policy.quorum() != sites.size()) {
            throw new IllegalArgumentException("algorithm " + method
                    + " releases one sum over all sites and ends without one that is missing, the plan has quorum "
                    + policy.quorum() + " of " + sites.size() + ": write quorum: " + sites.size());
        }
    }
}
