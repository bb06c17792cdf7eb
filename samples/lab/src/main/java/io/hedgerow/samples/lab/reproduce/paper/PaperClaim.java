// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.paper;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comparative claim of a paper, paraphrased, with the checks that decide it.
 *
 * @param place paper and section, figure or table, such as {@code 001 section 6.1}; several are separated by {@code ; }
 * @param checks all of which must hold; empty for a sentence that no run of the item can decide
 * @param open why runs cannot decide it; empty where there are checks
 * @param publishedOnly whether it is about settings of the paper, so that lines with ours say nothing about it
 */
public record PaperClaim(String text, String place, List<ClaimCheck> checks, String open, boolean publishedOnly) {
    public PaperClaim {
        checks = List.copyOf(checks);
        if (checks.isEmpty() == open.isEmpty()) {
            throw new IllegalArgumentException(
                    "a statement must have checks or say in 'open' why it has none: " + text + ": " + open);
        }
    }

    /** The JSON form of a claim, in which a single check may be written inline. */
    private record Written(
            String text,
            String place,
            List<ClaimCheck> checks,
            String open,
            boolean publishedOnly,
            ClaimCheck.@Nullable Kind kind,
            List<Measure> measures,
            List<String> lines,
            List<String> others,
            List<String> panels,
            List<String> otherPanels,
            List<String> at,
            List<String> otherAt,
            @Nullable Double value,
            @Nullable Double within) {

        List<ClaimCheck> all() {
            return kind == null
                    ? checks
                    : List.of(new ClaimCheck(
                            kind, measures, lines, others, panels, otherPanels, at, otherAt, value, within));
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static PaperClaim read(Written written) {
        return new PaperClaim(written.text, written.place, written.all(), written.open, written.publishedOnly);
    }

    public List<String> places() {
        return List.of(place.split("; ", -1));
    }
}
