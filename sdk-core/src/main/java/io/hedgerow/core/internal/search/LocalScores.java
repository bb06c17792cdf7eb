package io.hedgerow.core.internal.search;

/**
 * Scores of single variables under a {@link StructureScore} and log odds of edges. A set of parents that nearly
 * determine each other scores −∞, and so does a target that they determine. Not thread-safe.
 */
final class LocalScores {

    /** The most parents that are tried; a table of parent sets grows with the power of two. */
    static final int MAX_PARENTS = 12;

    /** A pivot below this share of its diagonal entry is a combination of the others. */
    private static final double PIVOT = 1e-9;

    private final int variables;
    private final StructureScore score;
    private final double[] a;
    private final double[] logOdds;
    /** Rows of the factor, one for each parent, of MAX_PARENTS + 1 numbers: the last is the target's. */
    private final double[][] factor = new double[MAX_PARENTS + 1][MAX_PARENTS + 1];

    private final double[] explained = new double[MAX_PARENTS + 1];
    private final int[] chosen = new int[MAX_PARENTS + 1];

    LocalScores(int variables, StructureScore score, double[] logOdds) {
        this.variables = variables;
        this.score = score;
        this.a = score.matrix();
        this.logOdds = logOdds;
    }

    int variables() {
        return variables;
    }

    double logOdds(int from, int to) {
        return logOdds[from * variables + to];
    }

    /** The score of a target given parents. */
    double of(int target, int[] parents, int count) {
        if (count > MAX_PARENTS) {
            return Double.NEGATIVE_INFINITY;
        }
        double residual = a[target * (variables + 1)] - score.shift();
        double logDeterminant = 0;
        double odds = 0;
        for (int p = 0; p < count; p++) {
            double pivot = push(p, parents[p], target);
            if (!(pivot > 0)) {
                return Double.NEGATIVE_INFINITY;
            }
            residual -= explained[p] * explained[p];
            logDeterminant += Math.log(pivot);
            odds += logOdds[parents[p] * variables + target];
        }
        return value(target, count, residual, logDeterminant) + odds;
    }

    /** Adds a row to the factor; its pivot, or 0 when that is nothing. */
    private double push(int at, int parent, int target) {
        chosen[at] = parent;
        double[] row = factor[at];
        int base = parent * variables;
        double pivot = a[base + parent];
        double limit = PIVOT * pivot;
        double own = a[base + target];
        for (int b = 0; b < at; b++) {
            double entry = a[base + chosen[b]];
            double[] other = factor[b];
            for (int c = 0; c < b; c++) {
                entry -= row[c] * other[c];
            }
            entry /= other[b];
            row[b] = entry;
            pivot -= entry * entry;
            own -= entry * explained[b];
        }
        if (!(pivot > limit)) {
            return 0;
        }
        row[at] = Math.sqrt(pivot);
        explained[at] = own / row[at];
        return pivot;
    }

    private double value(int target, int count, double residual, double logDeterminant) {
        return residual > PIVOT * a[target * (variables + 1)]
                ? score.of(count, residual, logDeterminant)
                : Double.NEGATIVE_INFINITY;
    }

    /**
     * The target's score after adding each variable that is no parent and after dropping each that is one.
     *
     * @param out [d]; −∞ at the target
     */
    void toggled(int target, int[] parents, int count, double[] out) {
        int[] set = new int[count + 1];
        double[] gone = new double[count];
        for (int p = 0; p < count; p++) {
            int kept = 0;
            for (int q = 0; q < count; q++) {
                if (q != p) {
                    set[kept++] = parents[q];
                }
            }
            gone[p] = of(target, set, kept);
        }
        double base = of(target, parents, count);
        System.arraycopy(parents, 0, set, 0, count);
        boolean room = count < MAX_PARENTS && base > Double.NEGATIVE_INFINITY;
        double residual = a[target * (variables + 1)] - score.shift();
        double logDeterminant = 0;
        double odds = 0;
        for (int p = 0; p < count; p++) {
            residual -= explained[p] * explained[p];
            logDeterminant += 2 * Math.log(factor[p][p]);
            odds += logOdds[parents[p] * variables + target];
        }
        for (int i = 0; i < variables; i++) {
            double pivot = room && i != target ? push(count, i, target) : 0;
            out[i] = pivot > 0
                    ? value(
                                    target,
                                    count + 1,
                                    residual - explained[count] * explained[count],
                                    logDeterminant + Math.log(pivot))
                            + odds
                            + logOdds[i * variables + target]
                    : Double.NEGATIVE_INFINITY;
        }
        for (int p = 0; p < count; p++) {
            out[parents[p]] = gone[p];
        }
    }

    /** The scores of all subsets of candidates; bit b of an index is candidate b: [2^candidates]. */
    double[] ofSubsets(int target, int[] candidates) {
        double[] scores = new double[1 << candidates.length];
        descend(target, candidates, 0, 0, 0, a[target * (variables + 1)] - score.shift(), 0, 0, scores);
        return scores;
    }

    private void descend(
            int target,
            int[] candidates,
            int from,
            int mask,
            int count,
            double residual,
            double logDeterminant,
            double odds,
            double[] scores) {
        scores[mask] = value(target, count, residual, logDeterminant) + odds;
        for (int c = from; c < candidates.length; c++) {
            int wider = mask | 1 << c;
            double pivot = count < MAX_PARENTS ? push(count, candidates[c], target) : 0;
            if (pivot > 0) {
                descend(
                        target,
                        candidates,
                        c + 1,
                        wider,
                        count + 1,
                        residual - explained[count] * explained[count],
                        logDeterminant + Math.log(pivot),
                        odds + logOdds[candidates[c] * variables + target],
                        scores);
            } else {
                exclude(candidates.length, c + 1, wider, scores);
            }
        }
    }

    /** All subsets that have these and later candidates. */
    private static void exclude(int candidates, int from, int mask, double[] scores) {
        scores[mask] = Double.NEGATIVE_INFINITY;
        for (int c = from; c < candidates; c++) {
            exclude(candidates, c + 1, mask | 1 << c, scores);
        }
    }
}
