// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.CommunicationPolicy.ValueEncoding;
import io.hedgerow.core.study.RoundPolicy.Convergence;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    private static void refused(String part, Executable action) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, action);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void penalty_growsToItsCap() {
        // published schedule of paper 001: 0.001 · 1.75^t up to 1e16
        PenaltySchedule rho1 = new PenaltySchedule(0.001, 1.75, 1e16);
        assertEquals(0.001, rho1.at(0));
        assertEquals(0.001 * 1.75 * 1.75, rho1.at(2), 1e-18);
        assertEquals(1e16, rho1.at(199));
        assertEquals(1e16, rho1.at(100_000), "the power overflows, the cap holds");
        assertEquals(7, PenaltySchedule.constant(7).at(1000));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void penalty_thatIsNoPositiveNumber_isRefused(double value) {
        refused("was " + value, () -> PenaltySchedule.constant(value));
        refused("growth", () -> new PenaltySchedule(1, Double.NaN, 2));
        refused("growth", () -> new PenaltySchedule(1, 0.5, 2));
        refused("cap", () -> new PenaltySchedule(1, 2, 0.5));
    }

    @Test
    void communication_roundsToTheResolution_exceptDoubles() {
        CommunicationPolicy economical = CommunicationPolicy.economical(0.3);
        assertEquals(0x1p-13, economical.resolution());
        assertEquals(0.1, economical.round(0.1), economical.resolution() / 2);
        assertEquals(0.1, CommunicationPolicy.exact().round(0.1));
        refused("power of two", () -> new CommunicationPolicy(ValueEncoding.FIXED, 0.3, 0, 0));
        refused("power of two", () -> new CommunicationPolicy(ValueEncoding.FIXED, Double.NaN, 0, 0));
        refused("power of two", () -> new CommunicationPolicy(ValueEncoding.FIXED, 2, 0, 0));
        refused(">= 0", () -> new CommunicationPolicy(ValueEncoding.FIXED, 1, Double.NaN, 0));
        refused("edgeThreshold", () -> CommunicationPolicy.economical(0));
    }

    @Test
    void convergence_needsAllThree_andNeverMeansNever() {
        Convergence rule = new Convergence(1e-8, 0.1, 0.01, true);
        assertTrue(rule.isMet(1e-9, 0.05, 0.001));
        assertTrue(!rule.isMet(1e-7, 0.05, 0.001));
        assertTrue(!rule.isMet(1e-9, 0.2, 0.001));
        assertTrue(!rule.isMet(1e-9, 0.05, 0.1));
        assertTrue(!rule.isMet(Double.NaN, 0, 0));
        assertTrue(!Convergence.never().isMet(0, 0, 0));
        refused("tolerances", () -> new Convergence(-1, 0, 0, true));
    }

    @Test
    void policyAndStudy_refuseWhatCannotWork() {
        refused("quorum", () -> new RoundPolicy(0, Duration.ofSeconds(1), Convergence.never()));
        refused("deadline", () -> new RoundPolicy(1, Duration.ZERO, Convergence.never()));
        refused("quorum must be at most", () -> Fixtures.study(2, 1, 3, CommunicationPolicy.exact()));
        refused("rounds", () -> Fixtures.study(2, 0, 1, CommunicationPolicy.exact()));
        Study good = Fixtures.study(2, 1, 1, CommunicationPolicy.exact());
        refused("one target per variable", () -> with(good, "s", ParameterLayout.linear(4), 2));
        refused("study name", () -> with(good, "a b", good.layout(), 2));
        refused("sites", () -> with(good, "s", good.layout(), 0));
        refused("site name", () -> new SiteId("a/b"));
        refused("rho2", () -> new Task("s", 0, Double.NaN, Payload.empty(), Set.of()));
        refused("round", () -> new Task("s", -1, 1, Payload.empty(), Set.of()));
        refused(
                "localLambda",
                () -> new AdmmSettings(1, Double.NaN, 0, PenaltySchedule.constant(1), PenaltySchedule.constant(1)));
    }

    private static Study with(Study study, String name, ParameterLayout layout, int sites) {
        return new Study(name, study.schema(), layout, sites, study.policy(), study.form());
    }
}
