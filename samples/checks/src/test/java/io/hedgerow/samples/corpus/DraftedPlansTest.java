// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftedPlansTest {

    @TempDir
    Path plans;

    private Map<String, String> parameters(String plan) {
        return StudyPlan.read(plans.resolve(plan + ".yaml")).algorithm().parameters();
    }

    /** As if these two methods alone had plans. */
    @Test
    void release_getsABudgetAndUnits_andAPlanWithAllItsParameters() throws IOException {
        for (String stored : Set.of("gram.yaml", "dp-feature-gram.yaml")) {
            Files.copy(Corpus.current().resolve("plans").resolve(stored), plans.resolve(stored));
        }
        DraftedPlans.write(plans);
        assertEquals(
                Set.of("rows.north", "rows.south", "rows.west"),
                parameters("dp-inspect").keySet());
        Map<String, String> all = parameters("dp-inspect-all");
        assertEquals("true", all.get("own-units"));
        assertEquals("0.02", all.get("smallest-deviation"));
        assertEquals("3000", all.get("largest-deviation"));
        assertTrue(parameters("feature-gram-all").containsKey("tiers"));
        assertFalse(Files.exists(plans.resolve("dp-dynamic-gram.yaml")), "it needs a column of users");
    }
}
