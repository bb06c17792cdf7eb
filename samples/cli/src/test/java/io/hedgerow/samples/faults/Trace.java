// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What happened in a case and when, in seconds since its beginning. One thread writes. */
final class Trace {

    private final long begin = System.nanoTime();
    private final List<String> lines = new ArrayList<>();

    double seconds() {
        return (System.nanoTime() - begin) / 1e9;
    }

    void add(String what) {
        lines.add(String.format(Locale.ROOT, "%8.3f s  %s", seconds(), what));
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
