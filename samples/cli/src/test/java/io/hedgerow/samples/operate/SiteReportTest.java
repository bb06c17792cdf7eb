// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.Hindrance.Kind;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When people are advised to start a study again that too few sites answered. */
class SiteReportTest {

    private static boolean canGoOn(int quorum, Kind... kinds) {
        StudyPlan plan = StudyPlan.parse("plan", """
                format: 1
                name: trial
                coordinator: hub
                sites: [s1, s2, s3, s4]
                variables: {a: [-9, 9], b: [-9, 9]}
                algorithm: {id: gram}
                insecureNoPrivacy: true
                rounds: 2
                quorum: %d
                deadline: 5s
                minimumCohort: 3
                secureAggregation: none
                """.formatted(quorum).getBytes(StandardCharsets.UTF_8));
        List<Hindrance> hindrances = new ArrayList<>();
        for (Kind kind : kinds) {
            hindrances.add(new Hindrance(new SiteId("s" + (hindrances.size() + 1)), kind));
        }
        return SiteReport.canGoOn(plan, hindrances);
    }

    @Test
    void sitesThatMayComeBack_doNotEndTheStudy() {
        assertTrue(canGoOn(4, Kind.AWAY, Kind.NO_DATA, Kind.NO_ROOM, Kind.HOME_LOST));
        assertTrue(canGoOn(3, Kind.POLICY, Kind.LATE));
        assertFalse(canGoOn(3, Kind.POLICY, Kind.PERSON));
    }

    @Test
    void roundsThatAreLost_countTogetherWithDecisions() {
        assertTrue(canGoOn(3, Kind.ROUND_LOST));
        assertFalse(canGoOn(3, Kind.ROUND_LOST, Kind.RULES));
        assertFalse(canGoOn(4, Kind.ROUND_LOST));
    }

    /** The quorum of a study that needs all is then one of the others. */
    @Test
    void sitesThatTheOperatorExcluded_areNotNeeded() {
        assertTrue(canGoOn(4, Kind.EXCLUDED));
        assertTrue(canGoOn(4, Kind.EXCLUDED, Kind.AWAY));
        assertFalse(canGoOn(4, Kind.EXCLUDED, Kind.BUDGET));
        assertTrue(canGoOn(3, Kind.EXCLUDED));
        assertFalse(canGoOn(3, Kind.EXCLUDED, Kind.BUDGET));
    }
}
