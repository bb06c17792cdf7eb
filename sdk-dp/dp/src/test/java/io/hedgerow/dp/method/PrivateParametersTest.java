// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.options.Centre;
import io.hedgerow.dp.internal.options.ShownSettings;
import io.hedgerow.dp.internal.options.ShownSettings.Beside;
import io.hedgerow.dp.internal.options.ShownSettings.InRounds;
import io.hedgerow.dp.internal.options.ShownSettings.OfRows;
import io.hedgerow.dp.internal.options.ShownSettings.OfSteps;
import io.hedgerow.dp.method.settings.SiteUnits;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What private methods make of declared parameters in one process. */
class PrivateParametersTest {

    private static final VariableSchema SCHEMA = VariableSchema.numbered(20);
    private static final int SITES = 4;
    private static final Agreement AGREEMENT =
            Agreement.inProcess("study", SCHEMA, SITES, UploadProtection.insecurePlain());

    private static PrivateMethod method(NamedMethod named, double epsilon, boolean users, Adjacency adjacency) {
        List<SiteUnits> units = Collections.nCopies(SITES, new SiteUnits(1000, users, adjacency));
        PrivacyBudget budget = new PrivacyBudget(epsilon, 1e-6);
        return PrivateMethods.of(named, AGREEMENT, UnitsOfSites.of(budget, AGREEMENT.sites(), units));
    }

    private static PrivateMethod method(NamedMethod named) {
        return method(named, 1, false, Adjacency.REPLACE_ONE);
    }

    private static ShownSettings shown(NamedMethod named, double epsilon) {
        return ShownSettings.of(method(named, epsilon, false, Adjacency.REPLACE_ONE))
                .orElseThrow();
    }

    private static String refused(NamedMethod named) {
        return assertThrows(IllegalArgumentException.class, () -> method(named)).getMessage();
    }

    /** The noise of one site would be for another unit, or another adjacency, than that of the next one. */
    @Test
    void sitesWithDifferentUnits_areRefused() {
        SiteUnits rows = new SiteUnits(1000, false, Adjacency.REPLACE_ONE);
        for (SiteUnits other : List.of(
                new SiteUnits(1000, true, Adjacency.REPLACE_ONE), new SiteUnits(1000, false, Adjacency.ZERO_OUT))) {
            UnitsOfSites units =
                    UnitsOfSites.of(new PrivacyBudget(1, 1e-6), AGREEMENT.sites(), List.of(rows, rows, rows, other));
            String refused = String.valueOf(assertThrows(
                            IllegalArgumentException.class,
                            () -> PrivateMethods.of(Method.named("dp-gram"), AGREEMENT, units))
                    .getMessage());
            assertTrue(refused.startsWith("sites must protect one unit with one adjacency, have "), refused);
        }
    }

    /** A look searches no network, so it has no settings of a search. */
    @Test
    void look_showsNoSettings() {
        assertTrue(ShownSettings.of(method(Method.named("dp-inspect"))).isEmpty());
    }

    /** d / 4 steps, at least 8, or 5 of fewer residuals below ε = 2. */
    @Test
    void defaults_ofSteps_followFromVariablesAndEpsilon() {
        OfRows rows = new OfRows(0.2, 20, Centre.NONE, null, null, false);
        for (String name : List.of("dp-fed-sparse", "dp-fed-sparse-laplace")) {
            assertEquals(
                    new ShownSettings(
                            new InRounds(name, 100, 5, 0.05, 3000, 1),
                            new OfSteps(1, 1.6, 0.85, 0.03, 0.3),
                            rows,
                            new Beside(null, 1, null)),
                    shown(Method.named(name), 1));
            assertEquals(8, shown(Method.named(name), 2).inRounds().localIterations());
            assertEquals(2, shown(Method.named(name), 2).ofSteps().clip());
        }
    }

    /** λ of 0.07 for each site; b = √(5d). */
    @Test
    void defaults_ofTheClosedForm_followFromVariablesAndSites() {
        ShownSettings usual = shown(Method.named("dp-fed-bnsl"), 1);
        assertEquals(new InRounds("dp-fed-bnsl", 100, 0, 0.07 * SITES, 3000, 1), usual.inRounds());
        assertEquals(new OfSteps(1, 10, 0.85, 0.03, 0.3), usual.ofSteps());
        assertEquals(new OfRows(0.02, 3000, Centre.NONE, null, null, false), usual.ofRows());
        assertEquals(
                Map.of("rowNormBound", 10.0),
                method(Method.named("dp-fed-bnsl")).bounds());
    }

    @Test
    void defaults_ofMoments_keepEveryEdge() {
        ShownSettings usual = shown(Method.named("dp-gram"), 1);
        assertEquals(new InRounds("dp-gram", 0, 0, 0, 3000, 1), usual.inRounds());
        assertEquals(new OfSteps(1, 10, 0.85, 0.03, 0), usual.ofSteps());
        assertEquals(new OfRows(0.02, 3000, Centre.NONE, null, null, false), usual.ofRows());
        assertEquals(new Beside(null, 1, null), usual.beside());
        assertEquals(new Beside(null, 7, null), usual.withSeed(7).beside());
    }

    /** Rows are divided by the root of the unit, and so is what is said of them. */
    @Test
    void numbersAboutRows_areDividedByTheRootOfTheUnit() {
        NamedMethod steps = Method.named("dp-fed-sparse")
                .with("unit", "4")
                .with("smallest-deviation", "1")
                .with("private-mean", "true")
                .with("bound", "30");
        assertEquals(
                new OfRows(0.5, 20, Centre.PRIVATE, null, 15.0, false),
                shown(steps, 1).ofRows());
        for (String name : List.of("dp-gram", "dp-fed-bnsl")) {
            OfRows rows = shown(Method.named(name).with("unit", "4").with("centre.x2", "3"), 1)
                    .ofRows();
            assertEquals(Centre.PUBLIC, rows.centre());
            assertEquals(List.of(0.0, 1.5, 0.0), rows.publicCentre().subList(0, 3), name);
        }
    }

    @Test
    void parametersThatContradictEachOther_areRefused() {
        NamedMethod steps = Method.named("dp-fed-sparse");
        assertTrue(refused(steps.with("private-mean", "true")).contains("needs bound"));
        assertTrue(refused(steps.with("smallest-deviation", "40")).contains("were 40.0 and 20.0"));
        NamedMethod gram = Method.named("dp-gram").with("private-mean", "true");
        assertTrue(refused(gram.with("centre.x1", "1")).contains("leave one of them out"));
        assertTrue(refused(Method.named("dp-fed-bnsl").with("mean-smoothness", "true"))
                .contains("has no parameter mean-smoothness"));
        assertTrue(refused(Method.named("gram")).contains("no privacy guarantee"));
    }

    /** A plan has no centre of a release of moments, no unit of it, no other adjacency, and no baseline. */
    @Test
    void plan_hasNothingThatIsForOneProcess() {
        for (NamedMethod named : List.of(
                Method.named("dp-gram").with("centre.x1", "1"),
                Method.named("dp-gram").with("unit", "4"),
                Method.named("dp-fed-sparse").with("scale-share", "0.1"),
                Method.named("dp-fed-sparse-laplace"))) {
            method(named);
            PrivacyUnit unit = new PrivacyUnit.RecordUnit();
            NamedMethod planned = UnitsOfSites.tell(
                    named, new PrivacyBudget(1, 1e-6), unit, Adjacency.REPLACE_ONE, Collections.nCopies(SITES, 1000L));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> planned.on(AGREEMENT, MethodCatalogue.ofModules()),
                    named.toString());
        }
        NamedMethod hidden = UnitsOfSites.tell(
                Method.named("dp-gram"),
                new PrivacyBudget(1, 1e-6),
                new PrivacyUnit.RecordUnit(),
                Adjacency.ZERO_OUT,
                Collections.nCopies(SITES, 1000L));
        assertThrows(IllegalArgumentException.class, () -> hidden.on(AGREEMENT, MethodCatalogue.ofModules()));
    }

    @Test
    void zeroOut_isForMomentsAndRounds_andForNoHistograms() {
        for (String name : List.of("dp-gram", "dp-fed-sparse", "dp-fed-bnsl")) {
            method(Method.named(name), 1, false, Adjacency.ZERO_OUT);
        }
        for (NamedMethod named :
                List.of(Method.named("dp-gram").with("transform", "normal-scores"), Method.named("dp-feature-gram"))) {
            String said = assertThrows(
                            IllegalArgumentException.class, () -> method(named, 1, false, Adjacency.ZERO_OUT))
                    .getMessage();
            assertTrue(said.contains("needs adjacency replace-one"), said);
        }
    }

    @Test
    void users_areForMethodsThatCountThem() {
        method(Method.named("dp-gram"), 1, true, Adjacency.REPLACE_ONE);
        String said = assertThrows(
                        IllegalArgumentException.class,
                        () -> method(Method.named("dp-fed-bnsl"), 1, true, Adjacency.REPLACE_ONE))
                .getMessage();
        assertTrue(said.startsWith("dp-fed-bnsl protects single records only"), said);
    }

    @Test
    void sharing_keepsTheMethod_andCertifiesEqualPlansOnce() {
        SharedAccounting accounting = new SharedAccounting();
        PrivateMethod steps =
                method(Method.named("dp-fed-sparse").withRounds(2)).sharing(accounting);
        assertEquals(
                steps.shownSettings(),
                method(Method.named("dp-fed-sparse").withRounds(2)).shownSettings());
        PrivateMethod gram = method(Method.named("dp-gram"));
        assertSame(gram, gram.sharing(accounting));
    }
}
