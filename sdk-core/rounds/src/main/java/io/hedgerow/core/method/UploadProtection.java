// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.protocol.SiteId;
import java.util.List;
import java.util.OptionalInt;

/** Makes both ends of the protection of uploads for a study in one process. */
@FunctionalInterface
public interface UploadProtection {

    /**
     * {@return both ends of the protection of one run of a study}
     *
     * @param method that is run
     * @param sites in order
     */
    Ends of(Method method, List<SiteId> sites);

    /**
     * {@return the least number of sites in a round: all of them, unless some may be lost}
     *
     * @param sites P
     */
    default int quorum(int sites) {
        return sites;
    }

    /**
     * {@return the number of sites whose noise in a sum is unknown to an observer; empty for uploads that the
     * coordinator sees}
     *
     * @param sites P
     */
    default OptionalInt noiseSharedBy(int sites) {
        return OptionalInt.empty();
    }

    /** {@return uploads that the coordinator can read, without protection} */
    static UploadProtection insecurePlain() {
        return (method, sites) -> new Ends() {
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

    /**
     * The sites' and the coordinator's ends of the protection of one study in one process, and the messages between
     * them.
     */
    interface Ends {

        /**
         * {@return the end of a site, for this site only}
         *
         * @param site its name
         */
        UpdateProtector protector(SiteId site);

        /** {@return the coordinator's end, the same at every call} */
        Aggregator aggregator();

        /**
         * {@return the channel of a run: the same, or one that loses messages}
         *
         * @param channel that reaches all sites
         */
        default CoordinatorChannel line(CoordinatorChannel channel) {
            return channel;
        }
    }
}
