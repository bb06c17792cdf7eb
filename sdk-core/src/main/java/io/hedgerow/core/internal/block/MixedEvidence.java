// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.TableStore;

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
    private final SetMemo counts;
    private final SetScore blocks;
    /** DG of categories alone. */
    private final SetMemo ofCategories;

    public MixedEvidence(boolean[] category, TableStore tables, BdeuScore counts, SetScore blocks) {
        this.category = category.clone();
        this.counts = new SetMemo(set -> tables.counts(set).map(counts::of).orElse(Double.NaN));
        this.blocks = blocks;
        this.ofCategories = new SetMemo(blocks);
    }

    @Override
    public double of(int[] set) {
        int[] own = new int[set.length];
        int size = 0;
        for (int v : set) {
            if (category[v]) {
                own[size++] = v;
            }
        }
        double ofCounts = counts.of(own, size, -1);
        if (size == set.length || Double.isNaN(ofCounts)) {
            return ofCounts;
        }
        return ofCounts + blocks.of(set) - ofCategories.of(own, size, -1);
    }
}
