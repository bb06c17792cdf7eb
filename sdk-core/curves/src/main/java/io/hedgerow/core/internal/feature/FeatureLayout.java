// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.moments.FeatureSums;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The positions of sums and of the coordinator's requests in the vectors of a study of d variables of m columns each,
 * with room for some pairs. A site's vector has, one after another: its {@link SiteSums}, or another scale of every
 * variable; histograms, [d, {@value Marginal#BINS}]; of the columns of single variables, F of them, n, sums and the
 * lower triangle of products; of the columns of pairs, sums and for each its products with all columns before it and
 * itself. A release fills one of the four in a round and leaves the others as they were, so that no place has values of
 * two kinds.
 *
 * <p>The announcement has 2 d² places for the network, which it may hold at the end; the number of the round; n of all
 * sites; how many pairs there are; centre and unit of every histogram; every {@link Marginal}; the pairs. Each stays as
 * first announced.
 */
public record FeatureLayout(int variables, int width, int mostPairs) {

    private static final int ROUND = 0;
    private static final int ROWS = 1;
    private static final int PAIRS = 2;
    private static final int HEAD = 3;

    /** The start of histograms: [d, {@value Marginal#BINS}], after the scales, at least [d] from 0. */
    public int histograms() {
        return SiteSums.layout(variables).size();
    }

    /** The start of n, [F] sums and products below the diagonal; or of a triangle of products of [1, φ] by rows. */
    public int singles() {
        return histograms() + variables * Marginal.BINS;
    }

    private int columns() {
        return variables * width;
    }

    private int pairs() {
        return singles() + 1 + columns() + triangle(columns());
    }

    private static int triangle(int size) {
        return Math.multiplyExact(size, size + 1) / 2;
    }

    private int used() {
        int all = columns() + mostPairs * FeatureMap.OF_PAIR;
        return Math.addExact(pairs(), all - columns() + triangle(all) - triangle(columns()));
    }

    /** The start of the part that each round of an exact release fills, and the end of the last. */
    public List<Integer> parts() {
        return mostPairs == 0
                ? List.of(0, histograms(), singles(), pairs())
                : List.of(0, histograms(), singles(), pairs(), used());
    }

    /** The earlier release, with the part of a round as it was computed. */
    Parameters after(Parameters before, int round, Parameters computed) {
        double[] all = before.toArray();
        int from = parts().get(round);
        System.arraycopy(computed.toArray(), from, all, from, parts().get(round + 1) - from);
        return Parameters.takeOver(all);
    }

    /** One block without edges, long enough for all sums. */
    public ParameterLayout layout() {
        int slice = (Math.max(used(), toldSize()) + variables - 1) / variables;
        return ParameterLayout.of(variables, List.of(new ParameterLayout.Block("sums", slice, 0, 0)));
    }

    public int size() {
        return layout().size();
    }

    Parameters ofMoments(Parameters sums) {
        double[] all = new double[size()];
        System.arraycopy(sums.toArray(), 0, all, 0, histograms());
        return Parameters.takeOver(all);
    }

    Parameters moments(Parameters sent) {
        return Parameters.takeOver(Arrays.copyOf(sent.toArray(), histograms()));
    }

    Parameters ofHistograms(double[][] counts) {
        double[] all = new double[size()];
        for (int j = 0; j < variables; j++) {
            System.arraycopy(counts[j], 0, all, histograms() + j * Marginal.BINS, Marginal.BINS);
        }
        return Parameters.takeOver(all);
    }

    double[] histogram(Parameters sent, int variable) {
        double[] counts = new double[Marginal.BINS];
        Arrays.setAll(counts, b -> sent.get(histograms() + variable * Marginal.BINS + b));
        return counts;
    }

    Parameters ofSingles(FeatureSums sums) {
        double[] all = new double[size()];
        all[singles()] = sums.rows();
        write(sums, 0, columns(), all, singles() + 1);
        return Parameters.takeOver(all);
    }

    Parameters ofPairs(FeatureSums sums, int size) {
        double[] all = new double[size()];
        sums.rows();
        write(sums, columns(), size, all, pairs());
        return Parameters.takeOver(all);
    }

    private static void write(FeatureSums sums, int from, int to, double[] all, int start) {
        int at = start;
        for (int a = from; a < to; a++) {
            all[at++] = sums.sum(a);
        }
        for (int a = from; a < to; a++) {
            for (int b = 0; b <= a; b++) {
                all[at++] = sums.product(a, b);
            }
        }
    }

    /** Moments of all K sites, from sums of the columns of single variables and, where there are any, of pairs. */
    FeatureMoments moments(FeatureMap map, int sites, Parameters first, Parameters second) {
        int size = map.size();
        double rows = first.get(singles());
        double[] mean = new double[size];
        double[] covariance = new double[Math.multiplyExact(size, size)];
        read(first, singles() + 1, 0, columns(), rows, sites, mean, covariance);
        if (size > columns()) {
            read(second, pairs(), columns(), size, rows, sites, mean, covariance);
        }
        return new FeatureMoments(map, rows, mean, covariance);
    }

    private static void read(
            Parameters sent, int start, int from, int to, double rows, int sites, double[] mean, double[] covariance) {
        int at = start;
        for (int a = from; a < to; a++) {
            mean[a] = sent.get(at++) / rows;
        }
        int size = mean.length;
        for (int a = from; a < to; a++) {
            for (int b = 0; b <= a; b++) {
                double value = sent.get(at++) / (rows - sites);
                covariance[a * size + b] = value;
                covariance[b * size + a] = value;
            }
        }
    }

    private int start() {
        return 2 * variables * variables;
    }

    private int marginals() {
        return start() + HEAD + 2 * variables;
    }

    private int pairsTold() {
        return marginals() + variables * Marginal.toldSize();
    }

    private int toldSize() {
        return pairsTold() + 2 * mostPairs;
    }

    /** Asks for histograms of the values about a centre, in a unit: [d] each. */
    public Parameters tellScales(long rows, double[] centre, double[] unit) {
        double[] told = new double[size()];
        told[start() + ROUND] = 1;
        told[start() + ROWS] = rows;
        for (int j = 0; j < variables; j++) {
            told[start() + HEAD + 2 * j] = centre[j];
            told[start() + HEAD + 2 * j + 1] = unit[j];
        }
        return Parameters.takeOver(told);
    }

    /** Also tells all marginals, and asks for the columns of single variables. */
    public Parameters tellMarginals(Parameters before, List<Marginal> marginals) {
        double[] told = before.toArray();
        told[start() + ROUND] = 2;
        for (int j = 0; j < variables; j++) {
            double[] own = marginals.get(j).told();
            System.arraycopy(own, 0, told, marginals() + j * own.length, own.length);
        }
        return Parameters.takeOver(told);
    }

    /** Also tells pairs, and asks for their columns. */
    Parameters tellPairs(Parameters before, int[][] pairs) {
        double[] told = before.toArray();
        told[start() + ROUND] = 3;
        told[start() + PAIRS] = pairs.length;
        for (int p = 0; p < pairs.length; p++) {
            told[pairsTold() + 2 * p] = pairs[p][0];
            told[pairsTold() + 2 * p + 1] = pairs[p][1];
        }
        return Parameters.takeOver(told);
    }

    /** From 0: moments, histograms, columns of single variables, columns of pairs. */
    int round(Parameters told) {
        double round = told.get(start() + ROUND);
        if (!(round >= 0 && round <= 3) || round != Math.rint(round)) {
            throw new IllegalArgumentException("a site must be asked in round 0, 1, 2 or 3, was asked in " + round);
        }
        return (int) round;
    }

    double rows(Parameters told) {
        return told.get(start() + ROWS);
    }

    double centre(Parameters told, int variable) {
        return told.get(start() + HEAD + 2 * variable);
    }

    public double unit(Parameters told, int variable) {
        double unit = told.get(start() + HEAD + 2 * variable + 1);
        if (!(unit > 0 && unit < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the unit of a histogram must be finite and > 0, was " + unit);
        }
        return unit;
    }

    public FeatureMap map(Parameters told) {
        double[] all = told.toArray();
        Marginal[] marginals = new Marginal[variables];
        Arrays.setAll(
                marginals,
                j -> Marginal.ofTold(Arrays.copyOfRange(
                        all, marginals() + j * Marginal.toldSize(), marginals() + (j + 1) * Marginal.toldSize())));
        double count = told.get(start() + PAIRS);
        if (!(count >= 0 && count <= mostPairs) || count != Math.rint(count)) {
            throw new IllegalArgumentException("pairs must be from 0 to " + mostPairs + ", were " + count);
        }
        int[][] pairs = new int[(int) count][2];
        Set<Integer> known = new HashSet<>();
        for (int p = 0; p < pairs.length; p++) {
            pairs[p][0] = variable(all[pairsTold() + 2 * p]);
            pairs[p][1] = variable(all[pairsTold() + 2 * p + 1]);
            if (pairs[p][0] >= pairs[p][1] || !known.add(pairs[p][0] * variables + pairs[p][1])) {
                throw new IllegalArgumentException("a pair must be of two variables in order, once, was of "
                        + pairs[p][0] + " and " + pairs[p][1]);
            }
        }
        return new FeatureMap(List.of(marginals), width, pairs);
    }

    private int variable(double told) {
        if (!(told >= 0 && told < variables) || told != Math.rint(told)) {
            throw new IllegalArgumentException("a pair must be of variables 0 to " + (variables - 1) + ", was " + told);
        }
        return (int) told;
    }
}
