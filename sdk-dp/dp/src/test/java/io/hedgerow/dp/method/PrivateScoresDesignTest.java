// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.site.SiteLedgers;
import io.hedgerow.dp.site.TwoLedgers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** dp-gram of normal scores as a method of the catalogue, in one process with a ledger at every site. */
class PrivateScoresDesignTest {

    private static final VariableSchema COLUMNS = VariableSchema.of("amount", "count", "coin", "far");
    private static final int ROWS = 40_000;
    private static final double EPSILON = 8;

    private static NamedMethod method() {
        return Method.named("dp-gram")
                .with("transform", "normal-scores")
                .with("rows.site-001", String.valueOf(ROWS))
                .with("rows.site-002", String.valueOf(ROWS))
                .promising(new PrivacyPromise(EPSILON, 1e-6, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE));
    }

    private static Method on(NamedMethod method) {
        return method.on(Agreement.inProcess("s", COLUMNS, 2, UploadProtection.insecurePlain()));
    }

    private static void assertRefused(String words, NamedMethod method) {
        String message =
                assertThrows(IllegalArgumentException.class, () -> on(method)).getMessage();
        assertTrue(message.contains(words), message);
    }

    @Test
    void termsAndParametersThatDoNotFit_areRefused() {
        assertRefused("needs a budget", Method.named("dp-gram").with("transform", "normal-scores"));
        assertRefused("must be normal-scores or left out, was \"ranks\"", method().with("transform", "ranks"));
        assertRefused("write rounds: 2", method().withRounds(1));
        assertRefused("smallest and largest", method().with("smallest-deviation", "4000"));
        assertRefused("no parameter private-mean", method().with("private-mean", "true"));
        assertRefused("no variable \"z\"", method().with("forbidden", "far->z"));
        assertRefused("threshold", method().with("threshold", "0"));
    }

    @Test
    void spending_isTwoRounds() {
        PrivateMethod method = (PrivateMethod) on(method());
        assertEquals(2, method.spending(SiteId.numbered(2).get(0)).rounds().size());
        assertEquals("dp-gram", method.solver(SiteId.numbered(2).get(1)).id());
    }

    /** A skewed amount and a whole number, by themselves, are causes of a coin. */
    private static List<RowSource> rows() {
        Random random = new Random(4);
        List<RowSource> sites = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            double[][] rows = new double[ROWS][4];
            for (double[] row : rows) {
                double a = random.nextGaussian();
                double b = random.nextGaussian();
                row[0] = Math.exp(a);
                row[1] = Math.floor(Math.exp(1 + b / 2));
                row[2] = a - b + 0.7 * random.nextGaussian() > 0 ? 1 : 0;
                row[3] = 1e6 + a;
            }
            sites.add(InMemoryRows.of(COLUMNS, rows));
        }
        return sites;
    }

    /** Ranks among a site's rows depend on each of them, and no noise hides that. */
    @Test
    void learning_fromScoresThatTheSiteTakes_isRefused_andChargesNothing() throws InterruptedException {
        try (SiteLedgers ledgers = TwoLedgers.of(COLUMNS, ROWS, new PrivacyUnit.RecordUnit(), EPSILON)) {
            Learning learning =
                    Learning.of(method(), UploadProtection.insecurePlain()).admittedBy(ledgers);
            List<RowSource> scores =
                    rows().stream().map(RowSource::inNormalScores).toList();
            assertThrows(PolicyRefusedException.class, () -> learning.learn(scores));
            learning.learn(rows()); // the budget is one study's, so none of it was spent
        }
    }

    /**
     * Noise has no seed; at ε = 8 it is some .0001 of a correlation, far below the rows' own error of .004. Of half of
     * the cells it is 60 rows, and "far" counts as in one cell while less than 400 of 80,000 seem to be in others.
     */
    @Test
    void learning_findsTheCausesOfACoin_andChargesEveryLedger() throws InterruptedException {
        try (SiteLedgers ledgers = TwoLedgers.of(COLUMNS, ROWS, new PrivacyUnit.RecordUnit(), EPSILON)) {
            LearnedNetwork learned = Learning.of(method(), UploadProtection.insecurePlain())
                    .admittedBy(ledgers)
                    .learn(rows());
            assertEquals(2, learned.network().edgeCount(), learned.network().toString());
            assertTrue(learned.network().get(0, 2) > 0);
            assertTrue(learned.network().get(1, 2) < 0);
            assertTrue(learned.run().noise().get("matrixSigma") > 0);
            assertEquals(1, learned.run().notes().size(), learned.run().notes().toString());
            assertTrue(
                    learned.run().notes().get(0).startsWith("nearly all values of far are in one cell"),
                    learned.run().notes().toString());
            assertEquals(EPSILON, ledgers.account(1).spent().spentEpsilon(), 0.01);
        }
    }
}
