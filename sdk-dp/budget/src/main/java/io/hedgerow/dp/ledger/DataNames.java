// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Recognises data sets, so that the same rows have one name and one ledger whatever their file or their home is called.
 * What was charged, or released exactly, is in lists outside of the ledgers. Found by {@link ServiceLoader}.
 */
public interface DataNames {

    /**
     * {@return the names of the one module on the path that compares rows}
     *
     * @throws IllegalStateException when there is none, or more than one: a second one could know no data set again
     */
    static DataNames ofModules() {
        List<DataNames> found = ServiceLoader.load(DataNames.class, DataNames.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        return OnlyModule.of(found, "knows data sets again", "hedgerow-dp");
    }

    /**
     * {@return a data set that is to be charged, with the place of its rows} Asks the source of the rows where they
     * are, which may take as long as a database does; reads no row.
     *
     * @param dataset under which it is to be charged
     * @param rows the data
     * @throws io.hedgerow.core.data.DataException when the source cannot be asked
     */
    Named named(DatasetIdentity dataset, RowSource rows);

    /** A data set with the place where its rows were found. */
    interface Named {

        /**
         * Refuses data that a list knows under another name. Records nothing.
         *
         * @param list its directory; may have none yet
         * @throws io.hedgerow.core.privacy.PolicyRefusedException when the list knows the data under another name
         */
        void requireOwnName(Path list);

        /**
         * Refuses data that a list knows under another name, a second ledger of a data set while the first is there,
         * and a new one where that is gone. Records nothing.
         *
         * @param list its directory; may have none yet
         * @param ledger that would be charged
         * @throws io.hedgerow.core.privacy.PolicyRefusedException in each of these cases
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
         * @throws io.hedgerow.core.privacy.PolicyRefusedException when the data is known under another name; nothing
         *     was noted
         * @throws io.hedgerow.core.privacy.LedgerException when it cannot be written
         */
        void remember(Path list, Optional<Path> ledger);
    }
}
