// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method.settings;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.release.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import java.util.List;
import java.util.Objects;

/**
 * Whose contribution a site's part of a run protects. Public.
 *
 * @param count n of the site: rows or persons with replace-one adjacency, a public constant of about that size with
 *     zero-out
 * @param byPerson whether all rows of a person together are one unit
 * @param adjacency the neighbouring relation
 */
public record SiteUnits(long count, boolean byPerson, Adjacency adjacency) {
    public SiteUnits {
        if (count < 2) {
            throw new IllegalArgumentException("a site must have at least 2 units, was " + count);
        }
        Objects.requireNonNull(adjacency, "adjacency");
    }

    /**
     * For private steps.
     *
     * @return the units of every step
     */
    @SuppressWarnings("exports") // for the audits of this module
    public ProtectedUnits ofSteps() {
        return byPerson
                ? ProtectedUnits.persons(adjacency, count, (double) count)
                : ProtectedUnits.records(adjacency, count);
    }

    /**
     * For one release of second moments.
     *
     * @param settings of the run
     * @param variables d
     * @param budget of the run
     * @return options with the noise that the budget asks for
     */
    @SuppressWarnings("exports") // for the audits of this module
    public ReleaseOptions ofMoments(PrivateSettings settings, int variables, PrivacyBudget budget) {
        List<Double> values = settings.publicCentre();
        ReleaseCentre centre =
                switch (settings.centre()) {
                    case NONE -> ReleaseCentre.none(variables);
                    case PUBLIC -> new ReleaseCentre.Known(values == null ? List.of() : values);
                    case PRIVATE -> new ReleaseCentre.PrivateMean();
                };
        ReleaseOptions options = new ReleaseOptions(
                variables,
                count,
                adjacency,
                settings.smallestDeviation(),
                settings.largestDeviation(),
                settings.ownUnits(),
                centre,
                ReleaseOptions.mu(budget));
        return byPerson ? options.withPersons(count) : options;
    }
}
