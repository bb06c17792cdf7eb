// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.model.Parameters;
import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/**
 * Requests contrasts from sites in as many rounds as needed; only the sum of their answers is used. Not thread-safe.
 */
public final class RemoteContrasts implements Contrasts {

    private final ContrastLayout layout;
    private final long rows;
    private final UnaryOperator<Parameters> round;
    private final IntSupplier roundsLeft;

    /** Asks in a study of {@link ContrastRelease} whose sites released moments; a round announces and sums. */
    public RemoteContrasts(WithinSites moments, UnaryOperator<Parameters> round, IntSupplier roundsLeft) {
        this.layout = new ContrastLayout(moments.variables());
        this.rows = moments.rows();
        this.round = round;
        this.roundsLeft = roundsLeft;
    }

    @Override
    public int left() {
        return Math.multiplyExact(roundsLeft.getAsInt(), layout.mostDirections());
    }

    @Override
    public ContrastSums of(double[][] directions) {
        int most = layout.mostDirections();
        ContrastSums all = new ContrastSums(rows, new double[0], new double[0]);
        for (int from = 0; from < directions.length; from += most) {
            double[][] part = Arrays.copyOfRange(directions, from, Math.min(from + most, directions.length));
            all = all.followedBy(ask(ContrastLayout.Question.of(part), part.length));
        }
        return all;
    }

    @Override
    public ContrastSums ofPairs(double[][] directions, double[] correlations) {
        int m = directions.length;
        return ask(ContrastLayout.Question.ofPairs(directions, correlations), m * m);
    }

    private ContrastSums ask(ContrastLayout.Question question, int answers) {
        return layout.contrasts(round.apply(layout.told(question)), answers, rows);
    }
}
