// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The rows of a site by their pattern: which cells are seen. From them the products of all columns that normal rows of
 * given covariances let expect, and what the rows tell of these covariances.
 *
 * <p>Symbols: S: [d, d] covariances, K = S⁻¹; of a pattern, O the columns that are seen and M the others, n_O rows; μ:
 * [d] the site's means, the likeliest under S. Of a row, the missing cells are expected at x̂_M = μ_M − K_MM⁻¹ K_MO
 * (x_O − μ_O), with covariances K_MM⁻¹ (Dempster, Laird and Rubin 1977), so that a row costs O(d |M|) and a pattern
 * O(|M|³ + d |M|²). What is seen of a row has the precisions W_O = K − K_:M K_MM⁻¹ K_M:, [d, d], which are 0 at M.
 *
 * <p>Rows without a cell are left out. Holds 8 d bytes for each row, less where many have one pattern: as sensitive as
 * the rows. Immutable.
 */
public final class SeenCells {

    /**
     * Patterns whose information is computed; of more, half are those of most rows, and others count for all others.
     */
    private static final int MOST_INFORMING = 2000;

    private final int d;
    private final List<CellPattern> patterns;
    private final long rows;
    /** Whether a column is seen in some row. */
    private final boolean[] known;

    private final double[] centre;
    private final KeptCells kept;

    private SeenCells(double[] centre, KeptCells kept, Collection<CellPattern> patterns) {
        this.d = centre.length;
        this.centre = centre;
        this.kept = kept;
        this.patterns = List.copyOf(patterns);
        this.rows = patterns.stream().mapToLong(pattern -> pattern.count()).sum();
        this.known = new boolean[d];
        patterns.forEach(pattern -> IntStream.of(pattern.seen()).forEach(j -> known[j] = true));
    }

    /**
     * Reads rows three times, NaN where a cell is missing. Cells that are lost change no answer in any digit.
     *
     * @param fewest rows of each pattern; rows of others lose cells, see {@link PatternSharing}
     */
    public static SeenCells of(int variables, int fewest, Consumer<RowSource.RowConsumer> reading) {
        KeptCells kept = KeptCells.of(variables, fewest, reading);
        double[] sum = new double[variables];
        double[] count = new double[variables];
        reading.accept(row -> kept.of(row).stream().forEach(j -> {
            sum[j] += row[j];
            count[j]++;
        }));
        double[] centre = new double[variables];
        Arrays.setAll(centre, j -> count[j] > 0 ? sum[j] / count[j] : 0);
        Map<BitSet, CellPattern> patterns = new LinkedHashMap<>();
        kept.again(reading).accept(row -> {
            BitSet seen = kept.of(row);
            if (!seen.isEmpty()) {
                patterns.computeIfAbsent(seen, key -> new CellPattern(variables, key))
                        .add(row, centre);
            }
        });
        return new SeenCells(centre, kept, patterns.values());
    }

    /** Whether no cell of any row is missing. */
    boolean isComplete() {
        return kept.isComplete();
    }

    /** The row with NaN for the cells that it lost; a copy. */
    public double[] left(double[] row) {
        return kept.left(row);
    }

    public long rows() {
        return rows;
    }

    /**
     * The sums that rows let expect under covariances.
     *
     * @param products [d, d]: Σ E[(x − μ)(x − μ)ᵀ]
     * @param sums [d]: Σ E[x]
     * @param located [d]: of how many rows; 0 of a column that the site has in no row
     * @param deviance −2 ln likelihood of the seen cells, but for a constant
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    public record Expected(double[] products, double[] sums, double[] located, double deviance) {}

    /** The expected products under covariances that are positive definite: [d, d]. */
    public Expected expected(double[] s) {
        Precisions precision = Precisions.of(d, s);
        List<MissingColumns> missing = patterns.stream()
                .map(pattern -> precision.without(pattern.missing()))
                .toList();
        double[] mean = means(precision, missing);
        double[] sum = new double[d * d];
        double[] spread = new double[d * d];
        double[] deviations = new double[d];
        double logs = (double) rows * precision.logDeterminant();
        for (int at = 0; at < missing.size(); at++) {
            CellPattern pattern = patterns.get(at);
            pattern.addExpected(missing.get(at), mean, sum, deviations);
            missing.get(at).addCovariance((double) pattern.count(), spread);
            logs += (double) pattern.count() * missing.get(at).logDeterminant();
        }
        mirror(sum);
        double trace = 0;
        for (int k = 0; k < sum.length; k++) {
            trace += precision.k()[k] * sum[k];
            spread[k] += sum[k];
        }
        double[] sums = new double[d];
        double[] located = new double[d];
        for (int j = 0; j < d; j++) {
            located[j] = known[j] ? (double) rows : 0;
            sums[j] = known[j] ? located[j] * (centre[j] + mean[j] + deviations[j] / (double) rows) : 0;
        }
        return new Expected(spread, sums, located, logs + trace);
    }

    private void mirror(double[] sum) {
        for (int a = 0; a < d; a++) {
            for (int b = 0; b < a; b++) {
                sum[a * d + b] = sum[b * d + a];
            }
        }
    }

    /** The likeliest means under S: Σ n_O W_O μ = Σ W_O x = K Σ x̂, x̂ about 0; 0 of columns that no row has. */
    private double[] means(Precisions precision, List<MissingColumns> missing) {
        double[] weights = new double[d * d];
        double[] filled = new double[d];
        for (int at = 0; at < missing.size(); at++) {
            CellPattern pattern = patterns.get(at);
            double[] sum = pattern.sum();
            missing.get(at).fill(sum);
            Arrays.setAll(filled, j -> filled[j] + sum[j]);
            missing.get(at).addPrecisions((double) pattern.count(), pattern.seen(), weights);
        }
        mirror(weights);
        int[] kept = IntStream.range(0, d).filter(j -> known[j]).toArray();
        double[] factor = new double[kept.length * kept.length];
        double[] solution = new double[kept.length];
        for (int a = 0; a < kept.length; a++) {
            for (int j = 0; j < d; j++) {
                solution[a] += precision.k()[kept[a] * d + j] * filled[j];
            }
            for (int b = 0; b < kept.length; b++) {
                factor[a * kept.length + b] = weights[kept[a] * d + kept[b]];
            }
        }
        double[] mean = new double[d];
        Precisions.requireFactor(SmallCholesky.factor(factor, kept.length, 0));
        SmallCholesky.solve(factor, kept.length, solution);
        for (int a = 0; a < kept.length; a++) {
            mean[kept[a]] = solution[a];
        }
        return mean;
    }

    /** Adds what the rows tell of the covariances of columns in deviations of S, by {@link CellInformation}. */
    public void addInformation(double[] s, CellInformation information) {
        Precisions precision = Precisions.of(d, s);
        List<CellPattern> byRows = patterns.stream()
                .sorted(Comparator.comparingLong((CellPattern pattern) -> -pattern.count()))
                .toList();
        int half = Math.min(byRows.size(), MOST_INFORMING / 2);
        addInformation(precision, byRows.subList(0, half), information);
        addInformation(precision, byRows.subList(half, byRows.size()), information);
    }

    private void addInformation(Precisions precision, List<CellPattern> some, CellInformation information) {
        int step = Math.max(1, (2 * some.size() + MOST_INFORMING - 1) / MOST_INFORMING);
        double all = some.stream().mapToLong(pattern -> pattern.count()).sum();
        double counted = IntStream.range(0, some.size())
                .filter(at -> at % step == 0)
                .mapToLong(at -> some.get(at).count())
                .sum();
        for (int at = 0; at < some.size(); at += step) {
            CellPattern pattern = some.get(at);
            double share = (double) pattern.count() * all / counted;
            double[] precisions = new double[d * d];
            precision.without(pattern.missing()).addPrecisions(1, pattern.seen(), precisions);
            mirror(precisions);
            information.add(share, precisions, pattern.seen());
        }
    }
}
