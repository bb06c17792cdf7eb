// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The result of one test whether data agree with what a network assumes. Immutable. As private as the sums that were
 * tested.
 *
 * @param about the disagreement that the test looks for
 * @param outcome whether it was seen
 * @param figure the measure of the test, as {@link Misfit#figure()} names it; empty where the test has none or rows are
 *     too few to compute it
 * @param places the columns or pairs at which the disagreement was seen; empty where it is one of the whole network
 */
public record Finding(Misfit about, Outcome outcome, OptionalDouble figure, List<Place> places) {

    /** A larger share of variables that differ says nothing of single targets. */
    private static final double MOST = 0.5;

    private static final String OF_MOST = "most variables follow from their causes otherwise in one set of rows than "
            + "in others, which says nothing of single targets: relations may be bent, tails heavy, or units other";

    /** The possible results of a test. */
    public enum Outcome {
        /** The data agree, as far as the test can tell. */
        PASSED,
        /** The data disagree by more than chance. */
        FAILED,
        /** The test could not be made, or says nothing of these data. */
        NOT_JUDGED
    }

    /**
     * A column or a pair of columns.
     *
     * @param one column by its position
     * @param other column of the pair; the same for a single column
     * @param figure of this place, which {@link Misfit} explains; empty where it is unknown
     * @param where the rows in which it was seen, such as {@code at site-1}; "" where it was seen in all together
     */
    public record Place(int one, int other, OptionalDouble figure, String where) {
        public Place {
            Objects.requireNonNull(figure, "figure");
            Objects.requireNonNull(where, "where");
        }

        /**
         * A column or pair in all rows.
         *
         * @param one column by its position
         * @param other column of the pair
         * @param figure of this place
         */
        public Place(int one, int other, OptionalDouble figure) {
            this(one, other, figure, "");
        }

        /**
         * A single column.
         *
         * @param column by its position
         * @param figure of the column
         */
        public Place(int column, double figure) {
            this(column, column, OptionalDouble.of(figure));
        }
    }

    public Finding {
        Objects.requireNonNull(about, "about");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(figure, "figure");
        places = List.copyOf(places);
    }

    /**
     * {@return the finding of a test with a measure of the whole network; not judged without a figure}
     *
     * @param about the disagreement
     * @param figure the measure, empty where it could not be computed
     * @param seen whether the data disagree
     */
    public static Finding of(Misfit about, OptionalDouble figure, boolean seen) {
        Outcome unseen = figure.isPresent() ? Outcome.PASSED : Outcome.NOT_JUDGED;
        return new Finding(about, seen ? Outcome.FAILED : unseen, figure, List.of());
    }

    /**
     * {@return the finding of a test that was made and has no measure of the whole network}
     *
     * @param about the disagreement
     * @param seen whether the data disagree
     */
    public static Finding of(Misfit about, boolean seen) {
        return new Finding(about, seen ? Outcome.FAILED : Outcome.PASSED, OptionalDouble.empty(), List.of());
    }

    /**
     * {@return the finding of a test of every column or pair, which passes without places}
     *
     * @param about the disagreement
     * @param places at which it was seen
     */
    public static Finding at(Misfit about, List<Place> places) {
        return new Finding(about, places.isEmpty() ? Outcome.PASSED : Outcome.FAILED, OptionalDouble.empty(), places);
    }

    /**
     * {@return the finding of a test of every column, which passes without columns}
     *
     * @param about the disagreement
     * @param figures of the columns at which it was seen, by their positions
     */
    public static Finding atColumns(Misfit about, Map<Integer, Double> figures) {
        return at(
                about,
                new TreeMap<>(figures)
                        .entrySet().stream()
                                .map(column -> new Place(column.getKey(), column.getValue()))
                                .toList());
    }

    /**
     * {@return the finding of a test that says nothing of these data}
     *
     * @param about the disagreement
     * @param figure the measure all the same, where it was computed
     */
    public static Finding notJudged(Misfit about, OptionalDouble figure) {
        return new Finding(about, Outcome.NOT_JUDGED, figure, List.of());
    }

    /** {@return whether the data disagree} */
    public boolean failed() {
        return outcome == Outcome.FAILED;
    }

    /** {@return the name of the disagreement in results, such as {@code sites-differ}} */
    public String code() {
        return about.code();
    }

    /** {@return the meaning of a failure for users: a clause without full stop, with the number of pairs} */
    public String text() {
        return switch (about) {
            case UNEXPLAINED_PAIRS ->
                Words.count(places.size(), "pair") + " without an edge " + (places.size() == 1 ? "is " : "are ")
                        + about.meaning();
            case HIDDEN_PAIRS -> "of " + Words.count(places.size(), "pair") + " " + about.meaning();
            case MECHANISMS_DIFFER -> figure.orElse(0) > MOST ? OF_MOST : about.meaning();
            default -> about.meaning();
        };
    }

    /** {@return the remedy for a failure, a clause without full stop} */
    public String remedy() {
        return about.remedy();
    }
}
