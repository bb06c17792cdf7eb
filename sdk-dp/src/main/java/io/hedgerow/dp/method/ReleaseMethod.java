// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.dp.internal.solver.GramOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A method whose sites release noisy sums, from which a network is searched at no further cost. */
interface ReleaseMethod extends PrivateMethod {

    /**
     * Of a number that is sent, beyond any count of rows; small enough that lanes carry the whole lattice of the noise,
     * 2^-32, for a thousand sites and more.
     */
    double BOUND = 0x1p45;

    /** What a site's rules and officers allowed is the plan's number of rounds: a release must not take more. */
    static void requireAllRounds(StudyTerms terms, Study study) {
        int needed = study.admm().rounds();
        if (terms.rounds() < needed) {
            throw new IllegalArgumentException("algorithm " + terms.method() + " releases in " + needed
                    + " rounds with these parameters, the plan has rounds " + terms.rounds() + ": write rounds: "
                    + needed);
        }
    }

    /** What a site releases, and at what cost. */
    GramOptions release(SiteId site);

    /** Columns are in the units that the release finds. */
    @Override
    default double unit() {
        return 1;
    }

    @Override
    default Map<String, Double> noise(SiteId site) {
        return Map.of("releaseMu", release(site).mu());
    }

    /** Of everything that a layout has a place for. */
    @Override
    default long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return study().sites() * (long) study().layout().size() * Double.BYTES;
    }

    /** A release is over all sites, or there is none; noise may make any of them stand out. */
    static Participation ofAll(Set<SiteId> sites) {
        Participation participation = new Participation();
        participation.add(0, sites);
        return participation;
    }
}
