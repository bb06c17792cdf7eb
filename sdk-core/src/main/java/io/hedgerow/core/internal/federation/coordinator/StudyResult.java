// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.StudyState;
import java.util.List;

/**
 * The result of a study.
 *
 * @param reason why it ended so, in words
 * @param consensus W as the sites have it; not thresholded
 * @param rounds one report per completed round
 */
public record StudyResult(StudyState state, String reason, Parameters consensus, List<RoundReport> rounds) {
    public StudyResult {
        rounds = List.copyOf(rounds);
    }

    public long bytesUp() {
        return rounds.stream().mapToLong(RoundReport::bytesUp).sum();
    }

    public long bytesDown() {
        return rounds.stream().mapToLong(RoundReport::bytesDown).sum();
    }
}
