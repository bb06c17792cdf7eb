// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Learning;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** dp-gram as a method of the catalogue. */
class PrivateMomentsMethodTest {

    private static Method of(int variables) {
        String[] names =
                IntStream.rangeClosed(1, variables).mapToObj(i -> "x" + i).toArray(String[]::new);
        return Method.named("dp-gram")
                .with("rows." + Learning.siteIds(1).get(0).value(), "4000")
                .promising(new PrivacyPromise(1, 1e-6, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE))
                .on(Agreement.inProcess("s", VariableSchema.of(names), 1, UploadProtection.insecurePlain()));
    }

    /** Before anything is spent. */
    @Test
    void moreVariablesThanWereTried_areRefused() {
        assertEquals(500, of(500).study().schema().size());
        assertEquals(
                "algorithm dp-gram searches networks of at most 500 variables, the study has 501: name fewer variables, or"
                        + " take dp-fed-sparse, which learns in rounds",
                assertThrows(IllegalArgumentException.class, () -> of(501)).getMessage());
    }
}
