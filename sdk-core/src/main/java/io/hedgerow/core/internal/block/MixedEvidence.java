// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.TableStore;
import java.util.Arrays;

/**
 * The evidence of numbers and categories together: that of the counts of the categories, times that of the numbers
 * given the categories by {@link GaussianBlocks}.
 *
 * <pre>M(A) = BDeu(A_c) + DG(A) − DG(A_c),   A_c the categories of A</pre>
 *
 * <p>So a category whose parents are categories has its BDeu score on counts; one with numbers N among its parents C ∪
 * N has BDeu(T | C) + DG(T | C, N) − DG(T | C); and a number has DG(T | parents). M is not known where the counts of
 * A_c are not. Not thread-safe.
 */
public final class MixedEvidence implements SetScore {

    private final boolean[] category;
    private final TableStore tables;
    private final BdeuScore counts;
    private final SetScore blocks;

    public MixedEvidence(boolean[] category, TableStore tables, BdeuScore counts, SetScore blocks) {
        this.category = category.clone();
        this.tables = tables;
        this.counts = counts;
        this.blocks = blocks;
    }

    @Override
    public double of(int[] set) {
        int[] own = Arrays.stream(set).filter(v -> category[v]).toArray();
        double ofCounts = own.length == 0 ? 0 : tables.counts(own).map(counts::of).orElse(Double.NaN);
        if (own.length == set.length || Double.isNaN(ofCounts)) {
            return ofCounts;
        }
        return ofCounts + blocks.of(set) - (own.length == 0 ? 0 : blocks.of(own));
    }
}
