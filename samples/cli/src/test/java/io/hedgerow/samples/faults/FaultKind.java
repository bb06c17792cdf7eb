// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import io.hedgerow.core.internal.text.Words;
import java.util.SplittableRandom;

/** What can happen to a site, to the coordinator, or to the network between them. */
enum FaultKind {
    /** {@code SIGKILL}; the process is started again when the time is over. */
    KILL(0, 3000, true),
    /** {@code SIGTERM}, the same. */
    TERMINATE(0, 3000, true),
    /** {@code SIGSTOP}, then {@code SIGCONT}. */
    PAUSE(200, 5000, true),
    /**
     * Nothing can be written to its directory; a process that ends with code 75 is started again when there is room.
     */
    FULL_DISK(300, 3000, true),
    /** The same, and the process is started again at once, without room. */
    FULL_DISK_RESTARTS(300, 3000, true),
    /** At most 1024 bytes go each 30 ms. */
    DELAY(1000, 5000, false),
    /** Connections break, and so does every new one. */
    DROP(0, 3000, false),
    /** All bytes come twice. */
    DUPLICATE(0, 2000, false),
    /** One bit of everything that passes is another. */
    CORRUPT(0, 2000, false),
    /** Connections break, and new ones are accepted and lead nowhere, then and later. */
    HALF_OPEN(500, 4000, false),
    /** What the site sends does not arrive. */
    ONE_WAY_UP(500, 5000, false),
    /** What the site is sent does not arrive. */
    ONE_WAY_DOWN(500, 5000, false),
    /** The database with a site's rows breaks its connections and refuses new ones. */
    SOURCE_REFUSES(500, 6000),
    /** It sends nothing more, and new connections lead nowhere. */
    SOURCE_SILENT(500, 8000),
    /** Of what it sends at most 1024 bytes go each 200 ms. */
    SOURCE_SLOW(1000, 6000),
    /** Half of its rows are not there. */
    SOURCE_WRONG_ROWS(500, 6000);

    private final long shortest;
    private final long longest;
    private final boolean ofProcess;
    private final boolean ofSource;

    FaultKind(long shortestMillis, long longestMillis, boolean ofProcess) {
        this(shortestMillis, longestMillis, ofProcess, false);
    }

    FaultKind(long shortestMillis, long longestMillis) {
        this(shortestMillis, longestMillis, false, true);
    }

    FaultKind(long shortestMillis, long longestMillis, boolean ofProcess, boolean ofSource) {
        this.shortest = shortestMillis;
        this.longest = longestMillis;
        this.ofProcess = ofProcess;
        this.ofSource = ofSource;
    }

    /** Whether it is done to the database with a site's rows. */
    boolean isOfSource() {
        return ofSource;
    }

    /** Whether it is done to a process, and not to the network of a site. */
    boolean isOfProcess() {
        return ofProcess;
    }

    /** Whether the process is ended from outside. */
    boolean endsProcess() {
        return this == KILL || this == TERMINATE;
    }

    /** Whether it needs a file system of its own. */
    boolean needsDisk() {
        return this == FULL_DISK || this == FULL_DISK_RESTARTS;
    }

    long millis(SplittableRandom random) {
        return random.nextLong(shortest, longest + 1);
    }

    String dashed() {
        return Words.dashed(this);
    }
}
