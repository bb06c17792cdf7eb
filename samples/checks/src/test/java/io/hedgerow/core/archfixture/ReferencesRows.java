// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import io.hedgerow.core.data.RowSource;
import java.util.function.Consumer;

/** Reads data without a permit, by a method reference. */
public final class ReferencesRows {
    public Consumer<RowSource.RowConsumer> read(RowSource rows) {
        return rows::forEachRow;
    }
}
