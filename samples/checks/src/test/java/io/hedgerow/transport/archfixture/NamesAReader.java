// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.archfixture;

import io.hedgerow.core.data.csv.CsvOptions;

/** Takes a reader of files by its name. */
public final class NamesAReader {
    public CsvOptions reading() {
        return CsvOptions.defaults();
    }
}
