// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.simulation.Protection;
import java.util.List;
import java.util.OptionalInt;

/** How the uploads of a study in one process are protected; makes both ends of it. */
@FunctionalInterface
public interface UploadProtection {

    /**
     * {@return both ends of the protection of one run of a study}
     *
     * @param method that is run
     * @param sites in order
     */
    Protection of(Method method, List<SiteId> sites);

    /**
     * {@return the fewest sites of a round: all of them, unless some may be lost}
     *
     * @param sites P
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

    /** {@return uploads that the coordinator can read, without protection} */
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
