// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Something that happened, for people and for programs that read a log.
 *
 * @param name what kind of event, lower case with dashes, such as {@code site-away}
 * @param text one line for people
 * @param site its name, where it is about one
 * @param round from 0, where it is about one
 */
public record LogEvent(String name, String text, Optional<String> study, Optional<String> site, OptionalInt round) {
    /** An event of no study, site or round. */
    public static LogEvent of(String name, String text) {
        return new LogEvent(name, text, Optional.empty(), Optional.empty(), OptionalInt.empty());
    }

    /** The same of a study. */
    public LogEvent ofStudy(String newStudy) {
        return new LogEvent(name, text, Optional.of(newStudy), site, round);
    }

    /** The same about a site. */
    public LogEvent ofSite(String newSite) {
        return new LogEvent(name, text, study, Optional.of(newSite), round);
    }

    /**
     * The same about a round.
     *
     * @param newRound from 0
     */
    public LogEvent ofRound(int newRound) {
        return new LogEvent(name, text, study, site, OptionalInt.of(newRound));
    }
}
