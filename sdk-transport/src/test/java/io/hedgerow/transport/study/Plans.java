// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import java.nio.charset.StandardCharsets;

/** A plan to change in tests. */
final class Plans {

    static final String GOOD = """
            # A study of three wards.
            format: 1
            name: wards-2031
            coordinator: hub
            sites: [north, south, west]
            variables:
              age: [0, 120]
              "blood pressure": [40, 250]
              pH: [6.5, 8]
            algorithm:
              id: dp-gram
              parameters: {lambda: 0.02, search: hill-climbing}
            privacy: {epsilon: 1, delta: 1.0e-8, unit: record, adjacency: replace-one}
            rounds: 20
            quorum: 3
            deadline: 5m
            minimumCohort: 3
            secureAggregation: {mode: malicious, minHonest: 3}
            """;

    private Plans() {}

    static StudyPlan good() {
        return parse(GOOD);
    }

    static StudyPlan parse(String text) {
        return StudyPlan.parse("study.yaml", text.getBytes(StandardCharsets.UTF_8));
    }
}
