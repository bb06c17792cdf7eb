// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.site.SiteLedgers;
import io.hedgerow.dp.site.TwoLedgers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** dp-gram of numbers beside categories as a method of the catalogue, in one process with a ledger at every site. */
class PrivateMixedDesignTest {

    private static final VariableKind YES_NO = VariableKind.categorical("no", "yes");
    private static final VariableSchema COLUMNS = VariableSchema.of("shift", "dose", "smoke", "pressure", "other")
            .with(Map.of(
                    "shift", VariableKind.categorical("early", "late", "night"), "smoke", YES_NO, "other", YES_NO));
    private static final int ROWS = 20_000;
    private static final double EPSILON = 8;

    private static NamedMethod method() {
        return Method.named("dp-gram")
                .with("rows.site-001", String.valueOf(ROWS))
                .with("rows.site-002", String.valueOf(ROWS))
                .promising(new PrivacyPromise(EPSILON, 1e-6, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE));
    }

    private static Method on(NamedMethod method, VariableSchema columns) {
        return method.on(Agreement.inProcess("s", columns, 2, UploadProtection.insecurePlain()));
    }

    private static String refused(NamedMethod method, VariableSchema columns) {
        return assertThrows(IllegalArgumentException.class, () -> on(method, columns))
                .getMessage();
    }

    private static void assertRefused(String words, NamedMethod method) {
        String message = refused(method, COLUMNS);
        assertTrue(message.contains(words), message);
    }

    @Test
    void termsAndParametersThatDoNotFit_areRefused() {
        assertRefused("needs a budget", Method.named("dp-gram"));
        String beside = " of dp-gram cannot be combined with categories";
        assertRefused("parameter transform" + beside, method().with("transform", "normal-scores"));
        assertRefused("no parameter unit", method().with("unit", "4"));
        assertRefused("parameter hidden-causes" + beside, method().with("hidden-causes", "true"));
        assertRefused("write rounds: 5", method().withRounds(2));
        assertRefused("no variable \"z\"", method().with("forbidden", "smoke->z"));
        assertRefused("smallest-deviation must be below", method().with("smallest-deviation", "4000"));
        assertRefused("threshold", method().with("threshold", "0"));
    }

    @Test
    void moreLevelsOrVariablesThanCanBeSearched_areRefused_beforeAnythingIsSpent() {
        String[] levels = IntStream.range(0, 599).mapToObj(l -> "l" + l).toArray(String[]::new);
        VariableSchema wide = VariableSchema.of("a", "b", "c").with(Map.of("b", VariableKind.categorical(levels)));
        String message = refused(method(), wide);
        assertTrue(message.contains("are 601, 599 of them levels of \"b\""), message);
        VariableSchema many = VariableSchema.numbered(101).with(Map.of("x7", YES_NO));
        message = refused(method(), many);
        assertTrue(message.contains("at most 100 variables"), message);
        assertTrue(message.contains("the study has 101"), message);
    }

    @Test
    void spending_isFiveRounds_underTheNameOfDpGram() {
        PrivateMethod method = (PrivateMethod) on(method(), COLUMNS);
        assertEquals(5, method.spending(SiteId.numbered(2).get(0)).rounds().size());
        assertEquals("dp-gram", method.solver(SiteId.numbered(2).get(1)).id());
        PrivateMethod about = PrivateMethods.of(
                Method.named("dp-gram").with("centre.pressure", "120"),
                Agreement.inProcess("s", COLUMNS, 2, UploadProtection.insecurePlain()),
                UnitsOfSites.of(
                        new PrivacyBudget(EPSILON, 1e-6),
                        SiteId.numbered(2),
                        Collections.nCopies(2, new SiteUnits(ROWS, false, Adjacency.REPLACE_ONE))));
        assertEquals(2, about.spending(SiteId.numbered(2).get(0)).rounds().size(), "about a public centre");
    }

    /** A late shift and smoking raise the dose, and the dose the pressure; nothing else is related. */
    private static List<RowSource> rows() {
        Random random = new Random(4);
        List<RowSource> sites = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            double[][] rows = new double[ROWS][5];
            for (double[] row : rows) {
                row[0] = random.nextInt(3);
                row[2] = random.nextInt(2);
                row[1] = 5 + 0.5 * row[0] + 0.8 * row[2] + random.nextGaussian();
                row[3] = 100 + 50 * p + 4 * row[1] + 6 * random.nextGaussian();
                row[4] = random.nextDouble() < 0.3 ? 1 : 0;
            }
            sites.add(InMemoryRows.of(COLUMNS, rows));
        }
        return sites;
    }

    /** Noise has no seed; at ε = 8 it is some .001 of a mean product, of relations of .3 and more. */
    private static LearnedNetwork learned() throws InterruptedException {
        try (SiteLedgers ledgers = TwoLedgers.of(COLUMNS, ROWS, new PrivacyUnit.RecordUnit(), EPSILON)) {
            LearnedNetwork learned = Learning.of(method(), UploadProtection.insecurePlain())
                    .admittedBy(ledgers)
                    .learn(rows());
            assertEquals(EPSILON, ledgers.account(1).spent().spentEpsilon(), 0.01);
            return learned;
        }
    }

    @Test
    void learning_findsTheNetwork_andChargesEveryLedger() throws InterruptedException {
        LearnedNetwork learned = learned();
        assertEquals(3, learned.network().edgeCount(), learned.network().toString());
        assertTrue(learned.network().get(0, 1) > 0);
        assertTrue(learned.network().get(2, 1) > 0);
        // what clips a row of numbers shortens the largest relations: by less than a twentieth here
        assertEquals(4, learned.network().get(1, 3), 0.2);
        assertTrue(learned.run().noise().get("matrixSigma") > 0);
        assertEquals(1, learned.run().notes().size(), learned.run().notes().toString());
        assertTrue(
                learned.run().notes().get(0).startsWith("2 numeric variables and 3 categorical variables by noisy"),
                learned.run().notes().toString());
        CategoricalModel model = learned.evidence().orElseThrow().categories().orElseThrow();
        assertEquals(
                List.of(0, 2, 4),
                model.tables().stream()
                        .map(CategoricalModel.FamilyCounts::target)
                        .toList());
        for (int level = 0; level < 3; level++) {
            assertEquals(1.0 / 3, model.tables().get(0).probability(0, level), 0.02);
        }
        assertEquals(0.3, model.tables().get(2).probability(0, 1), 0.02);
        CategoricalModel.Line pressure = model.equations().get(1);
        assertEquals(3, pressure.target());
        assertEquals(
                List.of(1),
                pressure.terms().stream().map(CategoricalModel.Term::cause).toList());
        assertEquals(4, pressure.terms().get(0).weight(), 0.2);
        // 6² within a site, and 25² for sites that are 50 apart
        assertEquals(36 + 625, pressure.noiseVariance(), 20);
        // the mean of both sites: 125 + 4 · 5.9 − 4 · 5.9
        assertEquals(125, pressure.intercept(), 2);
        assertDose(model.equations().get(0));
    }

    /** Differences between levels; which one has no term depends on which is the most frequent one. */
    private static void assertDose(CategoricalModel.Line dose) {
        assertEquals(1, dose.target());
        double[] shift = new double[3];
        double[] smoke = new double[2];
        for (CategoricalModel.Term term : dose.terms()) {
            (term.cause() == 0 ? shift : smoke)[term.level()] = term.weight();
        }
        assertEquals(0.5, shift[1] - shift[0], 0.1);
        assertEquals(0.5, shift[2] - shift[1], 0.1);
        assertEquals(0.8, smoke[1] - smoke[0], 0.1);
        assertEquals(5, dose.intercept() + shift[0] + smoke[0], 0.15);
        assertEquals(1, dose.noiseVariance(), 0.1);
    }

    @Test
    void aLevelOrANumberThatIsMissing_endsNothing() throws InterruptedException {
        Random random = new Random(5);
        List<RowSource> sites = new ArrayList<>();
        for (RowSource source : rows()) {
            List<double[]> rows = new ArrayList<>();
            source.forEachRow(row -> {
                double[] copy = row.clone();
                for (int j = 0; j < copy.length; j++) {
                    copy[j] = random.nextInt(50) == 0 ? Double.NaN : copy[j];
                }
                rows.add(copy);
            });
            sites.add(new Holed(rows));
        }
        try (SiteLedgers ledgers = TwoLedgers.of(COLUMNS, ROWS, new PrivacyUnit.RecordUnit(), EPSILON)) {
            LearnedNetwork learned = Learning.of(method(), UploadProtection.insecurePlain())
                    .admittedBy(ledgers)
                    .learn(sites);
            assertTrue(learned.network().get(0, 1) > 0);
            assertTrue(learned.network().get(2, 1) > 0);
            assertEquals(4, learned.network().get(1, 3), 0.8);
        }
    }

    /** Rows in memory that may hold NaN, as private sources do. */
    private record Holed(List<double[]> rows) implements RowSource {
        @Override
        public VariableSchema schema() {
            return COLUMNS;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            rows.forEach(row -> consumer.accept(row.clone()));
        }
    }
}
