// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.federation.site.SiteOptimum;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every process of a study is killed at every point at which it could be, one after the other. */
@Tag("slow")
class CrashEverywhereTest {

    private static final List<String> SITES = List.of("a", "b", "c");
    private static final MechanismEvent FREE = new MechanismEvent.NonPrivate("test");
    private static final MechanismEvent COSTLY = new MechanismEvent.Gaussian(0.1, 1);

    private static CrashingFederation federation(int crashAt, MechanismEvent event, CommunicationPolicy communication) {
        Study study = Fixtures.study(3, 4, 2, communication);
        return new CrashingFederation(
                study, SITES, new CrashPoints(crashAt), event == COSTLY, () -> new SiteOptimum(event));
    }

    private static void requireSame(StudyResult expected, StudyResult found, CrashingFederation after, String where) {
        assertEquals(expected.state(), found.state(), where);
        assertEquals(expected.reason(), found.reason(), where);
        assertEquals(expected.consensus(), found.consensus(), where);
        assertEquals(expected.rounds(), found.rounds(), where);
        assertEquals(expected.rounds(), after.observed, where);
        after.sessions().values().forEach(session -> assertEquals(expected.consensus(), session.consensus(), where));
    }

    @Test
    void withoutBudget_theResultIsTheSameWhereverAProcessIsKilled() throws Exception {
        for (CommunicationPolicy policy : List.of(CommunicationPolicy.exact(), CommunicationPolicy.economical(0.3))) {
            CrashingFederation quiet = federation(-1, FREE, policy);
            StudyResult expected = quiet.run();
            assertEquals(StudyState.ROUNDS_COMPLETED, expected.state());
            int k = 0;
            while (true) {
                CrashPoints points = new CrashPoints(k);
                CrashingFederation federation = new CrashingFederation(
                        Fixtures.study(3, 4, 2, policy), SITES, points, false, () -> new SiteOptimum(FREE));
                StudyResult found = federation.run();
                if (federation.restarts == 0) {
                    break;
                }
                requireSame(expected, found, federation, "point " + k + ", " + points.where());
                assertEquals(1, federation.restarts);
                k++;
            }
            assertTrue(k > 100, "points: " + k);
        }
    }

    @Test
    void withBudget_noRoundIsReservedTwice_andNothingIsSentThatIsNotInTheLedger() throws Exception {
        StudyResult expected =
                federation(-1, COSTLY, CommunicationPolicy.exact()).run();
        Set<String> windows = new TreeSet<>();
        int k = 0;
        while (true) {
            CrashPoints points = new CrashPoints(k);
            CrashingFederation federation = new CrashingFederation(
                    Fixtures.study(3, 4, 2, CommunicationPolicy.exact()),
                    SITES,
                    points,
                    true,
                    () -> new SiteOptimum(COSTLY));
            StudyResult found = federation.run();
            if (federation.restarts == 0) {
                break;
            }
            String where = "point " + k + ", " + points.where();
            assertEquals(StudyState.ROUNDS_COMPLETED, found.state(), where);
            federation.ledgers.forEach((site, ledger) -> {
                List<Integer> rounds =
                        ledger.stream().map(ReservationRequest::round).toList();
                assertEquals(Set.copyOf(rounds).size(), rounds.size(), where + ": a round was reserved twice");
                List<Integer> sent = federation.sent.stream()
                        .filter(update -> update.site().equals(site))
                        .map(ProtectedUpdate::round)
                        .toList();
                assertFalse(sent.isEmpty(), where + ": " + site + " sent nothing");
                assertTrue(rounds.containsAll(sent), where + ": an update was sent without a reservation");
            });
            boolean all = found.rounds().stream().allMatch(report -> report.sites() == 3);
            if (all) {
                requireSame(expected, found, federation, where);
            } else {
                windows.add(points.where());
                assertEquals(
                        11, found.rounds().stream().mapToInt(RoundReport::sites).sum(), where);
            }
            // whatever was sent twice was the same
            assertEquals(
                    federation.sent.stream()
                            .map(update -> update.site() + "/" + update.round())
                            .distinct()
                            .count(),
                    federation.sent.stream().distinct().count(),
                    where);
            k++;
        }
        assertTrue(k > 100, "points: " + k);
        assertEquals(
                Set.of("after Reading", "before Answered"), windows, "where a round is lost, and nothing but a round");
    }

    @Test
    void twoCrashesInOneStudy_andAnEndedStudyStartedAgain_giveTheSameResult() throws Exception {
        StudyResult expected = federation(-1, FREE, CommunicationPolicy.exact()).run();
        CrashingFederation federation = federation(57, FREE, CommunicationPolicy.exact());
        federation.run();
        List<Object> before = Stream.<Object>concat(
                        federation.journal.records().stream(),
                        federation.siteJournals.values().stream().flatMap(one -> one.records().stream()))
                .collect(Collectors.toList());

        StudyResult again = federation.run();

        requireSame(expected, again, federation, "an ended study");
        List<Object> after = Stream.<Object>concat(
                        federation.journal.records().stream(),
                        federation.siteJournals.values().stream().flatMap(one -> one.records().stream()))
                .collect(Collectors.toList());
        assertEquals(before, after, "nothing was added");
    }
}
