// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.privacy.PrivacyRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A small study, whose quorum is all sites: an exact one has one network or none. */
record StudySetting(
        String algorithm, Map<String, String> parameters, boolean masked, int sites, int variables, int rounds) {

    /**
     * Longer than any fault, together with what a connection that leads nowhere costs its site, twenty seconds, and a
     * busy machine.
     */
    static final Duration DEADLINE = Duration.ofSeconds(60);

    static final double EPSILON = 3;

    private static final int ROWS = 200;
    private static final long DATA_SEED = 5;

    String name() {
        return String.format(
                Locale.ROOT, "%s%s, %d sites, d = %d", algorithm, masked ? " with masks" : "", sites, variables);
    }

    boolean hasBudget() {
        return algorithm.startsWith("dp-");
    }

    LocalStudy.Terms terms() {
        return new LocalStudy.Terms(
                algorithm,
                parameters,
                hasBudget() ? Optional.of(PrivacyRequest.parse("epsilon=" + EPSILON)) : Optional.empty(),
                masked,
                rounds,
                0,
                DEADLINE);
    }

    List<RowSource> rows() {
        SimulatedSites simulated = SimulatedSites.of(new ErdosRenyi(variables, variables))
                .sites(sites)
                .rowsPerSite(ROWS)
                .seed(DATA_SEED)
                .build();
        List<RowSource> rows = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            rows.add(simulated.rows(p));
        }
        return rows;
    }
}
