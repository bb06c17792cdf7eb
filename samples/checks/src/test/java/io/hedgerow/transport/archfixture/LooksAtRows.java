// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.archfixture;

import io.hedgerow.samples.inspect.Inspection;
import java.nio.file.Path;
import java.util.List;

/** Looks at cells on behalf of a study. */
public final class LooksAtRows {

    private LooksAtRows() {}

    public static Object answer(Path rows) {
        return Inspection.of(List.of(rows), null).json();
    }
}
