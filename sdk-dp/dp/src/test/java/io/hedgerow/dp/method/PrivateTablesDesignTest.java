// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
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
import io.hedgerow.dp.site.SiteLedgers;
import io.hedgerow.dp.site.TwoLedgers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** dp-gram of categories as a method of the catalogue, in one process with a ledger at every site. */
class PrivateTablesDesignTest {

    private static final VariableKind YES_NO = new VariableKind.Categorical(List.of("no", "yes"));
    private static final VariableKind SHIFT = new VariableKind.Categorical(List.of("early", "late", "night"));
    private static final VariableSchema COLUMNS = VariableSchema.of("shift", "smoke", "cough", "other")
            .with(Map.of("shift", SHIFT, "smoke", YES_NO, "cough", YES_NO, "other", YES_NO));
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

    private static void assertRefused(String words, NamedMethod method) {
        String message = assertThrows(IllegalArgumentException.class, () -> on(method, COLUMNS))
                .getMessage();
        assertTrue(message.contains(words), message);
    }

    @Test
    void termsAndParametersThatDoNotFit_areRefused() {
        assertRefused("needs a budget", Method.named("dp-gram"));
        assertRefused("parameter transform of dp-gram is for", method().with("transform", "normal-scores"));
        assertRefused("parameter private-mean of dp-gram is for", method().with("private-mean", "true"));
        assertRefused("parameter centre.smoke of dp-gram is for", method().with("centre.smoke", "1"));
        assertRefused("parameter hidden-causes of dp-gram is for", method().with("hidden-causes", "true"));
        assertRefused("write rounds: 2", method().withRounds(1));
        assertRefused("no variable \"z\"", method().with("forbidden", "smoke->z"));
    }

    @Test
    void moreVariablesThanCanBeSearched_areRefused_beforeAnythingIsSpent() {
        Map<String, VariableKind> kinds = new HashMap<>();
        VariableSchema numbers = VariableSchema.numbered(51);
        numbers.names().forEach(name -> kinds.put(name, YES_NO));
        VariableSchema many = numbers.with(kinds);
        String message = assertThrows(IllegalArgumentException.class, () -> on(method(), many))
                .getMessage();
        assertTrue(message.contains("at most 50 categorical variables"), message);
    }

    /** By a release of their own. */
    @Test
    void numbersBesideCategories_areAccepted() {
        VariableSchema mixed = VariableSchema.of("age", "smoke").with(Map.of("smoke", YES_NO));
        ReleaseMethod method = (ReleaseMethod) on(method(), mixed);
        assertInstanceOf(PrivateMixedDesign.class, method.design());
        assertInstanceOf(PrivateTablesDesign.class, ((ReleaseMethod) on(method(), COLUMNS)).design());
    }

    @Test
    void spending_isTwoRounds_underTheNameOfDpGram() {
        PrivateMethod method = (PrivateMethod) on(method(), COLUMNS);
        assertEquals(2, method.spending(SiteId.numbered(2).get(0)).rounds().size());
        assertEquals("dp-gram", method.solver(SiteId.numbered(2).get(1)).id());
    }

    /** Shift and smoking, by themselves, are causes of a cough. */
    private static List<RowSource> rows() {
        Random random = new Random(4);
        List<RowSource> sites = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            double[][] rows = new double[ROWS][4];
            for (double[] row : rows) {
                row[0] = random.nextInt(3);
                row[1] = random.nextInt(2);
                row[2] = random.nextDouble() < 0.1 + 0.2 * row[0] + 0.3 * row[1] ? 1 : 0;
                row[3] = random.nextInt(2);
            }
            sites.add(InMemoryRows.of(COLUMNS, rows));
        }
        return sites;
    }

    /** Noise has no seed; at ε = 8 it is some 10 rows of the thousands in a cell. */
    @Test
    void learning_findsTheCausesOfACough_andChargesEveryLedger() throws InterruptedException {
        try (SiteLedgers ledgers = TwoLedgers.of(COLUMNS, ROWS, new PrivacyUnit.RecordUnit(), EPSILON)) {
            LearnedNetwork learned = Learning.of(method(), UploadProtection.insecurePlain())
                    .admittedBy(ledgers)
                    .learn(rows());
            assertEquals(2, learned.network().edgeCount(), learned.network().toString());
            assertTrue(learned.network().get(0, 2) > 0);
            assertTrue(learned.network().get(1, 2) > 0);
            CategoricalModel model =
                    learned.evidence().orElseThrow().categories().orElseThrow();
            CategoricalModel.FamilyCounts cough = model.tables().get(2);
            assertEquals(List.of(0, 1), cough.parents());
            for (int combination = 0; combination < 6; combination++) {
                double yes = cough.probability(combination, 1);
                int shift = combination / 2; // the last parent's level changes fastest
                assertEquals(0.1 + 0.2 * shift + 0.3 * (combination % 2), yes, 0.03);
                assertEquals(1, yes + cough.probability(combination, 0), 1e-12);
            }
            assertTrue(learned.run().noise().get("matrixSigma") > 0);
            assertEquals(EPSILON, ledgers.account(1).spent().spentEpsilon(), 0.01);
        }
    }
}
