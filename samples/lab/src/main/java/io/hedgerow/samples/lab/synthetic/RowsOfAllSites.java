// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.synthetic;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import java.util.List;

/** The rows of all sites, one after the other. */
record RowsOfAllSites(List<RowSource> sites) implements RowSource {

    @Override
    public VariableSchema schema() {
        return sites.get(0).schema();
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        sites.forEach(site -> site.forEachRow(consumer));
    }
}
