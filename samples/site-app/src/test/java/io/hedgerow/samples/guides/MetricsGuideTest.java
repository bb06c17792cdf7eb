// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.guides;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.core.study.Study;
import io.hedgerow.transport.internal.status.StatusBoard;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What docs/observability.md shows. */
class MetricsGuideTest {

    @Test
    void page_isServedInTwoLines() {
        StudyPlan plan = StudyPlan.parse("guide", """
                format: 1
                name: guide
                coordinator: hub
                sites: [north, south]
                variables: {age: [0, 120], dose: [0, 50]}
                algorithm: {id: fed-sparse}
                insecureNoPrivacy: true
                rounds: 5
                quorum: 2
                deadline: 1m
                minimumCohort: 2
                secureAggregation: none
                """.getBytes(StandardCharsets.UTF_8));
        Study study = PlannedMethod.of(plan).study();
        int port = 0;
        // region:server
        StatusBoard board = StatusBoard.of(plan, study, 0.3); // edges from |weight| 0.3 on
        try (StatusServer server = StatusServer.start(board, NetworkExporter.of("svg")::text, port)) {
            String page = server.url();
            // run the study
            // endregion
            assertTrue(page.matches("http://127\\.0\\.0\\.1:[0-9]+/"), page);
        }
    }
}
