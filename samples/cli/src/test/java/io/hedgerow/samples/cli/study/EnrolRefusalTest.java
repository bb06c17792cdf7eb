// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of {@code enrol} that do not fit its action are refused before anything is made. */
class EnrolRefusalTest {

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "enrol request --dir x",
                "enrol request --dir x --site a --coordinator b",
                "enrol request --dir x --site a --host b",
                "enrol request --dir x --site a/b",
                "enrol request --dir x --coordinator b",
                "enrol request --site a",
                "enrol request --dir x --site a --days 3",
                "enrol show",
                "enrol show --dir x --authority y",
                "enrol lock",
                "enrol lock --key x --authority y",
                "enrol roster --roster x --coordinator-key k --member a=b --passphrase-env A",
                "enrol show --request x --ask-passphrase",
                "enrol sign --authority x",
                "enrol revoke --authority x",
                "enrol revoke --authority x --refresh --serial 1",
                "enrol revoke --authority x --serial zz",
                "enrol roster --roster x --member a=b --key c",
                "enrol roster --roster x --coordinator-key zz",
                "enrol roster --roster x --threshold 2",
                "enrol init-authority --authority x --label a/b",
                "enrol unknown",
                "enrol"
            })
    void wrongCommandLines_doNothing(String line) {
        Shell shell = Shell.real();
        String here = line.replace(" x", " " + temp.resolve("x"));
        assertEquals(2, shell.run(here.split(" ")), shell.out() + shell.err());
        assertTrue(shell.err().startsWith("hedgerow: error: "), shell.err());
        assertFalse(Files.exists(temp.resolve("x")));
    }
}
