// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.search.missing.CellExchange;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.model.Parameters;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The coordinator's part of a study of categories with missing cells until the moments are known: the likeliest second
 * moments of numbers and of indicators of levels, all but the most frequent one of each category, as if these were
 * jointly normal. Where cells are missing at random, or by what other cells are, products of indicators are the shares
 * of rows that have both levels. Not thread-safe.
 */
final class SeenExchange {

    private final CategoryColumns columns;
    private final SeenLayout layout;
    private final CategoryLayout whole;
    private final int sites;
    private final Parameters sum;
    private final UnaryOperator<Parameters> ask;
    private final IntSupplier left;

    SeenExchange(CategoryColumns columns, int sites, Parameters sum, UnaryOperator<Parameters> ask, IntSupplier left) {
        this.columns = columns;
        this.layout = new SeenLayout(columns);
        this.whole = layout.whole();
        this.sites = sites;
        this.sum = sum;
        this.ask = ask;
        this.left = left;
    }

    /**
     * What the rows tell.
     *
     * @param first the likeliest sums, as of rows with all cells
     * @param noise of correlations of its columns, beyond that of as many rows
     * @param cells the sums of its columns over the rows that have them
     * @param settled whether covariances have settled
     */
    record Likeliest(FirstSums first, MomentNoise noise, CellSums cells, boolean settled) {}

    SeenLayout layout() {
        return layout;
    }

    private long rows() {
        return Math.round(sum.get(whole.rows()));
    }

    private Optional<CellSums> numbers() {
        int count = columns.numbers().length;
        return count == 0
                ? Optional.empty()
                : Optional.of(CellSums.of(
                        count,
                        SeenLayout.part(sum, layout.numbers(), CellSums.size(count))
                                .toArray()));
    }

    boolean anyMissing() {
        return numbers().filter(CellSums::anyMissing).isPresent()
                || IntStream.range(0, columns.categories().length)
                        .anyMatch(place -> Math.round(single(place).total()) < rows());
    }

    /** The counts of the category at a place, in the rows that have it. */
    CountTable single(int place) {
        int[] set = {columns.categories()[place]};
        int[] levels = columns.levels(set);
        return CountTable.of(set, levels, counts(whole.single(place), levels[0]));
    }

    private double[] counts(int from, int length) {
        double[] counts = new double[length];
        Arrays.setAll(counts, cell -> Math.max(0, Math.rint(sum.get(from + cell))));
        return counts;
    }

    /** The table of two categories by their places, the first one the larger, in the rows that have both. */
    CountTable pair(int a, int b) {
        int[] set = {columns.categories()[b], columns.categories()[a]};
        int[] levels = columns.levels(set);
        return CountTable.of(set, levels, counts(whole.pairs()[a * (a - 1) / 2 + b], levels[0] * levels[1]));
    }

    Likeliest likeliest() {
        int[] indicators = FirstSums.chosen(columns, sum);
        int numbers = columns.numbers().length;
        int count = numbers + indicators.length;
        Parameters first = cells(new double[0], indicators, count);
        CellExchange exchange = new CellExchange(
                names(indicators),
                sites,
                first,
                about -> cells(about.toArray(), indicators, count),
                () -> left.getAsInt() - layout.roundsAfterCells());
        CellExchange.Likeliest found = exchange.likeliest();
        Parameters between =
                ask.apply(layout.ask(SeenLayout.Question.BETWEEN, layout.cells(), exchange.asked(), indicators));
        Optional<WithinSites> ofNumbers = numbers()
                .map(own -> WithinSites.ofCells(
                                own.sites(),
                                own.sums(),
                                own,
                                part(found.covariance(), count, numbers),
                                Arrays.copyOf(found.mean(), numbers),
                                found.noise())
                        .requireVarying(Arrays.stream(columns.numbers())
                                .mapToObj(columns::name)
                                .toList()));
        Parameters complete = new Completed(indicators, found, between).sums();
        return new Likeliest(
                new FirstSums(columns, sites, complete, ofNumbers, indicators),
                found.noise(),
                exchange.first(),
                exchange.settled());
    }

    private Parameters cells(double[] about, int[] indicators, int count) {
        Parameters answer = ask.apply(
                layout.ask(SeenLayout.Question.CELLS, layout.cells(), Parameters.takeOver(about), indicators));
        return SeenLayout.part(
                answer, layout.cells(), CellExchange.layout(count).size());
    }

    private static double[] part(double[] covariance, int from, int count) {
        double[] part = new double[count * count];
        Arrays.setAll(part, k -> covariance[k / count * from + k % count]);
        return part;
    }

    private List<String> names(int[] indicators) {
        IntStream ofNumbers = Arrays.stream(columns.numbers());
        int[] owner = owners();
        return IntStream.concat(ofNumbers, Arrays.stream(indicators).map(i -> owner[i]))
                .mapToObj(columns::name)
                .toList();
    }

    /** The category of each indicator. */
    private int[] owners() {
        return Arrays.stream(columns.categories())
                .flatMap(v -> IntStream.generate(() -> v).limit(columns.levels(v)))
                .toArray();
    }

    /** The sums of as many rows with all cells that have the likeliest moments. */
    private final class Completed {
        private final int[] indicators;
        private final CellExchange.Likeliest found;
        private final Parameters between;
        private final double n;
        private final double[] all;
        /** The column of each indicator, −1 of others. */
        private final int[] column;
        /** Σ n ln n of sites, of all rows. */
        private final double ofRows;

        Completed(int[] indicators, CellExchange.Likeliest found, Parameters between) {
            this.indicators = indicators;
            this.found = found;
            this.between = between;
            this.n = (double) rows();
            this.all = sum.toArray();
            this.ofRows = sum.get(whole.rows() + 1);
            this.column = new int[whole.indicators()];
            Arrays.fill(column, -1);
            for (int a = 0; a < indicators.length; a++) {
                column[indicators[a]] = a;
            }
        }

        Parameters sums() {
            int[] own = columns.categories();
            double[][] counts = new double[own.length][];
            int[] first = new int[own.length];
            for (int a = 0; a < own.length; a++) {
                first[a] = a == 0 ? 0 : first[a - 1] + columns.levels(own[a - 1]);
                counts[a] = single(a, first[a]);
            }
            double[] entropy = new double[own.length];
            int[] pairs = whole.pairs();
            int pair = 0;
            for (int a = 0; a < own.length; a++) {
                int at = whole.single(a);
                int k = counts[a].length;
                CountTable seen = SeenExchange.this.single(a);
                double within = sum.get(at + k) - ofRows;
                double surplus = within - seen.entropySum() + SiteCounts.nLogN(seen.total());
                entropy[a] = surplus + ofRows + entropy(counts[a]) - SiteCounts.nLogN(n);
                System.arraycopy(counts[a], 0, all, at, k);
                all[at + k] = entropy[a];
                for (int b = 0; b < a; b++) {
                    double raw = sum.get(pairs[pair] + k * counts[b].length)
                            - sum.get(at + k)
                            - sum.get(whole.single(b) + counts[b].length)
                            + ofRows;
                    CountTable have = SeenExchange.this.pair(a, b);
                    CountTable table = have.with(pair(have, a, b, first, counts));
                    System.arraycopy(table.counts(), 0, all, pairs[pair], table.cells());
                    all[pairs[pair] + table.cells()] = raw
                            - have.total() * FirstSums.information(have)
                            + n * FirstSums.information(table)
                            + entropy[a]
                            + entropy[b]
                            - ofRows;
                    pair++;
                }
            }
            products();
            return Parameters.takeOver(all);
        }

        private double entropy(double[] counts) {
            return Arrays.stream(counts).map(SiteCounts::nLogN).sum();
        }

        /** The counts of a category: by the means of indicators, unless a level without a column has rows. */
        private double[] single(int place, int first) {
            double[] seen = SeenExchange.this.single(place).counts();
            double total = Arrays.stream(seen).sum();
            double[] counts = new double[seen.length];
            double rest = n;
            int reference = -1;
            boolean apart = false;
            for (int l = 0; l < seen.length; l++) {
                if (column[first + l] >= 0) {
                    counts[l] = Math.max(0, n * found.mean()[columns.numbers().length + column[first + l]]);
                    rest -= counts[l];
                } else if (seen[l] > 0) {
                    apart |= reference >= 0;
                    reference = l;
                }
            }
            if (apart || rest < 0 || reference < 0) {
                Arrays.setAll(counts, l -> seen[l] * n / total);
            } else {
                counts[reference] = rest;
            }
            return Arrays.stream(counts).map(Math::rint).toArray();
        }

        /** The table of two categories with the likeliest counts, 0 where no row has both; the earlier one first. */
        private double[] pair(CountTable have, int a, int b, int[] first, double[][] counts) {
            int ka = counts[a].length;
            int kb = counts[b].length;
            double[] likeliest = likeliest(a, b, first, counts);
            double[] cells = new double[ka * kb];
            for (int cell = 0; cell < cells.length; cell++) {
                double seen = have.count(cell);
                cells[cell] = seen == 0 ? 0 : Math.max(0, likeliest[cell]);
            }
            int[] set = have.variables();
            CountTable raked = SeenTables.raked(
                    have.with(total(cells)),
                    List.of(
                            CountTable.of(new int[] {set[0]}, new int[] {kb}, counts[b]),
                            CountTable.of(new int[] {set[1]}, new int[] {ka}, counts[a])));
            return Arrays.stream(raked.counts()).map(Math::rint).toArray();
        }

        /** The same cells of n rows. */
        private double[] total(double[] cells) {
            double sum = Arrays.stream(cells).sum();
            return sum == 0
                    ? cells
                    : Arrays.stream(cells).map(cell -> cell * n / sum).toArray();
        }

        private double[] likeliest(int a, int b, int[] first, double[][] counts) {
            int ka = counts[a].length;
            int kb = counts[b].length;
            double[] cells = new double[ka * kb];
            int ofA = reference(first[a], counts[a]);
            int ofB = reference(first[b], counts[b]);
            double[] leftOfB = counts[b].clone();
            for (int la = 0; la < ka; la++) {
                double rest = counts[a][la];
                for (int lb = 0; la != ofA && lb < kb; lb++) {
                    if (lb != ofB && column[first[a] + la] >= 0 && column[first[b] + lb] >= 0) {
                        double both = both(column[first[a] + la], column[first[b] + lb]);
                        cells[la * kb + lb] = both;
                        rest -= both;
                        leftOfB[lb] -= both;
                    }
                }
                if (la != ofA) {
                    cells[la * kb + ofB] = rest;
                    leftOfB[ofB] -= rest;
                }
            }
            System.arraycopy(leftOfB, 0, cells, ofA * kb, kb);
            return cells;
        }

        /** The most frequent level without a column. */
        private int reference(int first, double[] counts) {
            int most = -1;
            for (int l = 0; l < counts.length; l++) {
                if (column[first + l] < 0 && (most < 0 || counts[l] > counts[most])) {
                    most = l;
                }
            }
            return most;
        }

        private double both(int a, int b) {
            int numbers = columns.numbers().length;
            int count = numbers + indicators.length;
            int high = Math.max(a, b);
            int at = layout.between() + high * (high + 1) / 2 + Math.min(a, b);
            double located = between.get(at + indicators.length * (indicators.length + 1) / 2);
            double means =
                    located > 0 ? between.get(at) / located : found.mean()[numbers + a] * found.mean()[numbers + b];
            return n * (found.covariance()[(numbers + a) * count + numbers + b] + means);
        }

        private void products() {
            int numbers = columns.numbers().length;
            int count = numbers + indicators.length;
            for (int a = 0; a < indicators.length; a++) {
                int at = whole.product(indicators[a]);
                int row = (numbers + a) * count;
                for (int b = 0; b <= a; b++) {
                    all[at + indicators[b]] = n * found.covariance()[row + numbers + b];
                }
                for (int x = 0; x < numbers; x++) {
                    all[at + indicators[a] + 1 + x] = n * found.covariance()[row + x];
                }
            }
        }
    }
}
