// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.learn.method.Algorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds of every transform. */
class TransformTest {

    private static final VariableSchema SCHEMA =
            VariableSchema.of("a", "b", "c", "sex").with(Map.of("sex", VariableKind.categorical("F", "M")));

    private static final int NUMBERS = 3;
    private static final int LEVELS = 3;

    private static final double[][] ROWS = {
        {0.5, -3, 100, 1}, {0.25, 7, 20000, 0}, {8, 7, 3, 0}, {0.125, 11, Double.NaN, 1}, {1, -40, 5, 1}
    };

    /** Rows of two users, with a cell that is missing, and with levels. */
    private static final class Gapped implements RowSource {
        @Override
        public VariableSchema schema() {
            return SCHEMA;
        }

        @Override
        public String description() {
            return "rows with a gap";
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            for (double[] row : ROWS) {
                consumer.accept(row.clone());
            }
        }

        @Override
        public boolean knowsUsers() {
            return true;
        }

        @Override
        public void forEachUserRow(UserRowConsumer consumer) {
            for (int k = 0; k < ROWS.length; k++) {
                consumer.accept(k % 2, ROWS[k].clone());
            }
        }
    }

    private static Sites sites() {
        return new Sites(SCHEMA, List.of(NamedSite.of("north", new Gapped())));
    }

    private static List<double[]> read(RowSource rows) {
        List<double[]> read = new ArrayList<>();
        rows.forEachRow(row -> read.add(row.clone()));
        return read;
    }

    @ParameterizedTest
    @EnumSource
    void rows_keepTheirNumberTheirColumnsAndTheirGaps_andAreTheSameAtEveryReading(Transform transform) {
        RowSource rows = transform.of(sites()).all().get(0).rows();
        assertEquals(sites().schema(), rows.schema());
        List<double[]> first = read(rows);
        List<double[]> second = read(rows);
        assertEquals(ROWS.length, first.size());
        for (int k = 0; k < ROWS.length; k++) {
            assertArrayEquals(first.get(k), second.get(k));
            for (int j = 0; j < NUMBERS; j++) {
                assertEquals(Double.isNaN(ROWS[k][j]), Double.isNaN(first.get(k)[j]));
            }
        }
    }

    /** Levels are places in a list, and no amounts. */
    @ParameterizedTest
    @EnumSource
    void rows_keepLevels(Transform transform) {
        List<double[]> found = read(transform.of(sites()).all().get(0).rows());
        for (int k = 0; k < ROWS.length; k++) {
            assertEquals(ROWS[k][LEVELS], found.get(k)[LEVELS]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rows_ofUsersAreTheSameRows_eachOfItsUser(Transform transform) {
        RowSource rows = transform.of(sites()).all().get(0).rows();
        List<double[]> expected = read(rows);
        List<double[]> found = new ArrayList<>();
        rows.forEachUserRow((user, row) -> {
            assertEquals(found.size() % 2, user);
            found.add(row.clone());
        });
        assertEquals(expected.size(), found.size());
        for (int k = 0; k < ROWS.length; k++) {
            assertArrayEquals(expected.get(k), found.get(k));
        }
    }

    @ParameterizedTest
    @EnumSource
    void rows_neverReverseAColumn(Transform transform) {
        List<double[]> found = read(transform.of(sites()).all().get(0).rows());
        for (int j = 0; j < NUMBERS; j++) {
            for (double[] one : found) {
                for (double[] other : found) {
                    double before = ROWS[found.indexOf(one)][j] - ROWS[found.indexOf(other)][j];
                    assertTrue(Double.isNaN(before) || before * (one[j] - other[j]) >= 0);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void help_saysWhatItIs_andTablesSayIt(Transform transform) {
        assertTrue(Transform.sentences().contains(Words.dashed(transform) + ": "));
        assertEquals(transform == Transform.NONE, transform.remark().isEmpty());
    }

    /** One record may move all others: only a method whose budget pays for it takes it. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void budget_isNeededForIt_orItIsRefused(Transform transform) {
        String word = Words.dashed(transform);
        Algorithm paying = Algorithm.UNDER_BUDGET;
        if (Algorithm.choices("transform").contains(word)) {
            assertEquals(
                    word,
                    transform.underBudget(paying).orElseThrow().parameters().get("transform"));
        } else {
            assertRefused(transform, paying);
        }
        assertRefused(transform, Algorithm.named("dp-fed-bnsl"));
    }

    private static void assertRefused(Transform transform, Algorithm algorithm) {
        String said = assertThrows(IllegalArgumentException.class, () -> transform.underBudget(algorithm))
                .getMessage();
        assertTrue(said.startsWith("--transform " + Words.dashed(transform) + " "), said);
    }

    @ParameterizedTest
    @EnumSource(names = "NONE")
    void none_leavesSitesAsTheyAre(Transform none) {
        Sites sites = sites();
        assertSame(sites, none.of(sites));
        assertFalse(none.underBudget(Algorithm.UNDER_BUDGET).isPresent());
    }
}
