// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.transport.internal.journal.FileJournal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a site's journal says that it computed and answered. */
public record AnsweredRounds(
        String site, int begun, Map<Integer, Integer> computed, Map<Integer, Parameters> answered) {

    public static AnsweredRounds of(String site, Path file) {
        Map<Integer, Integer> computed = new TreeMap<>();
        Map<Integer, Parameters> answered = new TreeMap<>();
        int begun = 0;
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(file, 0)) {
            for (Optional<SiteRecord> next = journal.next(); next.isPresent(); next = journal.next()) {
                if (next.get() instanceof SiteRecord.Computing computing) {
                    computed.merge(computing.round(), 1, Integer::sum);
                } else if (next.get() instanceof SiteRecord.Begun) {
                    begun++;
                } else if (next.get() instanceof SiteRecord.Answered one) {
                    // more than once where a masked round was tried again, with the same solution
                    Parameters before = answered.putIfAbsent(one.update().round(), one.solution());
                    assertTrue(before == null || before.equals(one.solution()), site + " answered with two results");
                }
            }
        }
        return new AnsweredRounds(site, begun, computed, answered);
    }

    public void requireOnce(boolean budget) {
        assertTrue(answered.size() <= begun, site + " answered " + answered.size() + " of " + begun + " rounds");
        if (budget) {
            computed.forEach((round, times) -> assertEquals(1, times, site + " computed round " + round));
        }
    }
}
