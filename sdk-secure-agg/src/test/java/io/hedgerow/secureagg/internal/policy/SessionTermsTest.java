// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionTermsTest {

    private static final List<Integer> WITHIN = List.of(0, 2, 3, 5, 300);

    @Test
    void cohort_isAscendingSitesOfTheListBefore() {
        assertDoesNotThrow(() -> SessionTerms.requireCohort(WITHIN, WITHIN, 5));
        assertDoesNotThrow(() -> SessionTerms.requireCohort(List.of(2, 300), WITHIN, 2));
        assertRefused(Reason.POLICY, List.of(2, 300), 3);
        assertRefused(Reason.CONTEXT, List.of(2, 2, 300), 3);
        assertRefused(Reason.CONTEXT, List.of(3, 2, 5), 3);
        assertRefused(Reason.CONTEXT, List.of(300, 300), 2);
        assertRefused(Reason.CONTEXT, List.of(0, 1, 2), 3);
        assertRefused(Reason.CONTEXT, List.of(-1, 0, 2), 3);
    }

    private static void assertRefused(Reason reason, List<Integer> sites, int fewest) {
        ViolationException refused = assertThrows(
                ViolationException.class, () -> SessionTerms.requireCohort(sites, WITHIN, fewest), sites.toString());
        assertEquals(reason, refused.reason());
    }
}
