// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** One token for all tests of a class, by SoftHSM; they are skipped where it is not installed. */
abstract class OnTokenTest {

    @TempDir
    static Path tokens;

    static SoftHsm token;
    static Path pin;

    @TempDir
    Path temp;

    @BeforeAll
    static void makeToken() throws Exception {
        token = SoftHsm.create(tokens);
        pin = token.pin(SoftHsm.PIN);
    }

    /** A directory in which one file describes a key on the token. */
    IdentityDirectory directory(String name, Function<IdentityDirectory, Path> file, String description)
            throws IOException {
        IdentityDirectory directory = new IdentityDirectory(Files.createDirectories(temp.resolve(name)));
        Files.writeString(file.apply(directory), description);
        return directory;
    }

    /** A refusal has a reason and words, and never the PIN. */
    static IdentityException says(IdentityException thrown, Reason reason, String... words) {
        assertEquals(reason, thrown.reason(), thrown.getMessage());
        for (String word : words) {
            assertTrue(thrown.getMessage().contains(word), thrown::getMessage);
        }
        assertFalse(thrown.getMessage().contains(SoftHsm.PIN), thrown::getMessage);
        return thrown;
    }
}
