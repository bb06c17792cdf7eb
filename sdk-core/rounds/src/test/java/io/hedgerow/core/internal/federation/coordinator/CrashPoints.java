// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

/** Counts the points at which a process could be killed, and kills it at one of them. */
public final class CrashPoints {

    /** A process was killed: an error, so that nothing in the code under test catches it. */
    public static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash(String where) {
            super(where);
        }
    }

    private final int fatal;
    private int reached;
    private String where = "nowhere";

    /** Kills at the given point, counted from 0; a negative number never kills. */
    public CrashPoints(int fatal) {
        this.fatal = fatal;
    }

    /** One of the points. */
    public void reach(String point) {
        if (reached++ == fatal) {
            where = point;
            throw new Crash(point);
        }
    }

    /** How many points there were so far. */
    public int reached() {
        return reached;
    }

    /** The point at which the process was killed. */
    public String where() {
        return where;
    }
}
