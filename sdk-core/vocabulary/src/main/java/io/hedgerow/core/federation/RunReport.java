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
 * Reports how a network was learned: method, settings, rounds, traffic and notes.
 *
 * @param method its name, such as {@code gram}; empty of a method without a name
 * @param settings of the method, by name, as a plan would write them; what is not named had its default
 * @param rounds one report per round; empty without rounds
 * @param bytesUp what sites sent
 * @param bytesDown what sites received
 * @param publishedBytes what the papers' formula counts
 * @param upload how uploads were protected
 * @param components what computed, for provenance
 * @param outlying sites whose only update stands out from the others; of rounds their reports say it
 * @param noise scales of noise that only the end tells, by name
 * @param notes what makes the network doubtful, one line each
 */
public record RunReport(
        String method,
        Map<String, String> settings,
        List<RoundReport> rounds,
        long bytesUp,
        long bytesDown,
        long publishedBytes,
        String upload,
        String components,
        Set<SiteId> outlying,
        Map<String, Double> noise,
        List<String> notes) {
    public RunReport {
        Objects.requireNonNull(method, "method");
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        rounds = List.copyOf(rounds);
        Objects.requireNonNull(upload, "upload");
        Objects.requireNonNull(components, "components");
        outlying = Set.copyOf(outlying);
        noise = Collections.unmodifiableMap(new TreeMap<>(noise));
        notes = List.copyOf(notes);
    }

    /**
     * {@return a copy with the name and settings of a method}
     *
     * @param named as plans name it
     * @param chosen what was not left at its default
     */
    public RunReport of(String named, Map<String, String> chosen) {
        return new RunReport(
                named, chosen, rounds, bytesUp, bytesDown, publishedBytes, upload, components, outlying, noise, notes);
    }
}
