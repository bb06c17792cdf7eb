// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.UnwritableFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartableOutputTest {

    @TempDir
    Path temp;

    /** Exit code 75, start again, is only for a study that would be lost otherwise. */
    @Test
    void directoryThatCannotBePrepared_isAFailureToStart_untilTheStudyHasBegun() throws Exception {
        Path taken = Files.writeString(temp.resolve("taken"), "a file");
        assertThrows(IOException.class, () -> RestartableOutput.prepare(taken, () -> false));
        UnwritableFileException begun =
                assertThrows(UnwritableFileException.class, () -> RestartableOutput.prepare(taken, () -> true));
        assertTrue(begun.getMessage().contains(taken.toString()), begun.getMessage());
        assertEquals("a file", Files.readString(taken));
    }

    @Test
    void closedWithoutAResult_leavesNothing() throws Exception {
        Path result = temp.resolve("result");
        RestartableOutput.prepare(result, () -> true).close();
        assertFalse(Files.exists(result));
    }
}
