// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Recognises data sets that were charged before, so that the same rows have one ledger even when their file is renamed
 * or copied. What was charged, or released exactly, is in lists outside of the ledgers. Found by {@link ServiceLoader}.
 */
public interface DataNames {

    /**
     * {@return the names of the module on the path that compares rows}
     *
     * @throws IllegalStateException when there is none: without it no data set would be known again
     */
    static DataNames ofModules() {
        return ServiceLoader.load(DataNames.class, DataNames.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("no module on the path knows data sets again, so nothing can be"
                                + " charged: put hedgerow-dp on it"));
    }

    /**
     * {@return a data set that is to be charged} Asks the source of the rows where they are, which may take as long as
     * a database does; reads no row.
     *
     * @param dataset under which it is to be charged
     * @param rows the data
     * @throws io.hedgerow.core.data.DataException when the source cannot be asked
     */
    Named named(DatasetIdentity dataset, RowSource rows);

    /** A data set with the location of its rows, to compare with those that were charged before. */
    interface Named {

        /**
         * Refuses data that a list knows under another name. Records nothing.
         *
         * @param list its directory; may have none yet
         * @throws io.hedgerow.core.privacy.PolicyRefusedException when it does
         */
        void requireOwnName(Path list);

        /**
         * Refuses data that was charged under another name, and a new ledger for a data set that already has or had
         * one. Records nothing.
         *
         * @param list its directory; may have none yet
         * @param ledger that would be charged
         * @throws io.hedgerow.core.privacy.PolicyRefusedException when it is so
         */
        void requireOwnLedger(Path list, Path ledger);

        /**
         * {@return a sentence for each data set of another name that shares most of its rows with this one} For the
         * people of the site only, because it follows from records. Records nothing.
         *
         * @param list its directory; may have none yet
         */
        List<String> near(Path list);

        /**
         * Notes durably that the data has this name.
         *
         * @param list its directory; made when it is missing
         * @param ledger that is charged; empty before an exact sum, for which nothing is charged
         * @throws io.hedgerow.core.privacy.PolicyRefusedException when it is known otherwise; nothing was noted
         * @throws io.hedgerow.core.privacy.LedgerException when it cannot be written
         */
        void remember(Path list, Optional<Path> ledger);
    }
}
