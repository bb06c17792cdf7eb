// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import java.util.Optional;

/**
 * Rows that suffice for so many sites: a reading ends in an error when some site would have fewer than two. The parts
 * of a file read it once to count its rows before anything else, so a wrong number of sites costs one reading.
 */
record EnoughRows(RowSource source, int sites) implements RowSource {

    private static final long LEAST = 2;

    @Override
    public VariableSchema schema() {
        return source.schema();
    }

    @Override
    public String description() {
        return source.description();
    }

    @Override
    public String keyText(double key) {
        return source.keyText(key);
    }

    @Override
    public boolean knowsPersons() {
        return source.knowsPersons();
    }

    @Override
    public boolean keepsOrder() {
        return source.keepsOrder();
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return source.reasonUnsafeForPrivacy();
    }

    @Override
    public Omitted omitted() {
        return source.omitted();
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
    public void forEachPersonRow(PersonRowConsumer consumer) {
        long[] rows = {0};
        source.forEachPersonRow((person, row) -> {
            rows[0]++;
            consumer.accept(person, row);
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
