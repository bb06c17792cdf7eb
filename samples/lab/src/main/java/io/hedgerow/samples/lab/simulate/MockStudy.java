// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.samples.lab.simulate.MockSchema.MockColumn;
import io.hedgerow.samples.operate.SiteFiles;
import io.hedgerow.samples.output.OutputDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Generates mock data for a planned study. The network is drawn by a seed and has nothing to do with the truth.
 *
 * @param sites and the numbers of their rows
 * @param study the simulated study in standard deviations, by the number of each site's rows; the rows of a site do not
 *     depend on the others
 */
public record MockStudy(MockSchema like, List<MockSite> sites, LongFunction<SimulatedSites> study) {

    /** Adds a file of each site and {@code truth.csv}, and returns the network, with weights in standard deviations. */
    public WeightMatrix write(OutputDirectory directory) throws IOException {
        for (int p = 0; p < sites.size(); p++) {
            MockSite site = sites.get(p);
            MockRows rows = MockRows.of(study.apply(site.rows()).rows(p), like);
            directory.write(site.name() + ".csv", file -> SiteFiles.write(rows, file));
        }
        WeightMatrix truth = study.apply(1).truth();
        directory.write("truth.csv", SiteFiles.matrix(truth));
        return truth;
    }

    /** Converts standardised rows to the columns of a schema, with a column of users where it has one. */
    private record MockRows(RowSource rows, MockSchema like, VariableSchema schema) implements RowSource {

        static MockRows of(RowSource rows, MockSchema like) {
            List<String> names = new ArrayList<>();
            like.userColumn().ifPresent(names::add);
            Map<String, VariableKind> kinds = new TreeMap<>();
            like.columns().forEach(column -> {
                names.add(column.variable().name());
                kinds.put(column.variable().name(), column.variable().kind());
            });
            return new MockRows(rows, like, new VariableSchema(names).with(kinds));
        }

        @Override
        public boolean keepsOrder() {
            return rows.keepsOrder();
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            List<MockColumn> columns = like.columns();
            double[] made = new double[schema.size()];
            int first = made.length - columns.size();
            long[] at = {0};
            rows.forEachRow(row -> {
                if (first > 0) {
                    made[0] = 1 + at[0] / MockSchema.ROWS_OF_A_PERSON;
                }
                at[0]++;
                for (int j = 0; j < columns.size(); j++) {
                    made[first + j] = columns.get(j).recorded(row[j]);
                }
                consumer.accept(made);
            });
        }
    }

    /** A site with mock rows. */
    public record MockSite(String name, long rows) {}
}
