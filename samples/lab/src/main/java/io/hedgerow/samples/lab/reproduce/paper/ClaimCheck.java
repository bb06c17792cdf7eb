// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.paper;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.hedgerow.core.internal.text.Words;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the runs of an item under which a claim of a paper holds. It is a comparison for every panel, measure,
 * line, other line and point that it names.
 *
 * @param measures at least one
 * @param lines the lines of which something is said, without the names of panels
 * @param others the lines they are compared with, in the same panel; where there are none and {@code otherAt} is not
 *     empty, a line is compared with itself at other points
 * @param panels names of panels; empty where lines are written with theirs, or there are none
 * @param otherPanels the panels of the other lines, one for each of {@code panels}; empty for the same
 * @param at points; empty for all; {@code mean} for all of them together
 * @param otherAt points of the other lines; empty for the same point
 * @param value a number that the sentence names: a bound, a ratio, what something is around, or how far from the best
 *     point a point may be
 * @param within of a ratio, or of what is around a number: the share of it by which ours may differ; a quarter where it
 *     is absent
 */
public record ClaimCheck(
        Kind kind,
        List<Measure> measures,
        List<String> lines,
        List<String> others,
        List<String> panels,
        List<String> otherPanels,
        List<String> at,
        List<String> otherAt,
        @Nullable Double value,
        @Nullable Double within) {

    private static final double A_QUARTER = 0.25;

    public enum Kind {
        BELOW,
        ABOVE,
        /** The line is more than one standard deviation below the other. */
        FAR_BELOW,
        /** The line is more than one standard deviation above the other. */
        FAR_ABOVE,
        /** The line is within one standard deviation of the other. */
        CLOSE,
        /** The line is no more than one standard deviation below the other. */
        NO_LOWER,
        /** The line is no more than one standard deviation above the other. */
        NO_HIGHER,
        /** The line varies less than the other from run to run. */
        NARROWER,
        /** The line, or its distance above the other, grows along the points. */
        INCREASING,
        /** The line, or its distance above the other, falls along the points. */
        DECREASING,
        /** The line at this point of a grid is as good as anywhere in it, within one standard deviation or a number. */
        BEST,
        /** The line is a number of times the other. */
        RATIO,
        AT_MOST,
        AT_LEAST,
        AROUND,
        /** Some run of the line has the number, and others may have any. */
        SOMETIMES;

        @JsonCreator
        static Kind of(String name) {
            return Words.constant(Kind.class, name)
                    .orElseThrow(() -> new IllegalArgumentException("kind must be one of "
                            + Arrays.stream(values()).map(Words::dashed).toList() + ", was " + name));
        }

        private boolean needsOther() {
            return switch (this) {
                case BELOW, ABOVE, FAR_BELOW, FAR_ABOVE, CLOSE, NO_LOWER, NO_HIGHER, NARROWER, RATIO -> true;
                case INCREASING, DECREASING, BEST, AT_MOST, AT_LEAST, AROUND, SOMETIMES -> false;
            };
        }

        private boolean takes(@Nullable Double value) {
            return switch (this) {
                case RATIO, AT_MOST, AT_LEAST, AROUND, SOMETIMES -> value != null;
                case BEST -> true;
                case BELOW, ABOVE, FAR_BELOW, FAR_ABOVE, CLOSE, NO_LOWER, NO_HIGHER, NARROWER, INCREASING, DECREASING ->
                    value == null;
            };
        }
    }

    public ClaimCheck {
        measures = List.copyOf(measures);
        lines = List.copyOf(lines);
        others = List.copyOf(others);
        panels = List.copyOf(panels);
        otherPanels = List.copyOf(otherPanels);
        at = List.copyOf(at);
        otherAt = List.copyOf(otherAt);
        if (lines.isEmpty() || measures.isEmpty()) {
            throw new IllegalArgumentException(
                    "a check must name a line and a measure, had " + lines + ", " + measures);
        }
        if (kind.needsOther() && others.isEmpty() && otherAt.isEmpty() && otherPanels.isEmpty()) {
            throw new IllegalArgumentException("a check of kind " + Words.dashed(kind) + " must say what " + lines
                    + " are compared with: give others, otherAt or otherPanels");
        }
        if (!kind.takes(value)) {
            throw new IllegalArgumentException(
                    "a check must have a value when it is a ratio, a bound or around a number, of kind "
                            + Words.dashed(kind) + " it was " + value);
        }
        if (!otherPanels.isEmpty() && otherPanels.size() != panels.size()) {
            throw new IllegalArgumentException(
                    "otherPanels must be as many as panels, were " + otherPanels + " for " + panels);
        }
    }

    /** A pair of lines; the same line twice where it is compared with nothing or with itself. */
    public record Pair(String line, String other) {}

    /** The pairs that are compared, by their names in the table. */
    public List<Pair> pairs() {
        Stream<Pair> named = panels.isEmpty()
                ? lines.stream().flatMap(line -> others(line).map(other -> new Pair(line, other)))
                : panels.stream()
                        .flatMap(panel -> lines.stream()
                                .flatMap(line -> others(line)
                                        .map(other ->
                                                new Pair(line + " / " + panel, other + " / " + opposite(panel)))));
        return named.toList();
    }

    private Stream<String> others(String line) {
        return others.isEmpty() ? Stream.of(line) : others.stream();
    }

    private String opposite(String panel) {
        return otherPanels.isEmpty() ? panel : otherPanels.get(panels.indexOf(panel));
    }

    public double number() {
        if (value == null) {
            throw new IllegalStateException("a check of kind " + Words.dashed(kind) + " must have a value, has none");
        }
        return value;
    }

    public boolean hasNumber() {
        return value != null;
    }

    public double tolerance() {
        return within == null ? A_QUARTER : within;
    }
}
