// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.trial;

import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.samples.lab.simulate.CategorySimulation;
import io.hedgerow.samples.lab.simulate.ConditionOptions;
import java.util.List;

/**
 * Data sets on which methods are compared: one for each size and seed.
 *
 * @param sizes d
 * @param sites P
 */
public record Trials(List<Integer> sizes, List<Integer> seeds, int sites, int rows, ConditionOptions conditions) {
    public Trials {
        sizes = List.copyOf(sizes);
        seeds = List.copyOf(seeds);
        if (sites < 1 || rows < 2) {
            throw new IllegalArgumentException(
                    "--sites must be at least 1 and --rows at least 2, were " + sites + " and " + rows);
        }
    }

    public long count() {
        return (long) sizes.size() * seeds.size();
    }

    public boolean haveCategories() {
        return conditions.categories().isWanted();
    }

    /** A data set with categories; of a network in a file d is the number of its variables, and is not asked. */
    public CategorySimulation.Drawn categories(int d, int seed) {
        return conditions.ofCategories(() -> conditions.graph(d), sites, rows, seed);
    }

    public SimulatedSites study(int d, int seed) {
        return builder(d).rowsPerSite(rows).seed(seed).build();
    }

    public SimulatedSites.Builder builder(int d) {
        return conditions.study(conditions.graph(d)).sites(sites);
    }

    /** Describes the data sets in a sentence, with changes to columns, facts about rows, and the meaning of figures. */
    public String remark(String columns, String ofRows, String figures) {
        return conditions.remark() + columns + ", " + sites + " sites with " + rows + " rows" + ofRows + ", seeds "
                + seeds + figures;
    }
}
