// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeclaredNumberTest {

    @Test
    void complaint_isThereForFewerAndForMore_andSaysBothNumbers() {
        DeclaredNumber users = new DeclaredNumber(5, true);
        assertEquals(Optional.empty(), users.complaint("ward.csv", 5, "nothing was charged"));
        assertEquals(
                Optional.of("ward.csv: must hold the declared number of 5 users, holds 6; nothing was charged. Complete"
                        + " the data, or have the true number declared"),
                users.complaint("ward.csv", 6, "nothing was charged"));
        assertEquals(
                Optional.of("ward.csv: must hold the declared number of 5 rows, holds 4. Complete the data, or have the"
                        + " true number declared: in a CSV file every line after the first is a row, blank ones too"),
                new DeclaredNumber(5, false).complaint("ward.csv", 4, ""));
    }
}
