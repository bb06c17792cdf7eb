// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A look asks for what gram asks for, and refuses what it cannot say. */
class LookMethodTest {

    private static final VariableSchema COLUMNS = VariableSchema.of("a", "b");

    private static Method made(String name, Map<String, String> parameters) {
        NamedMethod method = Method.named(name);
        for (Map.Entry<String, String> given : parameters.entrySet()) {
            method = method.with(given.getKey(), given.getValue());
        }
        return method.on(Agreement.inProcess("wards", COLUMNS, 3, UploadProtection.insecurePlain()));
    }

    private static void refuses(String name, Map<String, String> parameters, String words) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> made(name, parameters));
        assertTrue(refused.getMessage().contains(words), refused.getMessage());
    }

    @Test
    void whatSitesAreAsked_isWhatGramAsks() {
        Method look = made("inspect", Map.of());
        Method gram = made("gram", Map.of());
        assertEquals(gram.study().digest(), look.study().digest());
        assertEquals(gram.sums(), look.sums());
        assertEquals(gram.exactStatistic(), look.exactStatistic());
        assertEquals(gram.revision(), look.revision());
    }

    @Test
    void gramAfterALook_hasTheNameOfItsSum_andOfNoOther() {
        Method after = made("gram", Map.of("after-look", "looked"));
        assertEquals("wards", after.study().name());
        assertEquals("looked", after.releasedUnder());
        assertTrue(after.sums().toString().contains("moments of study looked"));
        refuses("gram", Map.of("after-look", "looked", "orient", "non-gaussian"), "must be without orient");
        refuses("gram", Map.of("after-look", "looked", "lacks.site-001", "b"), "columns that sites lack");
        refuses("gram", Map.of("after-look", "looked", "interventions", "site-001: set a"), "interventions");
        refuses("gram", Map.of("after-look", "wards"), "must name an earlier study, was wards");
        refuses("gram", Map.of("after-look", "../other"), "must be 1 to 100 letters");
    }

    @Test
    void seriesInterventionsAndColumnsThatSitesLack_areRefusedByName() {
        refuses("inspect", Map.of("lags", "1"), "algorithm inspect has no parameter lags");
        refuses("inspect", Map.of("lacks.site-001", "b"), "algorithm inspect has no parameter lacks.site-001");
        refuses("inspect", Map.of("interventions", "site-001: set a"), "algorithm inspect");
    }

    @Test
    void inOneProcess_thereIsNothingToLearn() {
        Random random = new Random(1);
        List<RowSource> rows = random.ints(3)
                .<RowSource>mapToObj(any -> InMemoryRows.of(
                        COLUMNS,
                        random.doubles(40)
                                .mapToObj(x -> new double[] {x, random.nextGaussian()})
                                .toArray(double[][]::new)))
                .toList();
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> Learning.of(Method.named("inspect")).learn(rows));
        assertTrue(refused.getMessage().contains("looks at columns"), refused.getMessage());
    }
}
