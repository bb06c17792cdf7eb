// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.block.SetScore;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.Arrays;
import java.util.List;

/** The tables that sites were asked for so far, and the evidence in them. Immutable. */
interface AskedTables {

    /** The likeliest counts, of the rows that tell of them. */
    TableStore likeliest();

    AskedTables with(List<CountTable> more);

    /** The evidence of sets of categories, where a graph is the best so far. */
    SetScore evidence(ParentSets graph, BdeuScore score);

    /** Of each variable a category that has to be in its tables; below 0 without: [d]. */
    int[] beside();

    /** Tables of all rows among so many variables. */
    static AskedTables whole(int variables, TableStore tables) {
        int[] none = new int[variables];
        Arrays.fill(none, -1);
        return new AskedTables() {
            @Override
            public TableStore likeliest() {
                return tables;
            }

            @Override
            public AskedTables with(List<CountTable> more) {
                return whole(variables, tables.with(more));
            }

            @Override
            public SetScore evidence(ParentSets graph, BdeuScore score) {
                return set -> tables.counts(set).map(score::of).orElse(Double.NaN);
            }

            @Override
            public int[] beside() {
                return none.clone();
            }
        };
    }
}
