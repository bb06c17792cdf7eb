// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StudyTest {

    private static Study with(int variables, ParameterLayout layout, long totalRows, int sites) {
        Study base = Fixtures.study(2, 4, 1, CommunicationPolicy.exact());
        return new Study(
                base.name(),
                VariableSchema.numbered(variables),
                layout,
                sites,
                base.policy(),
                new Study.Rounds(
                        base.consensus().admm(),
                        LossScaling.PER_RECORD,
                        totalRows,
                        base.consensus().centring(),
                        base.communication(),
                        1));
    }

    @Test
    void targets_areTheFirstVariables() {
        assertEquals(
                List.of("x1", "x2"),
                with(6, ParameterLayout.dynamicLinear(2, 2, 1), 9, 2).targets().names());
        assertEquals(3, with(3, ParameterLayout.linear(3), 9, 2).targets().size());
    }

    @Test
    void layoutThatLeavesVariablesOut_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> with(6, ParameterLayout.linear(2), 9, 2));
        assertThrows(IllegalArgumentException.class, () -> with(7, ParameterLayout.dynamicLinear(2, 2, 1), 9, 2));
        assertThrows(IllegalArgumentException.class, () -> with(2, ParameterLayout.linear(3), 9, 2));
    }

    @Test
    void equality_isByContent() {
        assertEquals(
                with(6, ParameterLayout.dynamicLinear(2, 2, 1), 9, 2),
                with(6, ParameterLayout.dynamicLinear(2, 2, 1), 9, 2));
        assertNotEquals(
                with(6, ParameterLayout.dynamicLinear(2, 2, 1), 9, 2),
                with(6, ParameterLayout.dynamicLinear(2, 2, 0.5), 9, 2));
    }

    @Test
    void provenanceDigest_tellsStudiesApartWhoseNumbersReadTheSameInARow() {
        Study one = with(3, ParameterLayout.linear(3), 1, 23);
        Study other = with(3, ParameterLayout.linear(3), 12, 3);
        assertNotEquals(digest(one), digest(other));
        assertEquals(digest(one), digest(with(3, ParameterLayout.linear(3), 1, 23)));
    }

    @Test
    void unit_isPartOfTheAgreementAndMustBePositive() {
        Study one = with(3, ParameterLayout.linear(3), 9, 2);
        assertEquals(1, one.consensus().unit());
        assertNotEquals(digest(one), digest(inUnit(one, 4)));
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> inUnit(one, bad));
        }
    }

    private static Study inUnit(Study study, double unit) {
        return new Study(
                study.name(),
                study.schema(),
                study.layout(),
                study.sites(),
                study.policy(),
                new Study.Rounds(
                        study.consensus().admm(),
                        study.consensus().lossScaling(),
                        study.consensus().totalRows(),
                        study.consensus().centring(),
                        study.communication(),
                        unit));
    }

    private static String digest(Study study) {
        return study.digest();
    }

    @Test
    void digest_isCanonical_andSeesEveryField() {
        Study one = with(3, ParameterLayout.linear(3), 9, 2);
        assertEquals(one.digest(), with(3, ParameterLayout.linear(3), 9, 2).digest());
        assertTrue(one.digest().matches("[0-9a-f]{64}"), one.digest());
        CommunicationPolicy exact = one.communication();
        AdmmSettings admm = one.consensus().admm();
        RoundPolicy policy = one.policy();
        List<Study> others = List.of(
                changed(one, "other", admm, one.consensus().centring(), exact, policy),
                changed(
                        one,
                        one.name(),
                        new AdmmSettings(99, 0, 0, admm.rho1(), admm.rho2()),
                        one.consensus().centring(),
                        exact,
                        policy),
                changed(
                        one,
                        one.name(),
                        new AdmmSettings(admm.rounds(), admm.localLambda(), 0.7, admm.rho1(), admm.rho2()),
                        one.consensus().centring(),
                        exact,
                        policy),
                changed(
                        one,
                        one.name(),
                        new AdmmSettings(
                                admm.rounds(),
                                admm.localLambda(),
                                admm.globalLambda(),
                                new PenaltySchedule(3, 1.5, 77),
                                admm.rho2()),
                        one.consensus().centring(),
                        exact,
                        policy),
                changed(
                        one,
                        one.name(),
                        new AdmmSettings(
                                admm.rounds(),
                                admm.localLambda(),
                                admm.globalLambda(),
                                admm.rho1(),
                                new PenaltySchedule(3, 1.5, 77)),
                        one.consensus().centring(),
                        exact,
                        policy),
                changed(one, one.name(), admm, other(one.consensus().centring()), exact, policy),
                changed(
                        one,
                        one.name(),
                        admm,
                        one.consensus().centring(),
                        CommunicationPolicy.economical(0.25),
                        policy),
                changed(
                        one,
                        one.name(),
                        admm,
                        one.consensus().centring(),
                        exact,
                        new RoundPolicy(policy.quorum(), policy.deadline().plusNanos(1), policy.convergence())),
                changed(
                        one,
                        one.name(),
                        admm,
                        one.consensus().centring(),
                        exact,
                        new RoundPolicy(1, policy.deadline(), new RoundPolicy.Convergence(1, 2, 3, true))),
                inUnit(one, 2));
        Set<String> digests = new TreeSet<>(Set.of(one.digest()));
        others.forEach(other -> assertTrue(digests.add(other.digest()), other.toString()));
    }

    private static Centring other(Centring centring) {
        return centring == Centring.NONE ? Centring.LOCAL_MEAN : Centring.NONE;
    }

    private static Study changed(
            Study study,
            String name,
            AdmmSettings admm,
            Centring centring,
            CommunicationPolicy communication,
            RoundPolicy policy) {
        return new Study(
                name,
                study.schema(),
                study.layout(),
                study.sites(),
                policy,
                new Study.Rounds(
                        admm,
                        study.consensus().lossScaling(),
                        study.consensus().totalRows(),
                        centring,
                        communication,
                        study.consensus().unit()));
    }

    @Test
    void levels_areInTheDigest_andTheTargetsKeepTheirs() {
        Study plain = with(3, ParameterLayout.linear(3), 9, 2);
        Study one = kinds(plain, VariableKind.categorical("F", "M"));
        Study other = kinds(plain, VariableKind.categorical("M", "F"));
        assertNotEquals(plain.digest(), one.digest());
        assertNotEquals(one.digest(), other.digest());
        assertEquals(List.of("F", "M"), one.targets().levels(1));
        assertEquals(plain.digest(), kinds(plain, VariableKind.NUMERIC).digest());
    }

    private static Study kinds(Study study, VariableKind second) {
        return new Study(
                study.name(),
                study.schema().with(Map.of("x2", second)),
                study.layout(),
                study.sites(),
                study.policy(),
                study.form());
    }

    @Test
    void release_hasTheDigestThatItHadWithSettingsThatNothingRead() {
        PenaltySchedule one = PenaltySchedule.constant(1);
        Study.Rounds before = new Study.Rounds(
                new AdmmSettings(3, 0, 0, one, one),
                LossScaling.PER_SITE,
                0,
                Centring.NONE,
                CommunicationPolicy.exact(),
                1);
        assertEquals(as(before).digest(), as(new Study.Release(3)).digest());
        assertNotEquals(
                as(new Study.Release(2)).digest(), as(new Study.Release(3)).digest());
    }

    @Test
    void release_hasRoundsAndNoConsensus() {
        Study release = as(new Study.Release(3));
        assertEquals(3, release.rounds());
        assertEquals(1, release.rho2(2));
        assertEquals(CommunicationPolicy.exact(), release.communication());
        assertThrows(IllegalStateException.class, release::consensus);
        assertThrows(IllegalArgumentException.class, () -> new Study.Release(0));
    }

    private static Study as(Study.Form form) {
        Study base = Fixtures.study(2, 4, 1, CommunicationPolicy.exact());
        return new Study(base.name(), base.schema(), base.layout(), base.sites(), base.policy(), form);
    }
}
