// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References were computed with 40 digits. */
class NormalTailTest {

    /** Chebyshev sum, quotient and argument contribute a few units in the last place. */
    private static final double RELATIVE = 2e-15;

    @ParameterizedTest
    @CsvSource({
        "-3, 16205.988853999586625",
        "-0.5, 1.9523604891825570933",
        "0, 1",
        "1e-3, 0.99887262008115140863",
        "0.3, 0.73459933456765514229",
        "1, 0.42758357615580700441",
        "2.5, 0.21080636406114358065",
        "5, 0.11070463773306862637",
        "12, 0.04685422101489376262",
        "30, 0.018795888861416751497",
        "1e3, 0.0005641893014533876542",
        "1e8, 5.6418958354775625874e-9",
        "1e200, 5.6418958354775628695e-201",
    })
    void erfcx_meetsReferences(double x, double expected) {
        assertEquals(expected, NormalTail.erfcx(x), RELATIVE * expected);
    }

    @ParameterizedTest
    @CsvSource({
        "-38, -726.5572160188201301",
        "-20, -203.91715537109726394",
        "-8.5, -39.197396428217669289",
        "-1.25, -2.2476256772143181847",
        "0, -0.69314718055994530942",
        "0.5, -0.36894641528865639307",
        "3, -0.0013508099647481937988",
        "6, -9.8658764552437573169e-10",
    })
    void logCdf_meetsReferencesInBothTails(double z, double expected) {
        assertEquals(expected, NormalTail.logCdf(z), RELATIVE * -expected);
    }

    @ParameterizedTest
    @CsvSource({
        "-2, 0.9772498680518207928",
        "0.1, 0.46017216272297101853",
        "1.5, 0.066807201268858066004",
        "7.25, 2.0838581586720694312e-13",
        "20, 2.7536241186062336951e-89",
        "37, 5.7255712225245768227e-300",
    })
    void above_meetsReferencesFarOut(double z, double expected) {
        assertEquals(expected, NormalTail.above(z), 4 * RELATIVE * expected);
    }

    @Property
    void erfcx_liesBetweenTheBoundsOfItsTail(@ForAll @DoubleRange(min = 0, max = 50) @Scale(6) double x) {
        // 1/(x + √(x² + 2)) < erfcx(x)·√π/2 ≤ 1/(x + √(x² + 4/π)), classical bounds of Mills' ratio; both are tight to
        // 13 %.
        double value = NormalTail.erfcx(x) * Math.sqrt(Math.PI) / 2;
        assertTrue(value > (1 - RELATIVE) / (x + Math.sqrt(x * x + 2)));
        assertTrue(value <= (1 + RELATIVE) / (x + Math.sqrt(x * x + 4 / Math.PI)));
    }

    @ParameterizedTest
    @CsvSource({"-1e300", "-23717.876", "-40.01", "40.01", "23717.876", "1e9", "1e300"})
    void density_farOut_isZeroAndNotUndefined(double z) {
        assertEquals(0, NormalTail.density(z));
        assertEquals(z < 0 ? 1 : 0, NormalTail.above(z));
    }

    @Property
    void aboveAndLogCdf_areOneFunction(@ForAll @DoubleRange(min = -8, max = 37) @Scale(4) double z) {
        // ln amplifies nothing here: |ln| ≤ 700, so 1e-13 absolute is 40 units in the last place of the exponent.
        assertEquals(Math.log(NormalTail.above(z)), NormalTail.logCdf(-z), 2e-13);
        assertEquals(NormalTail.above(z), NormalTail.density(z) * NormalTail.mills(z), 1e-14 * NormalTail.above(z));
    }
}
