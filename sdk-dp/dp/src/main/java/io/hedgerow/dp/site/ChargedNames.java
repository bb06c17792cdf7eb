// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.dp.ledger.DataNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Recognises data sets by the records that {@link SiteLedgers} keep of paths, file contents, rows and tables. */
public final class ChargedNames implements DataNames {

    /** For {@link java.util.ServiceLoader}. */
    public ChargedNames() {}

    @Override
    public Named named(DatasetIdentity dataset, RowSource rows) {
        return new AtPlace(
                dataset,
                rows.file()
                        .map(SiteLedgers.Place::of)
                        .orElseGet(() -> new SiteLedgers.Place(Optional.empty(), rows.origin())));
    }

    private record AtPlace(DatasetIdentity dataset, SiteLedgers.Place place) implements Named {
        @Override
        public void requireOwnName(Path list) {
            SiteLedgers.requireOwnName(list, dataset, place);
        }

        @Override
        public void requireOwnLedger(Path list, Path ledger) {
            SiteLedgers.requireOwnLedger(list, dataset, place, ledger);
        }

        @Override
        public List<String> near(Path list) {
            return SiteLedgers.near(list, dataset, place);
        }

        @Override
        public void remember(Path list, Optional<Path> ledger) {
            ledger.ifPresentOrElse(
                    charged -> SiteLedgers.remember(list, dataset, place, charged),
                    () -> SiteLedgers.remember(list, dataset, place));
        }
    }
}
