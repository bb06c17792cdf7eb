// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Remembers the failed trials of a climb and the variables that changed since, so that only moves that may have become
 * better are tried again. A trial is due when it was never made, or when one of its variables, their parents and
 * children changed after it. Not thread-safe.
 */
final class FailedMoves {

    static final int EXCHANGE = 0;
    static final int TURN = 1;
    static final int REBUILD = 2;
    private static final int KINDS = 3;

    private final int variables;
    private final long[] changed;
    private final Map<Long, Long> failed = new HashMap<>();
    private long clock;

    FailedMoves(int variables) {
        this.variables = variables;
        this.changed = new long[variables];
    }

    private long key(int kind, int i, int j) {
        return ((long) i * variables + j) * KINDS + kind;
    }

    boolean due(int kind, GramGraph graph, int i, int j) {
        Long last = failed.get(key(kind, i, j));
        return last == null || newest(graph, i) > last || newest(graph, j) > last;
    }

    private long newest(GramGraph graph, int variable) {
        return Arrays.stream(graph.around(variable))
                .mapToLong(near -> changed[near])
                .max()
                .orElseThrow();
    }

    void failed(int kind, int i, int j) {
        failed.put(key(kind, i, j), clock);
    }

    void changed(int... which) {
        clock++;
        for (int variable : which) {
            changed[variable] = clock;
        }
    }

    /** The changes so far, for {@link #back}. */
    long[] changes() {
        return changed.clone();
    }

    /** Undoes changes that were given up. */
    void back(long[] changes) {
        System.arraycopy(changes, 0, changed, 0, variables);
    }
}
