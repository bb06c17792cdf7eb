// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The privacy cost of a run at one site, as recorded in its ledger.
 *
 * @param epsilon ε charged for this run, certified; rounded up
 * @param delta δ charged for this run
 * @param accountants ε of the same events by every accountant, at the same δ
 * @param unit whose contribution is protected: {@code record}, or {@code person:} and a column
 * @param adjacency the neighbouring relation
 * @param mechanisms calls by kind
 * @param noise scales of the noise, each in the unit that its name says
 * @param division how one file was divided into sites, such as {@code by person, at random}; absent for a file of its
 *     own
 * @param severalSites ε of the run for a user with data at several sites; empty where there is none
 * @param ledger where the cost is recorded
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SitePrivacy(
        String site,
        double epsilon,
        double delta,
        Map<String, Double> accountants,
        String unit,
        String adjacency,
        Map<String, Long> mechanisms,
        Map<String, Double> noise,
        String noiseSource,
        @Nullable String division,
        List<AtSites> severalSites,
        Ledger ledger) {
    public SitePrivacy {
        severalSites = List.copyOf(severalSites);
    }

    /**
     * The cost of a run for a user with data at several of its sites.
     *
     * @param sites how many; at least 2
     * @param epsilon ε of all of them together, at the δ of the run; rounded up
     */
    public record AtSites(int sites, double epsilon) {
        public AtSites {
            if (sites < 2) {
                throw new IllegalArgumentException("sites must be at least 2, was " + sites);
            }
        }

        /** What people are told of at least one entry of a run. */
        public static String described(List<AtSites> entries, boolean user, double delta) {
            return (user ? "a user with rows at " : "somebody with a row at each of ")
                    + entries.stream()
                            .map(entry -> String.format(
                                    Locale.ROOT, "%d sites: epsilon %.4g", entry.sites(), entry.epsilon()))
                            .collect(Collectors.joining(", at "))
                    + String.format(Locale.ROOT, ", at delta %.2g; sites cannot compare whose data they have", delta);
        }
    }

    /**
     * The ledger of a site with its total spending.
     *
     * @param kind {@code file}, or {@code insecure-in-memory} for one that is forgotten with the process
     * @param directory where it is, if anywhere
     * @param head hash of its last record
     * @param spentEpsilon ε of everything recorded so far, earlier runs included
     * @param spentDelta δ of everything recorded so far
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Ledger(
            String kind, @Nullable String directory, String head, double spentEpsilon, double spentDelta) {}
}
