// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.InsecurePlainUpload;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.simulation.Protection;
import java.util.List;
import java.util.OptionalInt;

/** How the uploads of a study in one process are protected; makes both ends of it. */
@FunctionalInterface
public interface UploadProtection {

    /**
     * Protects one run of a study.
     *
     * @param method that is run
     * @param sites in order
     * @return both ends
     */
    Protection of(Method method, List<SiteId> sites);

    /**
     * Fewest sites of a round.
     *
     * @param sites P
     * @return all of them, unless some may be lost
     */
    default int quorum(int sites) {
        return sites;
    }

    /**
     * {@return how many sites' noise in a sum is unknown to an observer; empty for uploads that the coordinator sees}
     *
     * @param sites P
     */
    default OptionalInt noiseSharedBy(int sites) {
        return OptionalInt.empty();
    }

    /**
     * Uploads that the coordinator can read.
     *
     * @return no protection
     */
    static UploadProtection insecurePlain() {
        return (method, sites) -> new Protection() {
            private final InsecurePlainUpload plain = new InsecurePlainUpload(method.study());

            @Override
            public UpdateProtector protector(SiteId site) {
                return plain;
            }

            @Override
            public Aggregator aggregator() {
                return plain;
            }
        };
    }
}
