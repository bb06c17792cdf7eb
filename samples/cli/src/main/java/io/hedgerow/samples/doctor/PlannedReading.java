// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.node.SignedPlan;
import java.util.List;

/** Derives from a plan the CSV options for a site's data file. */
public final class PlannedReading {

    private PlannedReading() {}

    /** Options with a header and the columns of a plan, without those that it says the site lacks. */
    public static CsvOptions of(SignedPlan signed, SiteId site) {
        return of(signed, signed.columns(site));
    }

    /** The same for a site that has all columns. */
    public static CsvOptions of(SignedPlan signed) {
        return of(signed, signed.columns());
    }

    private static CsvOptions of(SignedPlan signed, List<String> columns) {
        return CsvOptions.defaults()
                .withColumns(columns.toArray(new String[0]))
                .withCells(CsvOptions.CellFormat.PLAIN.withTexts(signed.levels()))
                .withKeys(signed.keys().toArray(new String[0]))
                .withMissingValues(signed.missingValues());
    }
}
