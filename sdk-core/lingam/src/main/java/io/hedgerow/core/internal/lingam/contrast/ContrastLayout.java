// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The positions of requested directions and of contrasts in the vectors of a study. A site's vector has first its
 * {@link SiteSums}, and once it was asked, sums of contrasts instead. An announcement has directions where the sums of
 * moments are, and correlations where the contrasts are. So a place has values of one unit, and changes lose nothing to
 * rounding. Slices are those of the moments followed by 2 d + 2 contrasts; both parts are counted through all slices.
 * The answer to question k has its sums at 2 k and 2 k + 1. Direction k is at k d … k d + d − 1, correlation r_ij at i
 * d + j; after these d² the number of directions, and 1 for pairs or 0. All are 0 in the first round.
 */
final class ContrastLayout {

    private final int variables;
    private final int moments;

    ContrastLayout(int variables) {
        this.variables = variables;
        this.moments = SiteSums.layout(variables).sliceLength();
    }

    private int contrasts() {
        return 2 * variables + 2;
    }

    int mostDirections() {
        return 2 * variables;
    }

    ParameterLayout layout() {
        List<ParameterLayout.Block> blocks =
                new ArrayList<>(SiteSums.layout(variables).blocks());
        blocks.add(new ParameterLayout.Block("contrasts", contrasts(), 0, 0));
        return ParameterLayout.of(variables, blocks);
    }

    private int size() {
        return variables * (moments + contrasts());
    }

    private int moment(int k) {
        return k / moments * (moments + contrasts()) + k % moments;
    }

    private int contrast(int k) {
        return k / contrasts() * (moments + contrasts()) + moments + k % contrasts();
    }

    Parameters embed(Parameters sums) {
        double[] all = new double[size()];
        for (int k = 0; k < sums.size(); k++) {
            all[moment(k)] = sums.get(k);
        }
        return Parameters.takeOver(all);
    }

    Parameters moments(Parameters sent) {
        double[] sums = new double[variables * moments];
        for (int k = 0; k < sums.length; k++) {
            sums[k] = sent.get(moment(k));
        }
        return Parameters.takeOver(sums);
    }

    Parameters answer(ContrastSums sums) {
        double[] all = new double[size()];
        for (int k = 0; k < sums.size(); k++) {
            all[contrast(2 * k)] = sums.even(k);
            all[contrast(2 * k + 1)] = sums.odd(k);
        }
        return Parameters.takeOver(all);
    }

    ContrastSums contrasts(Parameters sent, int questions, long rows) {
        double[] even = new double[questions];
        double[] odd = new double[questions];
        for (int k = 0; k < questions; k++) {
            even[k] = sent.get(contrast(2 * k));
            odd[k] = sent.get(contrast(2 * k + 1));
        }
        return new ContrastSums(rows, even, odd);
    }

    static final class Question {

        private final double[][] directions;
        /** [k, k] for pairs; otherwise empty. */
        private final double[] correlations;

        private Question(double[][] directions, double[] correlations) {
            this.directions = directions;
            this.correlations = correlations;
        }

        /** Asks for 1 to 2 d directions, [k][d], which it takes over. */
        static Question of(double[][] directions) {
            return new Question(directions, new double[0]);
        }

        /** Asks for pairs of 1 to d directions, [k][d], and their correlations, [k, k], which it takes over. */
        static Question ofPairs(double[][] directions, double[] correlations) {
            return new Question(directions, correlations);
        }

        ContrastSums to(Contrasts rows) {
            return correlations.length > 0 ? rows.ofPairs(directions, correlations) : rows.of(directions);
        }
    }

    Parameters told(Question question) {
        int k = question.directions.length;
        double[] all = new double[size()];
        for (int i = 0; i < k; i++) {
            for (int c = 0; c < variables; c++) {
                all[moment(i * variables + c)] = question.directions[i][c];
            }
        }
        boolean pairs = question.correlations.length > 0;
        for (int i = 0; pairs && i < k * k; i++) {
            all[contrast(i / k * variables + i % k)] = question.correlations[i];
        }
        all[contrast(variables * variables)] = k;
        all[contrast(variables * variables + 1)] = pairs ? 1 : 0;
        return Parameters.takeOver(all);
    }

    boolean isFirst(Parameters told) {
        return told.get(contrast(variables * variables)) == 0;
    }

    Question question(Parameters told) {
        double count = told.get(contrast(variables * variables));
        boolean pairs = told.get(contrast(variables * variables + 1)) != 0;
        int most = pairs ? variables : mostDirections();
        if (!(count >= 1 && count <= most) || count != Math.rint(count)) {
            throw new IllegalArgumentException("a question must be of 1 to " + most + " directions, was of " + count);
        }
        int k = (int) count;
        double[][] directions = new double[k][variables];
        for (int i = 0; i < k; i++) {
            int first = i * variables;
            Arrays.setAll(directions[i], c -> told.get(moment(first + c)));
        }
        double[] correlations = new double[pairs ? k * k : 0];
        Arrays.setAll(correlations, i -> told.get(contrast(i / k * variables + i % k)));
        return new Question(directions, correlations);
    }
}
