// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.truth.TruthReader.Listed;
import io.hedgerow.samples.exchange.SavedNetwork;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** age → dose → stay, and sex – stay without a direction unless a test says otherwise. */
class InterventionTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("age", "dose", "stay", "sex", "t=0")
            .with(Map.of("sex", VariableKind.categorical("F", "M")));

    private static final Listed AGE_DOSE = new Listed("age", "dose", 0, true, 1);
    private static final Listed DOSE_STAY = new Listed("dose", "stay", 0, true, 1);
    private static final Listed SEX_STAY = new Listed("sex", "stay", 0, false, 1);

    private static SavedNetwork network(Map<Listed, String> marks) {
        return new SavedNetwork(
                "result.json",
                SCHEMA.names(),
                0,
                List.of(AGE_DOSE, DOSE_STAY, SEX_STAY),
                Optional.empty(),
                Map.of(),
                marks,
                Optional.empty());
    }

    private static Intervention of(String... settings) {
        return Intervention.of(SCHEMA, List.of(settings));
    }

    @Test
    void of_numbersAndLevels_areValuesByPlaces() {
        Intervention set = of("dose= 5 ", "sex=M");
        assertEquals(Map.of(1, 5.0, 3, 1.0), set.values());
        assertEquals(Map.of("dose", " 5 ", "sex", "M"), set.texts());
        assertTrue(set.sets(1));
        assertFalse(set.sets(0));
        assertTrue(of().isEmpty());
    }

    @Test
    void of_aNameWithASignOfEquality_isRead() {
        assertEquals(Map.of(4, -2.5), of("t=0=-2.5").values());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "doze=5 | was doze=5; did you mean dose?",
                "dose | --do must be VARIABLE=VALUE of a variable of the network, age, dose, stay, sex, t=0, was dose",
                "dose=high | --do dose must be a finite number, was high",
                "dose=NaN | --do dose must be a finite number, was NaN",
                "dose=Infinity | --do dose must be a finite number, was Infinity",
                "dose= | --do dose must be a finite number, was",
                "sex=X | --do sex must be a level of it, F, M, was X",
                "sex=1 | --do sex must be a level of it, F, M, was 1"
            })
    void of_whatIsNoSetting_saysWhatIsAllowed(String setting, String message) {
        String said =
                assertThrows(IllegalArgumentException.class, () -> of(setting)).getMessage();
        assertTrue(said.contains(message), said);
    }

    @Test
    void of_aVariableThatIsSetTwice_isRefused() {
        assertEquals(
                "--do must set a variable once, sets dose twice",
                assertThrows(IllegalArgumentException.class, () -> of("dose=1", "dose=1"))
                        .getMessage());
    }

    @Test
    void requireIdentified_withAnOpenDirectionAtTheVariable_isRefused() {
        of("dose=5").requireIdentified(network(Map.of()));
        String said = assertThrows(DataException.class, () -> of("stay=5").requireIdentified(network(Map.of())))
                .getMessage();
        assertTrue(said.contains("setting stay is not known, because the direction of sex - stay"), said);
    }

    @Test
    void requireIdentified_whereMarksDenyTheCause_isRefused() {
        SavedNetwork denied = network(Map.of(DOSE_STAY, "<->"));
        String said = assertThrows(DataException.class, () -> of("dose=5").requireIdentified(denied))
                .getMessage();
        assertTrue(said.contains("because the marks say dose <-> stay"), said);
        of("age=5").requireIdentified(denied);
    }

    @Test
    void assumptions_nameMarksOnTheWay_andNoOthers() {
        SavedNetwork marked = network(Map.of(AGE_DOSE, "-->", DOSE_STAY, "o->"));
        List<String> said = of("age=70").assumptions(marked);
        assertEquals(2, said.size(), said.toString());
        assertEquals("rests on dose o-> stay, which may be, or hide, a hidden cause", said.get(1));
        assertEquals(1, of("age=70").assumptions(network(Map.of())).size());
    }

    @Test
    void requireNotGiven_ofAColumnThatIsSet_isRefused() {
        of("dose=5").requireNotGiven(List.of("age"));
        String said = assertThrows(
                        IllegalArgumentException.class, () -> of("dose=5").requireNotGiven(List.of("age", "dose")))
                .getMessage();
        assertTrue(said.contains("both name dose"), said);
    }
}
