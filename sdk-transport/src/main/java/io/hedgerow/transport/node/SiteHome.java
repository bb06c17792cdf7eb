// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import java.nio.file.Path;

/**
 * Where a site keeps what it must not forget. One directory serves all studies of a data set: the ledger, the claims of
 * statistics and the logs are shared, everything else is by study.
 *
 * @param path the directory
 */
public record SiteHome(Path path) {

    /**
     * The budget of the data set, over all studies.
     *
     * @return a directory
     */
    public Path ledger() {
        return path.resolve("ledger");
    }

    /**
     * How far the site is in a study.
     *
     * @param study its name
     * @return the journal's file
     */
    public Path journal(String study) {
        return path.resolve(study + ".journal");
    }

    /**
     * The log of what left the site, over all studies.
     *
     * @return the log's file
     */
    public Path egress() {
        return path.resolve("egress.log");
    }

    /**
     * The log of refusals and their reasons.
     *
     * @return the log's file
     */
    public Path security() {
        return path.resolve("security.log");
    }

    /**
     * Memory of secure aggregation.
     *
     * @param study its name
     * @return a directory
     */
    public Path masks(String study) {
        return path.resolve("masks-" + study);
    }

    /**
     * Which exact statistics were given to which study, over all studies.
     *
     * @return a file
     */
    public Path statistics() {
        return path.resolve("statistics");
    }

    /**
     * Messages that wait for a person.
     *
     * @return a directory
     */
    public Path held() {
        return path.resolve("held");
    }
}
