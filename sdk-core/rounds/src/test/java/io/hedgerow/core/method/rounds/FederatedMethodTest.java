// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.rounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The presets are what the papers print. */
class FederatedMethodTest {

    private static void assertCommon(MethodSettings settings, int rounds, double threshold) {
        assertEquals(rounds, settings.rounds());
        assertEquals(threshold, settings.networkRule().threshold());
        assertEquals(1, settings.networkRule().voteRounds());
        assertEquals(Centring.LOCAL_MEAN, settings.loss().centring());
        assertEquals(CommunicationPolicy.exact(), settings.communication());
    }

    @Test
    void paper_ofFedSparse_isPaper002AppendixB32() {
        MethodSettings settings = FederatedMethod.FED_SPARSE.paper(20);
        assertCommon(settings, 100, 0.3);
        assertEquals(PenaltySchedule.constant(1000), settings.penalties().rho1());
        assertEquals(PenaltySchedule.constant(1), settings.penalties().rho2());
        assertEquals(0.1, settings.penalties().lambda());
        assertEquals(0.5, settings.localSteps().gamma());
        assertEquals(LossScaling.PER_SITE, settings.loss().scaling());
    }

    @Test
    void paper_ofFedBnsl_isPaper002AppendixB32() {
        MethodSettings settings = FederatedMethod.FED_BNSL.paper(20);
        assertCommon(settings, 100, 0.3);
        assertEquals(PenaltySchedule.constant(1000), settings.penalties().rho1());
        assertEquals(PenaltySchedule.constant(1), settings.penalties().rho2());
        assertEquals(0.01, settings.penalties().lambda());
    }

    @Test
    void paperSachs_isPaper002AppendixB34() {
        MethodSettings sparse = FederatedMethod.FED_SPARSE.paperSachs(11);
        assertCommon(sparse, 100, 0.1);
        assertEquals(PenaltySchedule.constant(10_000), sparse.penalties().rho1());
        assertEquals(PenaltySchedule.constant(5), sparse.penalties().rho2());
        assertEquals(1, sparse.penalties().lambda());
        assertEquals(0.1, sparse.localSteps().gamma());
        MethodSettings dense = FederatedMethod.FED_BNSL.paperSachs(11);
        assertCommon(dense, 100, 0.1);
        assertEquals(PenaltySchedule.constant(100_000), dense.penalties().rho1());
        assertEquals(PenaltySchedule.constant(10), dense.penalties().rho2());
        assertEquals(0.1, dense.penalties().lambda());
    }

    @Test
    void paperAdmm_isPaper001AppendixB() {
        MethodSettings settings = FederatedMethod.FED_BNSL.paperAdmm(20);
        assertCommon(settings, 200, 0.3);
        assertEquals(
                new PenaltySchedule(0.001, 1.75, 1e16), settings.penalties().rho1());
        assertEquals(
                new PenaltySchedule(0.001, 1.25, 1e16), settings.penalties().rho2());
        assertEquals(0.01, settings.penalties().lambda());
        assertEquals(LossScaling.PER_SITE_MEAN, settings.loss().scaling());
    }

    @Test
    void study_putsLambdaWhereTheMethodHasIt() {
        RoundPolicy policy = new RoundPolicy(2, Duration.ofMinutes(1), RoundPolicy.Convergence.never());
        for (FederatedMethod method : FederatedMethod.values()) {
            MethodSettings settings = method.paper(3);
            Study study = method.study("s", VariableSchema.numbered(3), settings, 0, 2, policy);
            boolean coordinator = method == FederatedMethod.FED_BNSL;
            assertEquals(coordinator ? 0 : 0.1, study.consensus().admm().localLambda());
            assertEquals(coordinator ? 0.01 : 0, study.consensus().admm().globalLambda());
            assertEquals(settings.penalties().rho1(), study.consensus().admm().rho1());
            assertEquals(settings.penalties().rho2(), study.consensus().admm().rho2());
        }
    }

    @Test
    void recommended_matchesLambdaOverTheSites() {
        // P sites with λ each weigh as much as the coordinator with P · λ
        double atSites =
                FederatedMethod.FED_SPARSE.recommended(10, 8).penalties().lambda();
        assertEquals(
                8 * atSites,
                FederatedMethod.FED_BNSL.recommended(10, 8).penalties().lambda());
    }

    /** ρ1 of paper 002 eq. 5 reaches its end within four fifths of the rounds, however many there are. */
    @Test
    void gradual_beginsSoftlyAndEndsAsRecommended() {
        for (int rounds : new int[] {10, 100}) {
            MethodSettings gradual = FederatedMethod.FED_SPARSE.gradual(10, 8, rounds);
            double end = FederatedMethod.FED_SPARSE
                    .recommended(10, 8)
                    .penalties()
                    .rho1()
                    .at(rounds);
            assertEquals(rounds, gradual.rounds());
            assertEquals(50, gradual.penalties().rho1().at(0));
            assertTrue(gradual.penalties().rho1().at(rounds * 4 / 5 - 1) < end);
            assertEquals(end, gradual.penalties().rho1().at(rounds * 4 / 5 + 1));
        }
    }

    @Test
    void selfEdges_areFreeInThePublishedClosedFormAndHeldAtZeroElsewhere() {
        for (FederatedMethod method : FederatedMethod.values()) {
            Diagonal expected = method == FederatedMethod.FED_BNSL ? Diagonal.FREE : Diagonal.MASKED;
            assertEquals(expected, method.paper(5).loss().diagonal());
            assertEquals(expected, method.paperSachs(5).loss().diagonal());
            assertEquals(Diagonal.MASKED, method.recommended(5, 2).loss().diagonal());
        }
    }

    @Test
    void formOfH_isThePapersInPresetsAndTheLogDeterminantInRecommended() {
        for (FederatedMethod method : FederatedMethod.values()) {
            assertEquals(AcyclicityForm.TRACE_EXPONENTIAL, method.paper(5).acyclicity());
            assertEquals(AcyclicityForm.TRACE_EXPONENTIAL, method.paperAdmm(5).acyclicity());
            assertEquals(AcyclicityForm.TRACE_EXPONENTIAL, method.paperSachs(5).acyclicity());
            MethodSettings recommended = method.recommended(5, 2);
            assertEquals(AcyclicityForm.LOG_DETERMINANT, recommended.acyclicity());
            for (AcyclicityForm form : AcyclicityForm.values()) {
                String expected =
                        "augmented-lagrangian/" + AcyclicityConstraint.of(form).id();
                assertEquals(
                        expected,
                        method.newGlobalSolver(5, recommended.withAcyclicity(form))
                                .id());
            }
        }
    }

    @Test
    void settings_changeOneThingAtATime() {
        MethodSettings paper = FederatedMethod.FED_SPARSE.paper(5);
        assertEquals(paper, paper.withLambda(7).withLambda(paper.penalties().lambda()));
        assertEquals(paper, paper.withRounds(7).withRounds(paper.rounds()));
        assertEquals(
                paper,
                paper.withCentring(Centring.NONE).withCentring(paper.loss().centring()));
        assertEquals(
                paper,
                paper.withDiagonal(Diagonal.FREE)
                        .withLossScaling(LossScaling.PER_RECORD)
                        .withAcyclicity(AcyclicityForm.LOG_DETERMINANT)
                        .withNetworkRule(7, 7)
                        .withLocalSteps(7, 0.7)
                        .withPenalties(PenaltySchedule.constant(7), PenaltySchedule.constant(8))
                        .withPenalties(
                                paper.penalties().rho1(), paper.penalties().rho2())
                        .withLocalSteps(
                                paper.localSteps().iterations(),
                                paper.localSteps().gamma())
                        .withNetworkRule(
                                paper.networkRule().threshold(),
                                paper.networkRule().voteRounds())
                        .withAcyclicity(paper.acyclicity())
                        .withLossScaling(paper.loss().scaling())
                        .withDiagonal(paper.loss().diagonal()));
        assertEquals(7, paper.withRounds(7).rounds());
        assertEquals(Centring.NONE, paper.withCentring(Centring.NONE).loss().centring());
        for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> paper.withLambda(bad));
            assertThrows(IllegalArgumentException.class, () -> paper.withNetworkRule(bad, 1));
            assertThrows(IllegalArgumentException.class, () -> paper.withLocalSteps(1, bad));
        }
        assertThrows(IllegalArgumentException.class, () -> paper.withRounds(0));
        assertThrows(IllegalArgumentException.class, () -> paper.withLocalSteps(0, 1));
        assertThrows(IllegalArgumentException.class, () -> paper.withNetworkRule(0.3, 0));
    }
}
