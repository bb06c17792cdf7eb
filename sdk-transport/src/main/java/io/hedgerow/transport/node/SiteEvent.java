// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

/**
 * An event to report to the operators of a site.
 *
 * <p>Privacy: a note or a warning is for the site's own people, and must not go to a log that others read. Counts of
 * rows and cells may be in a note, and so may a cell that could not be read; a warning follows from records.
 *
 * @param kind what it is about
 * @param round of the task, from 0; −1 without one
 * @param text for people
 */
public record SiteEvent(Kind kind, int round, String text) {

    /** The kinds of events. */
    public enum Kind {
        /** A task has arrived. */
        TASK,
        /** A note to read. */
        NOTE,
        /** The study waits for someone, or no longer waits; operators must see it even where they read no notes. */
        WAITING,
        /** A decision is needed, or protection is at risk; operators must see it even where they read no notes. */
        WARNING
    }

    static SiteEvent task(int round) {
        return new SiteEvent(Kind.TASK, round, "task of round " + round);
    }

    static SiteEvent note(String text) {
        return new SiteEvent(Kind.NOTE, -1, text);
    }

    static SiteEvent warning(String text) {
        return new SiteEvent(Kind.WARNING, -1, text);
    }

    static SiteEvent waiting(String text) {
        return new SiteEvent(Kind.WAITING, -1, text);
    }
}
