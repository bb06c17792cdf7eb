// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DataNamesTest {

    /** The budget has no module on its path that knows data again, and charges must not go on without one. */
    @Test
    void ofModules_whenNoneKnowsDataAgain_isRefused() {
        String refused = String.valueOf(
                assertThrows(IllegalStateException.class, DataNames::ofModules).getMessage());
        assertTrue(refused.contains("nothing can be charged: put hedgerow-dp on it"), refused);
    }
}
