// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.accounting.AnalyticGaussian;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.audit.CanaryPairs;
import io.hedgerow.dp.internal.audit.OneRunAudit;
import io.hedgerow.dp.internal.audit.cases.AuditedUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole studies in one process, with canaries as rows. */
class CanaryStudyTest {

    private static final double DELTA = 1e-6;
    private static final OneRunAudit AUDIT = new OneRunAudit(new CertifiedAccountant(), 0.9999);

    private static CanaryStudy study(int canaries, AuditedUnit unit, int sites, double epsilon) {
        return CanaryStudy.ofDpGram(canaries, unit, sites, new PrivacyBudget(epsilon, DELTA));
    }

    private static OneRunAudit.Finding found(int canaries, AuditedUnit unit, int sites, double epsilon)
            throws InterruptedException {
        return study(canaries, unit, sites, epsilon).audit(AUDIT, 1).found();
    }

    /**
     * Noise that hides little: nearly all guesses are right, but the claim is large. Of 1,200 guesses for each case 4
     * were wrong at most; then too many are wrong in fewer than one of 10⁷ runs.
     */
    @ParameterizedTest
    @CsvSource({"RECORD,1,0.95", "ZERO_OUT,1,0.85", "RECORD,3,0.9"})
    void audit_ofASoundStudy_seesTheCanariesAndStands(AuditedUnit unit, int sites, double rightAtLeast)
            throws InterruptedException {
        OneRunAudit.Finding found = found(100, unit, sites, 80);
        assertFalse(found.bounds().refuted(), found.toString());
        assertEquals(80, found.bounds().claimedEpsilon(), 0.1);
        assertTrue(found.right() >= rightAtLeast * found.guesses(), found.toString());
        assertTrue(found.bounds().epsilon() > 0.5, found.toString());
    }

    @Test
    void audit_ofAMatrixFromAnUpload_seesTheCanariesAndStands() throws InterruptedException {
        OneRunAudit.Finding found = CanaryStudy.ofDpFedBnsl(60, new PrivacyBudget(80, DELTA))
                .audit(AUDIT, 1)
                .found();
        assertFalse(found.bounds().refuted(), found.toString());
        assertEquals(80, found.bounds().claimedEpsilon(), 0.1);
        assertTrue(found.right() >= 0.9 * found.guesses(), found.toString());
    }

    @Test
    void audit_ofASmallBudget_stands() throws InterruptedException {
        OneRunAudit.Finding found = found(100, AuditedUnit.RECORD, 1, 1);
        assertFalse(found.bounds().refuted(), found.toString());
    }

    /**
     * The study runs with a twentieth of the noise that is claimed: μ is twenty times as large. Of 100 guesses 82 right
     * ones refute ε = 2; expected are 99 or more. Where each is right with probability .98 fewer than 82 are below
     * 10⁻¹³. With a tenth of the noise 93 are expected where rows become zeros, and 6·10⁻⁵ of runs saw too few.
     */
    @ParameterizedTest
    @CsvSource({"RECORD,1", "ZERO_OUT,1", "RECORD,3"})
    void audit_ofAStudyWithATwentiethOfTheNoise_refutesTheClaim(AuditedUnit unit, int sites)
            throws InterruptedException {
        double mu = AnalyticGaussian.mu(new PrivacyBudget(2, DELTA));
        CanaryStudy broken = study(100, unit, sites, AnalyticGaussian.epsilon(20 * mu, DELTA));
        boolean[] coins = new CanaryPairs(100, false).coins(2);
        OneRunAudit.Finding found = new OneRunAudit(new CertifiedAccountant(), 0.95)
                .run(study(100, unit, sites, 2).claimed(), DELTA, broken.run(coins), coins);
        assertTrue(found.bounds().refuted(), found.toString());
    }

    @Test
    void of_refusesOtherUnits() {
        assertThrows(IllegalArgumentException.class, () -> study(100, AuditedUnit.PERSON, 1, 1));
    }
}
