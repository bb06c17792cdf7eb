// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.speed;

import io.hedgerow.core.simulation.ErdosRenyi;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.List;

/**
 * Sizes of data and numbers of runs that are timed.
 *
 * @param sizes d
 * @param sites P
 * @param rows of every site
 * @param warmUps runs before the measured ones
 * @param repetitions measured runs
 */
public record SpeedRuns(List<Integer> sizes, int sites, int rows, int warmUps, int repetitions) {
    public SpeedRuns {
        sizes = List.copyOf(sizes);
        if (sites < 1 || rows < 2 || warmUps < 0 || repetitions < 1) {
            throw new IllegalArgumentException(
                    "--sites and --runs must be at least 1, --rows at least 2, --warmup at least 0, were " + sites
                            + ", " + repetitions + ", " + rows + " and " + warmUps);
        }
    }

    Sites data(int variables) {
        return Sites.of(SimulatedStudy.of(new ErdosRenyi(variables, variables))
                        .sites(sites)
                        .rowsPerSite(rows)
                        .seed(1)
                        .build())
                .inMemory();
    }
}
