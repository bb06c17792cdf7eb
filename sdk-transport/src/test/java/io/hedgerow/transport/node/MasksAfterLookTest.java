// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRule;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The sum that a masked look hid is not sent without masks, whatever sites allow. */
class MasksAfterLookTest {

    private static StudyPlan plan(String algorithm, String masks) {
        return StudyPlan.parse("plan", """
                format: 1
                name: learning
                coordinator: hub
                sites: [a, b, c, d]
                variables: {age: [0, 120], dose: [0, 9]}
                algorithm: {id: %s}
                insecureNoPrivacy: true
                rounds: 1
                quorum: 4
                deadline: 2m
                minimumCohort: 3
                secureAggregation: %s
                """.formatted(algorithm, masks).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aPlanWithoutMasks_isRefused_whereItIsSigned_andAtBothEnds() {
        StudyPlan open = plan("gram, parameters: {after-look: looked}", "none");
        StudyPlanException unsigned = assertThrows(StudyPlanException.class, () -> PlannedMethod.checked(open));
        assertTrue(
                unsigned.getMessage().contains("a plan with after-look must have secureAggregation, was none"),
                unsigned.getMessage());
        SignedPlan signed = new SignedPlan(open, DocumentSignatures.none(open.digest()), Optional.empty());
        StudyPlanException refused = assertThrows(StudyPlanException.class, signed::method);
        assertEquals(unsigned.getMessage(), refused.getMessage());
    }

    @Test
    void masks_orNoLook_areNotRefused() {
        String masks = "{mode: malicious, minHonest: 3}";
        assertEquals(
                "looked",
                PlannedMethod.checked(plan("gram, parameters: {after-look: looked}", masks))
                        .releasedUnder());
        assertEquals("learning", PlannedMethod.checked(plan("gram", "none")).releasedUnder());
    }

    /**
     * Its first sum may be over fewer sites when an operator says so before it is opened; the same one again may not.
     */
    @Test
    void noSiteIsLeftOutOfASumThatIsTakenAgain() {
        String masks = "{mode: malicious, minHonest: 2, colluding: 0}";
        assertEquals(Optional.empty(), refusal("gram", masks));
        String refused =
                refusal("gram, parameters: {after-look: looked}", masks).orElseThrow();
        assertTrue(refused.contains("takes the sum of study looked again, over all sites or not at all"), refused);
    }

    private static Optional<String> refusal(String algorithm, String masks) {
        StudyPlan plan = plan(algorithm, masks);
        return new ExclusionRule(plan, PlannedMethod.checked(plan), 3, () -> false, () -> true, PlannedMethod.trial())
                .refusal(new SiteId("d"), Set.of());
    }
}
