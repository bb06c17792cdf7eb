// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.protocol.SiteId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reports how a network was learned: method, settings, rounds, and bytes sent.
 *
 * @param provenance the method and its settings
 * @param rounds one report per round; empty without rounds
 * @param bytes of all sites
 * @param publishedBytes bytes by the papers' formula
 * @param outlying sites whose only update stands out from the others; those of rounds are in their reports
 * @param noise scales of noise that are known at the end only, by name
 * @param notes reasons to doubt the network, one line each
 */
public record RunReport(
        Provenance provenance,
        List<RoundReport> rounds,
        PayloadBytes bytes,
        long publishedBytes,
        Set<SiteId> outlying,
        Map<String, Double> noise,
        List<String> notes) {
    public RunReport {
        Objects.requireNonNull(provenance, "provenance");
        rounds = List.copyOf(rounds);
        Objects.requireNonNull(bytes, "bytes");
        outlying = Set.copyOf(outlying);
        noise = Collections.unmodifiableMap(new TreeMap<>(noise));
        notes = List.copyOf(notes);
    }

    /**
     * The method that computed a network, with its settings.
     *
     * @param method its name, such as {@code gram}; empty of a method without a name
     * @param settings of the method, by name, as a plan would write them; what is not named had its default
     * @param components the parts of the method that computed
     * @param upload how uploads were protected
     */
    public record Provenance(String method, Map<String, String> settings, String components, String upload) {
        public Provenance {
            Objects.requireNonNull(method, "method");
            settings = Collections.unmodifiableMap(new TreeMap<>(settings));
            Objects.requireNonNull(components, "components");
            Objects.requireNonNull(upload, "upload");
        }

        /**
         * The provenance of a method without a name.
         *
         * @param components the parts of the method that computed
         * @param upload how uploads were protected
         */
        public Provenance(String components, String upload) {
            this("", Map.of(), components, upload);
        }
    }

    /**
     * {@return a copy with the name and settings of the method}
     *
     * @param named the method's name in plans
     * @param chosen settings that were given, by name
     */
    public RunReport of(String named, Map<String, String> chosen) {
        Provenance same = new Provenance(named, chosen, provenance.components(), provenance.upload());
        return new RunReport(same, rounds, bytes, publishedBytes, outlying, noise, notes);
    }
}
