package io.hedgerow.core.simulation;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.InsecurePlainUpload;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import java.util.List;

/** Both ends of the protection of one study inside one process, and what lies between them. */
public interface Protection {

    /**
     * A site's end. One per site.
     *
     * @param site its name
     * @return a protector for this site only
     */
    UpdateProtector protector(SiteId site);

    /**
     * The coordinator's end.
     *
     * @return the matching aggregator; the same at every call
     */
    Aggregator aggregator();

    /**
     * The channel of a run.
     *
     * @param channel that reaches all sites
     * @return the same, or one that loses messages
     */
    default CoordinatorChannel line(CoordinatorChannel channel) {
        return channel;
    }

    /** Makes the protection of a study once the study is known. */
    @FunctionalInterface
    interface Factory {
        /**
         * Protects a study.
         *
         * @param study what was agreed
         * @param sites its sites
         * @return the protection
         */
        Protection of(Study study, List<SiteId> sites);

        /**
         * The quorum of the study.
         *
         * @param sites number of sites
         * @return fewest of them that a round needs; all unless sites may be lost
         */
        default int quorum(int sites) {
            return sites;
        }
    }

    /**
     * No protection at all.
     *
     * @return uploads that the coordinator can read
     */
    static Factory insecurePlain() {
        return (study, sites) -> new Protection() {
            private final InsecurePlainUpload plain = new InsecurePlainUpload(study);

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
