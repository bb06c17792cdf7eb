// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.samples.operate.SiteFiles;
import io.hedgerow.samples.output.OutputDirectory;
import java.io.IOException;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Makes up rows of a study that is only planned. The network is drawn by a seed and has nothing to do with the truth.
 *
 * @param sites and the numbers of their rows
 * @param study the simulated study in standard deviations, by the number of each site's rows; the rows of a site do not
 *     depend on the others
 */
public record MockStudy(MockSchema like, List<MockSite> sites, LongFunction<SimulatedStudy> study) {

    /**
     * Adds the files to a directory: one of each site, and {@code truth.csv}.
     *
     * @param directory not committed by this method
     * @return the network, with weights in standard deviations
     */
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
}
