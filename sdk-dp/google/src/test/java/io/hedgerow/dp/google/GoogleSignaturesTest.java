// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.google;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.privacy.differentialprivacy.DiscreteLaplaceNoise;
import com.google.privacy.differentialprivacy.GaussianNoise;
import io.hedgerow.dp.mechanism.Signatures;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The library has the members that the stand-in of other builds stands for: the proof is of this version. */
class GoogleSignaturesTest {

    @Test
    void library_hasTheMembersOfTheList() throws IOException {
        assertEquals(
                String.join("\n", Signatures.read(Path.of("src/test/resources/signatures-4.0.0.txt"))),
                String.join("\n", Signatures.of(DiscreteLaplaceNoise.class, GaussianNoise.class)));
    }
}
