// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.HyperParameters.FitSums;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The positions of requests for clients' own networks, and of their answers, in the vectors of a study. A client's
 * vector has first its {@link SiteSums}, then its answers, each place for one kind of value, so that no place has
 * values of different units in two rounds and changes lose nothing to rounding. An announcement has a question behind
 * places that stay 0.
 *
 * <p>Symbols: d targets; q columns; sets of rows are all but one of {@link PersonalSearch#BLOCKS} blocks, then all. The
 * places, counted through all slices behind those of the moments:
 *
 * <ul>
 *   <li>numbers: of answers {@link FitSums} under either assumption on noises, log-likelihoods under either, and of
 *       every mode (Σ d, Σ d², m) of its gains; of questions what {@link PersonalQuestion} says of settings
 *   <li>moments: of every block [1 + q²]
 *   <li>edges: of every set [q, d] probabilities, or the edges of a graph
 *   <li>scores: of as many rows as fit: of questions families, of answers scores [q] of each
 * </ul>
 */
public final class PersonalSumLayout {

    /** All rows but those of a block, for each block, then all rows. */
    static final int SETS = PersonalSearch.BLOCKS + 1;

    /** Families of a question in a round, for each target: all sets begin with one, and more follow from it. */
    private static final int FAMILIES = 16;
    /** The numbers of a family: set, target, count, parents. */
    static final int FAMILY = 3 + ParentSets.MOST;

    /** The start of log-likelihoods, after {@link FitSums} under two assumptions; gains follow them. */
    static final int LIKELIHOODS = 10;

    static final int GAINS = 12;

    private final int targets;
    private final int columns;
    private final int ofMoments;

    public PersonalSumLayout(int targets, int columns) {
        this.targets = targets;
        this.columns = columns;
        this.ofMoments = SiteSums.layout(columns).sliceLength();
    }

    static int position(NoiseAssumption assumption) {
        return assumption == NoiseAssumption.EQUAL ? 0 : 1;
    }

    int targets() {
        return targets;
    }

    public int columns() {
        return columns;
    }

    int moments() {
        return Math.max(GAINS + 3 * SharingMode.ALL.size(), PersonalQuestion.HEAD + 1 + columns);
    }

    int moments(int block) {
        return moments() + block * (1 + columns * columns);
    }

    int edges() {
        return moments(PersonalSearch.BLOCKS);
    }

    int edge(int set, int i, int j) {
        return edges() + (set * columns + i) * targets + j;
    }

    int scores() {
        return edge(SETS, 0, 0);
    }

    int scores(int k) {
        return scores() + k * Math.max(columns, FAMILY);
    }

    int mostFamilies() {
        return FAMILIES * targets;
    }

    int size() {
        return scores(mostFamilies());
    }

    private int answers() {
        return (size() + columns - 1) / columns;
    }

    /** The study's layout: that of {@link SiteSums} and the answers. */
    public ParameterLayout layout() {
        List<ParameterLayout.Block> blocks =
                new ArrayList<>(SiteSums.layout(columns).blocks());
        blocks.add(new ParameterLayout.Block("answers", answers(), 0, 0));
        return ParameterLayout.of(columns, blocks);
    }

    private int place(int k) {
        return k / answers() * (ofMoments + answers()) + ofMoments + k % answers();
    }

    private int moment(int k) {
        return k / ofMoments * (ofMoments + answers()) + k % ofMoments;
    }

    public Parameters first(Parameters sums) {
        double[] all = new double[columns * (ofMoments + answers())];
        for (int k = 0; k < sums.size(); k++) {
            all[moment(k)] = sums.get(k);
        }
        return Parameters.takeOver(all);
    }

    /** The moments in a client's release, or in a sum, by {@link SiteSums#layout}. */
    public Parameters moments(Parameters sent) {
        double[] sums = new double[columns * ofMoments];
        Arrays.setAll(sums, k -> sent.get(moment(k)));
        return Parameters.takeOver(sums);
    }

    /** A question, or the answers, without the places of the moments. */
    public double[] answers(Parameters all) {
        double[] answers = new double[size()];
        Arrays.setAll(answers, k -> all.get(place(k)));
        return answers;
    }

    /** A vector of the study: the moments of {@code before}, with answers or a question. */
    public Parameters with(Parameters before, double[] answers) {
        double[] all = before.toArray();
        for (int k = 0; k < answers.length; k++) {
            all[place(k)] = answers[k];
        }
        return Parameters.takeOver(all);
    }
}
