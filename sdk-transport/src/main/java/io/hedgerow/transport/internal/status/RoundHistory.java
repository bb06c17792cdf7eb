// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.federation.RoundReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bounded choice of rounds: the last one and every k-th, where k doubles when there are too many. Not thread-safe.
 */
final class RoundHistory {

    static final int MOST = 256;

    private final List<RoundReport> kept = new ArrayList<>();
    private @Nullable RoundReport last;
    private int stride = 1;
    private int count;

    void add(RoundReport report) {
        last = report;
        if (count++ % stride != 0) {
            return;
        }
        if (kept.size() == MOST) {
            stride *= 2;
            for (int k = MOST - 1; k > 0; k -= 2) {
                kept.remove(k);
            }
            if ((count - 1) % stride != 0) {
                return;
            }
        }
        kept.add(report);
    }

    int count() {
        return count;
    }

    List<RoundReport> rounds() {
        List<RoundReport> rounds = new ArrayList<>(kept);
        if (last != null && (rounds.isEmpty() || rounds.get(rounds.size() - 1).round() != last.round())) {
            rounds.add(last);
        }
        return rounds;
    }
}
