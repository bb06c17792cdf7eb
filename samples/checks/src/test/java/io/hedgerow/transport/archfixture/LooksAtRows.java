// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.archfixture;

import io.hedgerow.core.inspect.InspectedRows;
import io.hedgerow.core.inspect.Inspection;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Looks at cells on behalf of a study. */
public final class LooksAtRows {

    private LooksAtRows() {}

    public static Object answer(Path rows) {
        return Inspection.of(List.of(InspectedRows.csv(rows)), Optional.empty()).json();
    }
}
