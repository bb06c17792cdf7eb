// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.study.PlannedAlgorithm;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MarkedPlanTest {

    private static final StudyPlan PLAN = new StudyPlan(
            "wards",
            "hub",
            List.of(new SiteId("north"), new SiteId("south")),
            List.of(
                    new PlannedVariable("stay [days  in all]", 0, 20),
                    new PlannedVariable("tiny", -1e-12, 2e9),
                    PlannedVariable.categorical("sex", List.of("F", "M"))),
            PlannedAlgorithm.of("dp-gram", Map.of("rows.north", "1000", "rows.south", "1000")),
            new PlannedPrivacy.Budget(1, 1e-8, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE),
            20,
            2,
            Duration.ofMinutes(5),
            2,
            Optional.empty(),
            0);

    private static final String MARK = "   " + StudyPlan.UNCONFIRMED + " ";

    /** Bounds are written as people write numbers; the unit is what stands in brackets behind a name. */
    @Test
    void variables_haveAMarkWithWhatTheyAreFrom() {
        List<String> lines = MarkedPlan.text(PLAN).lines().toList();
        int first = lines.indexOf("variables:") + 1;
        String from = MARK + "bounds from data, not private; unit: ";
        assertEquals(
                List.of(
                        "  \"stay [days  in all]\": [0, 20]" + from + "days in all",
                        "  \"tiny\": [-1E-12, 2000000000]" + from + "?",
                        "  \"sex\": {levels: [\"F\", \"M\"]}" + MARK
                                + "levels from data, not private: all that any site has, and none that must not be seen"),
                lines.subList(first, first + 3));
    }

    @Test
    void textWithoutMarks_isThePlan_andWithThemItIsRefused() {
        String text = MarkedPlan.text(PLAN);
        assertThrows(StudyPlanException.class, () -> StudyPlan.parse("draft", text.getBytes(StandardCharsets.UTF_8)));
        String confirmed = text.replaceAll(" +" + StudyPlan.UNCONFIRMED + ".*", "");
        assertEquals(PLAN, StudyPlan.parse("draft", confirmed.getBytes(StandardCharsets.UTF_8)));
    }
}
