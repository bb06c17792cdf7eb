// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Methods of one process are made of declared parameters, as those of plans are, and of some that no plan has. */
class InOneProcessTest {

    private static final int D = 5;
    private static final int SITES = 3;

    private static final Agreement AGREEMENT =
            Agreement.inProcess("test", VariableSchema.numbered(D), SITES, UploadProtection.insecurePlain());

    private static NamedMethod named(String method, Map<String, String> parameters) {
        NamedMethod named = Method.named(method);
        for (Map.Entry<String, String> one : parameters.entrySet()) {
            named = named.with(one.getKey(), one.getValue());
        }
        return named;
    }

    private static Method made(String method, Map<String, String> parameters) {
        return named(method, parameters).inOneProcess(AGREEMENT, MethodCatalogue.ofModules());
    }

    private static Record settings(String method, Map<String, String> parameters) {
        return made(method, parameters).shownSettings().orElseThrow();
    }

    private static int usualRounds(String method, Map<String, String> parameters) {
        return named(method, parameters)
                .inUsualRounds(AGREEMENT, MethodCatalogue.ofModules())
                .rounds();
    }

    @Test
    void presetsOfRounds_areThoseOfTheMethod() {
        FederatedMethod method = FederatedMethod.FED_SPARSE;
        assertEquals(method.recommended(D, SITES), settings("fed-sparse", Map.of()));
        assertEquals(method.gradual(D, SITES, 100), settings("fed-sparse", Map.of("preset", "gradual")));
        assertEquals(method.gradual(D, SITES, 100), settings("fed-sparse", Map.of("gradual", "true")));
        assertEquals(method.paper(D), settings("fed-sparse", Map.of("preset", "paper")));
        assertEquals(method.paperAdmm(D).withRounds(100), settings("fed-sparse", Map.of("preset", "paper-admm")));
        assertEquals(method.paperSachs(D), settings("fed-sparse", Map.of("preset", "paper-sachs")));
        assertEquals(FederatedMethod.FED_BNSL_FW.paper(D), settings("fed-bnsl-fw", Map.of("preset", "paper")));
    }

    /** A plan says {@code gradual}, and learn {@code --preset gradual}, and in 30 rounds both grow within 24. */
    @Test
    void presetGradual_growsOverTheRoundsOfTheRun() {
        MethodSettings thirty = FederatedMethod.FED_SPARSE.gradual(D, SITES, 30);
        for (Map<String, String> asked : List.of(Map.of("preset", "gradual"), Map.of("gradual", "true"))) {
            MethodSettings run = (MethodSettings) named("fed-sparse", asked)
                    .withRounds(30)
                    .inOneProcess(AGREEMENT, MethodCatalogue.ofModules())
                    .shownSettings()
                    .orElseThrow();
            assertEquals(thirty, run, asked.toString());
            assertTrue(
                    run.penalties().rho1().at(22) < 3000
                            && run.penalties().rho1().at(25) > 2999,
                    run.penalties().rho1().toString());
        }
    }

    @Test
    void gradual_isRefusedBesideAPreset() {
        for (String preset : List.of("recommended", "gradual", "paper")) {
            Map<String, String> both = Map.of("preset", preset, "gradual", "true");
            String refused = assertThrows(IllegalArgumentException.class, () -> settings("fed-sparse", both))
                    .getMessage();
            assertTrue(refused.contains("gradual of fed-sparse cannot be combined with preset"), refused);
            assertEquals(
                    settings("fed-sparse", Map.of("preset", preset)),
                    settings("fed-sparse", Map.of("preset", preset, "gradual", "false")));
        }
    }

    @Test
    void everyParameterOfRounds_isASetting() {
        MethodSettings expected = FederatedMethod.FED_SPARSE
                .recommended(D, SITES)
                .withLambda(0)
                .withPenalties(PenaltySchedule.constant(7), PenaltySchedule.constant(8))
                .withLocalSteps(9, 0.5)
                .withDiagonal(Diagonal.FREE)
                .withAcyclicity(AcyclicityForm.TRACE_EXPONENTIAL)
                .withNetworkRule(0.3, 4)
                .withThreshold(0)
                .withUnit(2)
                .withCentring(Centring.BIAS_TERMS);
        assertEquals(
                expected,
                settings(
                        "fed-sparse",
                        Map.ofEntries(
                                Map.entry("lambda", "0.0"),
                                Map.entry("rho1", "7"),
                                Map.entry("rho2", "8"),
                                Map.entry("local-iterations", "9"),
                                Map.entry("gamma", "0.5"),
                                Map.entry("diagonal", "free"),
                                Map.entry("acyclicity", "trace-exponential"),
                                Map.entry("vote-rounds", "4"),
                                Map.entry("threshold", "0"),
                                Map.entry("unit", "2"),
                                Map.entry("bias-terms", "true"))));
    }

    /** What is too small to be sent follows from the smallest weight: of none, everything is sent as it is. */
    @Test
    void withoutASmallestWeight_everyChangeIsSentExactly() {
        for (String method : List.of("fed-sparse", "fed-bnsl", "fed-bnsl-fw")) {
            MethodSettings made = (MethodSettings) settings(method, Map.of("threshold", "0"));
            assertEquals(CommunicationPolicy.exact(), made.communication());
            assertEquals(0, made.networkRule().threshold());
        }
    }

    @Test
    void whatNoPlanHas_isRefusedByAPlan() {
        for (String only : List.of("preset", "rho1", "rho2", "diagonal", "acyclicity")) {
            NamedMethod named = named("fed-sparse", Map.of(only, only.startsWith("rho") ? "1" : "paper"));
            String said = assertThrows(IllegalArgumentException.class, () -> named.on(AGREEMENT))
                    .getMessage();
            assertTrue(said.contains("algorithm fed-sparse has no parameter " + only), said);
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> Method.named("fed-bnsl-fw").on(AGREEMENT));
    }

    @Test
    void rounds_thatAreNotSaid_areThoseThatAMethodTakes() {
        assertEquals(100, usualRounds("gram", Map.of()));
        assertEquals(100 + 4 * D, usualRounds("direct-lingam", Map.of()));
        assertEquals(100, usualRounds("dynamic-gram", Map.of()));
        assertEquals(400, usualRounds("dynamic-gram", Map.of("personal", "auto")));
        assertEquals(200, usualRounds("fed-bnsl", Map.of("preset", "paper-admm")));
        assertEquals(100, usualRounds("fdbnl", Map.of("preset", "published")));
    }

    @Test
    void settingsOfASearch_areReadOfWhatItsMethodDeclares() {
        KnownEdges known = KnownEdges.of(List.of("x1->x2"), List.of(), List.of());
        Map<String, String> said =
                Map.of("threshold", "0.2", "seed", "0", "score", "bic", "own-units", "true", "required", "x1 -> x2");
        SearchSettings expected = SearchSettings.ofSearch()
                .with(0.2, Centring.LOCAL_MEAN, 0)
                .by("bic")
                .inOwnUnits()
                .knowing(known);
        assertEquals(expected, settings("gram", said));
        assertEquals(expected, Baseline.ORDER_MCMC.settings(named("order-mcmc", said)));
        assertEquals(
                SearchSettings.ofNotears().with(0.3, Centring.NONE, 1),
                Baseline.NOTEARS.settings(named("notears", Map.of("no-centring", "true"))));
        assertEquals(
                new SearchSettings(0.2, 0.15, Centring.LOCAL_MEAN, 1),
                Baseline.DYNOTEARS.settings(named("dynotears", Map.of("lambda", "0.2"))));
        assertEquals(
                SearchSettings.ofDynotears().withLagLambda(0.7),
                Baseline.DYNOTEARS_BEST.settings(named("dynotears-best", Map.of("lambda-a", "0.7"))));
        assertEquals(
                SearchSettings.ofNotearsMlp().withHidden(4),
                Baseline.NOTEARS_MLP.settings(named("notears-mlp", Map.of("hidden", "4"))));
        assertThrows(
                IllegalArgumentException.class,
                () -> Baseline.NOTEARS.settings(named("notears", Map.of("score", "bic"))));
    }
}
