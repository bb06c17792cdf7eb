// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

/**
 * Something that the people of a site may want to know.
 *
 * <p>Privacy: a note is for the site's own people, and must not go to a log that others read. Counts of rows and cells
 * may be in it, and so may a cell that could not be read.
 *
 * @param kind what it is about
 * @param round of the task, from 0; −1 for a note
 * @param text for people
 */
public record SiteEvent(Kind kind, int round, String text) {

    /** The kinds of events. */
    public enum Kind {
        /** A task came. */
        TASK,
        /** Something to read. */
        NOTE
    }

    static SiteEvent task(int round) {
        return new SiteEvent(Kind.TASK, round, "task of round " + round);
    }

    static SiteEvent note(String text) {
        return new SiteEvent(Kind.NOTE, -1, text);
    }
}
