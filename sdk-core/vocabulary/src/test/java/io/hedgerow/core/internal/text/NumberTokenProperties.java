// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** The platform's own correctly rounded parser is the oracle: bits must be equal. */
class NumberTokenProperties {

    @Property(tries = 500, seed = "43")
    void parse_ofAnyDoublesText_givesThatDouble(@ForAll long bits) {
        double value = Double.longBitsToDouble(bits);
        if (Double.isFinite(value)) {
            assertBits(value, Double.toString(value));
        }
    }

    @Property(tries = 1000, seed = "43")
    void parse_ofDecimals_roundsCorrectly(
            @ForAll @LongRange(min = -999_999_999_999_999_999L, max = 999_999_999_999_999_999L) long digits,
            @ForAll @IntRange(max = 20) int scale) {
        String text = new BigDecimal(BigInteger.valueOf(digits), scale).toPlainString();
        assertBits(Double.parseDouble(text), text);
    }

    @Property(tries = 200, seed = "43")
    void parse_atTheEdgeOfTheFastPath_roundsCorrectly(
            @ForAll @LongRange(min = -50, max = 50) long offset, @ForAll @IntRange(max = 17) int scale) {
        String text = new BigDecimal(BigInteger.valueOf((1L << 53) + offset), scale).toPlainString();
        assertBits(Double.parseDouble(text), text);
    }

    @Example
    void parse_ofUnusualForms_followsTheRules() {
        for (String text :
                new String[] {"0", "-0", "-0.0", "007", ".5", "5.", "-.5", "+1", "1e3", "1E-3", " 2 ", "\t-3"}) {
            assertBits(Double.parseDouble(text), text);
        }
        for (String text : new String[] {
            "",
            "-",
            ".",
            "-.",
            "+",
            "e",
            "1e",
            "1.2.3",
            "--1",
            "1-",
            "0x10",
            "1d",
            "1f",
            "1 2",
            "Infinity",
            "NaN",
            "1e999",
            "١"
        }) {
            assertTrue(Double.isNaN(NumberToken.parse(text.toCharArray(), 0, text.length())), text);
        }
    }

    private static void assertBits(double expected, String text) {
        // Within a larger text, as the tokeniser hands it over.
        char[] around = ("9" + text + "9").toCharArray();
        assertEquals(
                Double.doubleToRawLongBits(expected),
                Double.doubleToRawLongBits(NumberToken.parse(around, 1, text.length())),
                text);
    }
}
