// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import java.nio.file.Path;

/**
 * The directory of a site's persistent state: ledger, journals and logs. One directory serves all studies of a data
 * set: the ledger, the claims of statistics and the logs are shared, everything else is by study.
 *
 * @param path the directory
 */
public record SiteHome(Path path) {

    /** {@return the directory of the data set's budget, over all studies} */
    public Path ledger() {
        return path.resolve("ledger");
    }

    /**
     * {@return the file of a study's journal}
     *
     * @param study its name
     */
    public Path journal(String study) {
        return path.resolve(study + ".journal");
    }

    /** {@return the log of what left the site, over all studies} */
    public Path egress() {
        return path.resolve("egress.log");
    }

    /** {@return the log of refusals and their reasons} */
    public Path security() {
        return path.resolve("security.log");
    }

    /**
     * {@return the directory of secure aggregation's memory in a study}
     *
     * @param study its name
     */
    public Path masks(String study) {
        return path.resolve("masks-" + study);
    }

    /** {@return the file that says which exact statistics were given to which study, over all studies} */
    public Path statistics() {
        return path.resolve("statistics");
    }

    /** {@return the directory of messages that wait for a person} */
    public Path held() {
        return path.resolve("held");
    }
}
