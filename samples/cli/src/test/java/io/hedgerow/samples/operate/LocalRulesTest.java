// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.mechanism.OfferedNoise;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a site of a study on one machine allow the plan that was made. */
class LocalRulesTest {

    @TempDir
    Path temp;

    private SitePolicy policy(String privacy) throws Exception {
        Path file = Files.writeString(temp.resolve("study.yaml"), """
                format: 1
                name: local
                coordinator: hub
                sites: [north, south, west]
                variables: {a: [-8, 8], b: [-8, 8]}
                algorithm: {id: dp-gram, parameters: {rows.north: 500, rows.south: 500, rows.west: 500}}
                privacy: {epsilon: 2, delta: 1.0e-6, unit: record, adjacency: replace-one%s}
                rounds: 1
                quorum: 3
                deadline: 2m
                minimumCohort: 2
                secureAggregation: none
                """.formatted(privacy));
        StudyPlan plan = StudyPlan.read(file);
        return SitePolicy.read(Files.writeString(temp.resolve("policy.yaml"), LocalRules.policy("north", 500, plan)));
    }

    @Test
    void policy_allowsTheNoiseOfThePlan() throws Throwable {
        assertEquals(List.of("discrete"), policy("").noiseSources());
        OfferedNoise.offering(
                temp.resolve("services"),
                () -> assertEquals(List.of("near"), policy(", noise: near").noiseSources()),
                OfferedNoise.Near.class.getName());
    }
}
