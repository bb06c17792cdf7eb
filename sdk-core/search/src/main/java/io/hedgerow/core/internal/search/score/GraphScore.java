// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.score;

import io.hedgerow.core.internal.text.Words;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Scores with a noise variance for each variable, by the names in plans; the first one is the default. */
@SuppressWarnings("ImmutableEnumChecker") // the makers have no state
public enum GraphScore {
    BGE(
            "a marginal likelihood",
            (d, covariance, rows, ofSeries) ->
                    BgeScore.of(d, covariance, rows, ofSeries ? BgeScore.SCALE_OF_SERIES : BgeScore.DEFAULT_SCALE)),
    BIC("the Bayesian information criterion", (d, covariance, rows, ofSeries) -> BicScore.of(d, covariance, rows));

    private final String sentence;
    private final Maker maker;

    /** Creates a score from covariances, [d, d] row by row, of n_eff rows. */
    private interface Maker {
        StructureScore of(int variables, double[] covariance, double rows, boolean ofSeries);
    }

    GraphScore(String sentence, Maker maker) {
        this.sentence = sentence;
        this.maker = maker;
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(GraphScore::word).toList();
    }

    /** The score of a name; a name that is none of {@link #words} is refused. */
    public static GraphScore of(String word) {
        return Words.constant(GraphScore.class, word)
                .filter(score -> score.word().equals(word))
                .orElseThrow(() -> new IllegalArgumentException(
                        "score must be one of " + String.join(", ", words()) + ", was \"" + word + "\""));
    }

    public static String sentences() {
        return Arrays.stream(values())
                .map(score -> score.word() + ", " + score.sentence)
                .collect(Collectors.joining("; "));
    }

    public String word() {
        return Words.dashed(this);
    }

    /** What a result says of it. */
    public String note() {
        return "graphs were compared by " + sentence + ", as was asked";
    }

    /** The score of covariances, [d, d] row by row, in any units, of n_eff rows, of series or of rows as they are. */
    public StructureScore of(int variables, double[] covariance, double rows, boolean ofSeries) {
        return maker.of(variables, covariance, rows, ofSeries);
    }
}
