// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a coordinator may ask, and what a site refuses. */
class PersonalQuestionTest {

    private final PersonalSumLayout layout = new PersonalSumLayout(3, 6);
    private final SharingMode pooled = SharingMode.Kind.POOL.modes().get(2);

    private double[] told() {
        return new PersonalQuestion(
                        PersonalQuestion.Kind.GAIN,
                        4,
                        1,
                        Map.of(NoiseAssumption.EQUAL, new HyperParameters(0.5, 0.5, 0.2, 0.2)),
                        pooled,
                        new double[] {100, 1, 2, 3, 4, 5, 6})
                .told(layout);
    }

    private void refused(int at, double value) {
        double[] told = told();
        told[at] = value;
        assertThrows(IllegalArgumentException.class, () -> PersonalQuestion.of(layout, told));
    }

    @Test
    void weightAndCentre_areThoseThatACoordinatorHas() {
        double[] rounded = told();
        rounded[4] += 0x1p-26;
        assertEquals(pooled, PersonalQuestion.of(layout, rounded).mode());
        refused(4, -0.2);
        refused(4, 0.3);
        refused(4, Double.NaN);
        refused(PersonalQuestion.HEAD, -1);
        refused(PersonalQuestion.HEAD + 2, Double.POSITIVE_INFINITY);
    }

    @Test
    void parents_ascendWithoutTheTarget() {
        PersonalFamilies families = new PersonalFamilies(layout);
        for (List<Integer> parents : List.of(List.of(1, 1), List.of(2, 1), List.of(0, 2))) {
            double[] told = new double[layout.size()];
            families.tell(List.of(new PersonalFamilies.Family(0, 0, parents)), told);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> families.answer(
                            told,
                            set -> {
                                throw new AssertionError("rows are not looked at");
                            },
                            new double[layout.size()]));
        }
    }
}
