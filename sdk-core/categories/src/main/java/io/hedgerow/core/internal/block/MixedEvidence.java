// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.TableStore;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The log evidence of numbers and categories together: that of the category counts, plus that of the numbers given the
 * categories by {@link GaussianBlocks}; but not less than with more categories.
 *
 * <pre>J(A) = BDeu(A_c) + DG(A) − DG(A_c),   A_c the categories of A
 * M(A) = the largest J(A ∪ D),          D any of a few categories; none where A has no numbers</pre>
 *
 * <p>Categories are discrete, so rows of A are at least as probable as the same rows with D: p(A) ≥ p(A, D). DG alone
 * forgets that, for it takes numbers that depend on a category for normal, not for the mixture they are, and then they
 * can tell more of the category than its entropy. D are among the {@value #MOST} categories of whose entropy the
 * numbers of A tell the largest shares, with counts that are known; a search leaves out those whose counts cost more
 * than the numbers gain from all categories together, which bounds what any D gains.
 *
 * <p>Where no D is larger, a category whose parents are categories has its BDeu score on counts; one with numbers N
 * among its parents C ∪ N has BDeu(T | C) + DG(T | C, N) − DG(T | C); and a number has DG(T | parents). M is not known
 * where the counts of A_c are not. Not thread-safe.
 */
public final class MixedEvidence implements SetScore {

    /** Each one more doubles the sets D. */
    private static final int MOST = 4;

    private final boolean[] category;
    private final int[] categories;
    private final SetMemo counts;
    private final GaussianBlocks blocks;
    /** DG of categories alone. */
    private final SetMemo ofCategories;
    /** {@link GaussianBlocks#fit} of categories alone. */
    private final SetMemo fitOfCategories;
    /** The same of all categories with some numbers, less that of all categories. */
    private final SetMemo fitGivenAll;
    /** The same given each category by itself, in their order. */
    private final List<SetScore> fitGivenOne;
    /** The categories of which some numbers tell most. */
    private final Map<List<Integer>, int[]> nearest = new HashMap<>();
    /** M of sets with numbers and known counts. */
    private final SetMemo largest;

    /** Takes exact counts and their score. */
    public static MixedEvidence of(boolean[] category, TableStore tables, BdeuScore counts, GaussianBlocks blocks) {
        return new MixedEvidence(
                category, set -> tables.counts(set).map(counts::of).orElse(Double.NaN), blocks);
    }

    /** Takes the evidence of sets of categories, NaN where it is not known. */
    public MixedEvidence(boolean[] category, SetScore counts, GaussianBlocks blocks) {
        this.category = category.clone();
        this.categories =
                IntStream.range(0, category.length).filter(v -> category[v]).toArray();
        int[] numbers =
                IntStream.range(0, category.length).filter(v -> !category[v]).toArray();
        this.counts = new SetMemo(counts);
        this.blocks = blocks;
        this.ofCategories = new SetMemo(blocks);
        this.fitOfCategories = new SetMemo(blocks::fit);
        this.fitGivenAll = new SetMemo(blocks.fitGiven(categories, numbers));
        this.fitGivenOne = IntStream.of(categories)
                .mapToObj(c -> blocks.fitGiven(new int[] {c}, numbers))
                .toList();
        this.largest = new SetMemo(this::largest);
    }

    @Override
    public double of(int[] set) {
        int[] own = chosen(set, true);
        double ofCounts = counts.of(own);
        return own.length == set.length || Double.isNaN(ofCounts) ? ofCounts : largest.of(set);
    }

    @Override
    public double caution() {
        return categories.length < category.length ? blocks.caution() : 0;
    }

    private int[] chosen(int[] set, boolean categorical) {
        int[] chosen = new int[set.length];
        int size = 0;
        for (int v : set) {
            if (category[v] == categorical) {
                chosen[size++] = v;
            }
        }
        return Arrays.copyOf(chosen, size);
    }

    private double largest(int[] set) {
        int[] own = chosen(set, true);
        double ofCounts = counts.of(own);
        double ofBlocks = blocks.of(set);
        double fit = blocks.fit(set);
        double joint = ofCounts + ofBlocks - ofCategories.of(own);
        int[] numbers = chosen(set, false);
        double best = joint;
        double gain = fitGivenAll.of(numbers) - fit + fitOfCategories.of(own);
        for (int more : nearest(numbers)) {
            // not a number where the counts are not known
            if (Arrays.binarySearch(own, more) < 0
                    && joint + gain - ofCounts + counts.of(own, own.length, more) > best) {
                best = Math.max(best, largest.of(set, set.length, more));
            }
        }
        return best;
    }

    /** The categories of whose entropy some numbers tell the largest share. */
    private int[] nearest(int[] numbers) {
        if (categories.length <= MOST) {
            return categories;
        }
        return nearest.computeIfAbsent(IntStream.of(numbers).boxed().toList(), key -> {
            double alone = blocks.fit(numbers);
            double[] share = new double[category.length];
            for (int k = 0; k < categories.length; k++) {
                int[] one = {categories[k]};
                share[one[0]] = (fitGivenOne.get(k).of(numbers) - alone) / -counts.of(one);
            }
            return IntStream.of(categories)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer c) -> -share[c]))
                    .limit(MOST)
                    .mapToInt(Integer::intValue)
                    .toArray();
        });
    }
}
