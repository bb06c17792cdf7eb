// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MethodParametersTest {

    private static final MethodDescriptor METHOD = MethodDescriptor.of("own", "a method of this test")
            .with(
                    Parameter.positive("width", "how wide").usually("0.5"),
                    Parameter.count("steps", "how many").from(2, 9).or("auto").usually("3"),
                    Parameter.flag("quiet", "says less"),
                    Parameter.flag("careful", "asks first").usually("true"),
                    Parameter.flag("late", "comes late").usually("true without quiet"),
                    Parameter.positive("depth", "how deep").usually("that of the mode"),
                    Parameter.choice("mode", List.of("soft", "hard"), "how").usually("soft"),
                    Parameter.number("centre.NAME", "about what").usually("0"),
                    Parameter.text("setting", "of a run in one process").only(Parameter.Where.IN_ONE_PROCESS))
            .knowingEdges();

    private static MethodParameters given(Map<String, String> values) {
        return new MethodParameters(values, METHOD, false);
    }

    private static String refusal(Runnable reading) {
        return assertThrows(IllegalArgumentException.class, reading::run).getMessage();
    }

    @Test
    void values_areReadByTheirDeclaration_andDefaultsAreDeclaredOnce() {
        MethodParameters none = given(Map.of());
        assertEquals(0.5, none.positive("width"));
        assertEquals(3, none.count("steps"));
        assertEquals(7, none.number("centre.x1", 7));
        assertEquals(Optional.empty(), none.text("mode"));
        MethodParameters some =
                given(Map.of("width", "2", "steps", "9", "quiet", "true", "mode", "hard", "centre.x2", "-1"));
        some.requireDeclared();
        assertEquals(2, some.positive("width"));
        assertEquals(9, some.count("steps"));
        assertTrue(some.flag("quiet"));
        assertEquals(Optional.of("hard"), some.text("mode"));
        assertEquals(-1, some.number("centre.x2", 0));
        some.requireRead();
    }

    @Test
    void refusal_namesParameterRangeDefaultAndValue() {
        assertEquals(
                "parameter steps of own must be a whole number from 2 to 9, or auto, was \"10\"; default: 3",
                refusal(() -> given(Map.of("steps", "10")).count("steps")));
        assertEquals(
                "parameter mode of own must be one of soft, hard, was \"loud\"; default: soft",
                refusal(() -> given(Map.of("mode", "loud")).text("mode")));
        for (String wrong : List.of("0", "-1", "NaN", "Infinity", "1e-51", "1e51", "wide")) {
            assertTrue(
                    refusal(() -> given(Map.of("width", wrong)).positive("width"))
                            .contains("was \"" + wrong + "\""),
                    wrong);
        }
        for (String wrong : List.of("1", "2.5", "auto", "NaN")) {
            assertTrue(
                    refusal(() -> given(Map.of("steps", wrong)).count("steps")).contains("steps"), wrong);
        }
        assertEquals(Optional.of("auto"), given(Map.of("steps", "auto")).text("steps"));
        assertTrue(refusal(() -> given(Map.of("quiet", "yes")).flag("quiet")).contains("true or false"));
    }

    @Test
    void nameThatIsNotDeclared_isRefused_withTheOnesThatAre() {
        assertEquals(
                "algorithm own has no parameter widt, did you mean width?; it has careful, centre.NAME, depth, forbidden,"
                        + " late, mode, quiet, required, steps, tiers, width",
                refusal(() -> given(Map.of("widt", "1")).requireDeclared()));
        assertTrue(
                refusal(() -> given(Map.of("setting", "x")).requireDeclared()).contains("no parameter setting"));
    }

    @Test
    void valueThatTheMethodDidNotRead_isRefused() {
        MethodParameters parameters = given(Map.of("width", "1", "steps", "2"));
        parameters.count("steps");
        String said = refusal(parameters::requireRead);
        assertTrue(said.contains("no parameter width") && said.contains("steps"), said);
    }

    @Test
    void methodThatReadsWhatItDoesNotDeclare_isADefect() {
        assertThrows(IllegalStateException.class, () -> given(Map.of()).flag("loud"));
        assertThrows(IllegalStateException.class, () -> given(Map.of()).count("width", 1));
        assertThrows(IllegalStateException.class, () -> given(Map.of()).positive("steps", 1));
    }

    @Test
    void parameterOfOneProcess_isReadThere_andNeverGivenByAPlan() {
        assertEquals(Optional.empty(), given(Map.of()).text("setting"));
        MethodParameters parameters = new MethodParameters(Map.of("setting", "x"), METHOD, true);
        parameters.requireDeclared();
        assertEquals(Optional.of("x"), parameters.text("setting"));
        parameters.requireRead();
        assertTrue(parameters.declares("setting") && parameters.declares("centre.x1") && !parameters.declares("loud"));
    }

    @Test
    void flag_hasItsDeclaredDefault() {
        assertTrue(given(Map.of()).flag("careful"));
        assertFalse(given(Map.of("careful", "false")).flag("careful"));
        assertTrue(given(Map.of()).flag("late", true));
        assertFalse(given(Map.of("late", "false")).flag("late", true));
    }

    @Test
    void readingByADefaultThatIsNoValue_orAsAnotherKind_isADefect_withTheMethodsName() {
        for (Runnable defect : List.<Runnable>of(
                () -> given(Map.of()).positive("depth"),
                () -> given(Map.of()).number("depth"),
                () -> given(Map.of()).flag("late"),
                () -> given(Map.of("mode", "hard")).flag("mode"),
                () -> given(Map.of()).number("mode", 0),
                () -> given(Map.of()).number("quiet", 0))) {
            String said = assertThrows(IllegalStateException.class, defect::run).getMessage();
            assertTrue(said.startsWith("method own reads "), said);
        }
    }

    @Test
    void range_saysTheLimitsThatHold() {
        assertEquals(
                "a finite number, at most 1e50", Parameter.number("x", "any").range());
        assertEquals(
                "a number from -1.5 to 2",
                Parameter.number("x", "any").from(-1.5, 2).range());
        assertEquals("> 0, from 1e-50 to 1e50", Parameter.positive("x", "any").range());
        assertEquals(
                "> 0, from 1e-50 to 1",
                Parameter.positive("x", "any").from(1e-50, 1).range());
        assertEquals("a whole number from 1", Parameter.count("x", "any").range());
        assertEquals(
                "> 0, from 1e-50 to 1e50, or auto or none",
                Parameter.positive("x", "any").or("auto").or("none").range());
    }

    @Test
    void or_addsAWord() {
        Parameter both = Parameter.count("x", "any").or("auto").or("all");
        both.require("own", "x", "auto");
        both.require("own", "x", "all");
        both.require("own", "x", "3");
        assertTrue(refusal(() -> both.require("own", "x", "none")).contains("or auto or all, was \"none\""));
    }

    @Test
    void limitsThatNoNumberIsWithin_areRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Parameter.count("x", "any").from(3, 2));
        assertThrows(
                IllegalArgumentException.class,
                () -> Parameter.count("x", "any").from(-1, 2));
        assertThrows(
                IllegalArgumentException.class,
                () -> Parameter.positive("x", "any").from(0, 2));
        assertThrows(
                IllegalArgumentException.class,
                () -> Parameter.number("x", "any").from(Double.NaN, 2));
    }

    @Test
    void declaringTwice_orWithoutASentence_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> METHOD.with(Parameter.flag("quiet", "again")));
        assertThrows(IllegalArgumentException.class, () -> Parameter.flag("quiet", " "));
        assertThrows(IllegalArgumentException.class, () -> Parameter.flag("Quiet", "a name"));
        assertThrows(IllegalArgumentException.class, () -> MethodDescriptor.of("Own", "a name"));
    }
}
