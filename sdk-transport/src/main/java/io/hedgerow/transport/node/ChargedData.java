// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.dp.ledger.DataNames;
import io.hedgerow.transport.node.internal.site.OutsideOfHome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The data to be charged for a study, with the site's records of data that was charged before. */
record ChargedData(OutsideOfHome lists, DataNames.Named data, Path ledger) {

    static ChargedData of(Site site, DatasetIdentity dataset, RowSource rows) {
        return new ChargedData(
                OutsideOfHome.of(site.home().path(), site.identity(), site.anchors(), site.name(), "charged"),
                DataNames.ofModules().named(dataset, rows),
                site.home().ledger());
    }

    /** Refuses data that is charged under another name or in another ledger. Notes nothing. */
    void require() {
        lists.read().forEach(list -> data.requireOwnLedger(list, ledger));
    }

    /** Refuses data that is known under another name, whatever was charged for it. Notes nothing. */
    void requireName() {
        lists.read().forEach(data::requireOwnName);
    }

    /**
     * Refuses to charge what cannot be noted.
     *
     * @throws io.hedgerow.core.federation.JournalException when there is no place outside of the home
     */
    void requireNotable() {
        lists.require("charged data is noted outside of the home, so that another home or another dataset.id is no"
                + " second budget");
    }

    /** Names data sets of other names that share most of the rows, for the people of the site. */
    List<String> near() {
        return lists.read().stream()
                .flatMap(list -> data.near(list).stream())
                .distinct()
                .toList();
    }

    /** Notes durably, before the charge, what is charged and where. */
    void note() {
        lists.written().forEach(list -> data.remember(list, Optional.of(ledger)));
    }

    /** Notes durably, before an exact sum of the data leaves, which name the data has. */
    void noteName() {
        lists.written().forEach(list -> data.remember(list, Optional.empty()));
    }
}
