// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.options;

import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.dp.method.settings.SiteUnits;
import java.util.List;

/** Makes the options of a site's solver from public settings. */
public final class SolverOptions {

    private SolverOptions() {}

    public static ProtectedUnits ofSteps(SiteUnits units) {
        return units.byUser()
                ? ProtectedUnits.users(units.adjacency(), units.count(), (double) units.count())
                : ProtectedUnits.records(units.adjacency(), units.count());
    }

    /** The options of one release of second moments, with the noise that the budget asks for. */
    public static ReleaseOptions ofMoments(
            SiteUnits units, PrivateSettings settings, int variables, PrivacyBudget budget) {
        List<Double> values = settings.publicCentre();
        ReleaseCentre centre =
                switch (settings.centre()) {
                    case NONE -> ReleaseCentre.none(variables);
                    case PUBLIC -> new ReleaseCentre.Known(values == null ? List.of() : values);
                    case PRIVATE -> new ReleaseCentre.PrivateMean();
                };
        ReleaseOptions options = new ReleaseOptions(
                variables,
                units.count(),
                units.adjacency(),
                settings.smallestDeviation(),
                settings.largestDeviation(),
                settings.ownUnits(),
                centre,
                ReleaseOptions.mu(budget));
        return units.byUser() ? options.withUsers(units.count()) : options;
    }
}
