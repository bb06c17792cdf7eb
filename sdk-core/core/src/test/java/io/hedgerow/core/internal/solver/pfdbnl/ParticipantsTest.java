// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.pfdbnl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.solver.pfdbnl.PersonalSolver.Participants;
import io.hedgerow.core.protocol.SiteId;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ParticipantsTest {

    private static final List<SiteId> SITES =
            Stream.of("a", "b", "c", "d", "e").map(SiteId::new).toList();

    @Test
    void everyRound_hasExactlyThatMany_andEverySiteItsShare() {
        Participants two = new Participants("s", SITES, 2);
        int rounds = 2000;
        for (int round = 0; round < rounds; round++) {
            int now = round;
            assertEquals(
                    2, SITES.stream().filter(site -> two.include(site, now)).count());
        }
        for (SiteId site : SITES) {
            long turns = IntStream.range(0, rounds)
                    .filter(round -> two.include(site, round))
                    .count();
            // binomial with 2000 and .4: a standard deviation of 22, so five of them; the draw never changes
            assertTrue(Math.abs(turns - 800) < 110, site.value() + " had " + turns);
        }
        long together = IntStream.range(0, rounds)
                .filter(round -> two.include(SITES.get(0), round) && two.include(SITES.get(1), round))
                .count();
        // one pair of ten: 200 with a standard deviation of 13
        assertTrue(Math.abs(together - 200) < 65, "pairs are drawn alike, was " + together);
    }

    @Test
    void anotherStudy_drawsOthers_andAllIsAll() {
        Participants one = new Participants("s", SITES, 1);
        Participants other = new Participants("t", SITES, 1);
        assertTrue(IntStream.range(0, 30)
                .anyMatch(round -> one.include(SITES.get(0), round) != other.include(SITES.get(0), round)));
        Participants all = new Participants("s", SITES, 5);
        assertTrue(SITES.stream().allMatch(site -> all.include(site, 7)));
        assertThrows(IllegalArgumentException.class, () -> new Participants("s", SITES, 6));
        assertThrows(IllegalArgumentException.class, () -> new Participants("s", SITES, 0));
    }
}
