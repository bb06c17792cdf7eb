// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallListTest {

    @Test
    void parse_readsParameterAndCountInAnyOrder() {
        assertEquals(
                new MechanismEvent.Gaussian(0.01, 2000), CallList.parse(CallList.Kind.GAUSSIAN, "mu=0.01,count=2000"));
        assertEquals(
                new MechanismEvent.Selection(0.02, 3), CallList.parse(CallList.Kind.SELECTION, "count=3, eps0=2e-2"));
        assertEquals(new MechanismEvent.Laplace(20, 1), CallList.parse(CallList.Kind.LAPLACE, "scale=20"));
        assertEquals(new MechanismEvent.PureDp(0.5, 7), CallList.parse(CallList.Kind.PURE, "eps=.5,count=7"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0.01",
                "mu",
                "mu=0.01,",
                "mu=0.01,mu=0.02",
                "sigma=3,count=1",
                "count=5",
                "mu=0.01;count=2",
                "mu=0,count=1",
                "mu=-1",
                "mu=NaN",
                "mu=Infinity",
                "mu=1e400",
                "mu=1d",
                "mu=0x1p-3",
                "mu=0.01,count=0",
                "mu=0.01,count=-2",
                "mu=0.01,count=1.5",
                "mu=0.01,count=9999999999999",
                "mu=0.01,count="
            })
    void parse_ofAnythingElse_namesOptionAndText(String text) {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> CallList.parse(CallList.Kind.GAUSSIAN, text))
                .getMessage();
        assertTrue(message.startsWith("--gaussian"), message);
        assertTrue(message.contains(" must be ") && message.contains(", was \""), message);
    }
}
