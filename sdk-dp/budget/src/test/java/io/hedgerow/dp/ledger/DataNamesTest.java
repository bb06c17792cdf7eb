// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DataNamesTest {

    /** The budget has no module on its path that knows data again, and charges must not go on without one. */
    @Test
    void ofModules_whenNoneKnowsDataAgain_isRefused() {
        String refused = String.valueOf(
                assertThrows(IllegalStateException.class, DataNames::ofModules).getMessage());
        assertTrue(refused.contains("nothing can be charged: put hedgerow-dp on it"), refused);
    }

    /** A provider of another jar may not take the place of ours, whichever is found first. */
    @Test
    void onlyModule_ofTwo_isRefused_andNamesBoth() {
        String refused = String.valueOf(assertThrows(
                        IllegalStateException.class, () -> OnlyModule.of(List.of("ours", 7), "knows", "hedgerow-dp"))
                .getMessage());
        assertTrue(refused.contains("[java.lang.String, java.lang.Integer]"), refused);
        assertTrue(refused.contains("nothing can be charged"), refused);
        assertEquals("ours", OnlyModule.of(List.of("ours"), "knows", "hedgerow-dp"));
    }
}
