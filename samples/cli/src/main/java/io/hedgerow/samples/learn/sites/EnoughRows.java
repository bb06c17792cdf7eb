// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.WrappedRows;

/**
 * Checks while reading that each of a given number of sites gets at least two rows. The parts of a file read it once to
 * count its rows before anything else, so a wrong number of sites costs one reading.
 */
final class EnoughRows extends WrappedRows {

    private static final long LEAST = 2;

    private final int sites;

    EnoughRows(RowSource source, int sites) {
        super(source);
        this.sites = sites;
    }

    @Override
    public String keyText(double key) {
        return source.keyText(key);
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        long[] rows = {0};
        source.forEachRow(row -> {
            rows[0]++;
            consumer.accept(row);
        });
        require(rows[0]);
    }

    @Override
    public void forEachUserRow(UserRowConsumer consumer) {
        long[] rows = {0};
        source.forEachUserRow((user, row) -> {
            rows[0]++;
            consumer.accept(user, row);
        });
        require(rows[0]);
    }

    private void require(long rows) {
        if (rows < LEAST * sites) {
            throw new DataException(description() + ": --sites must leave each site at least 2 rows, is " + sites
                    + " for " + rows + " rows");
        }
    }
}
