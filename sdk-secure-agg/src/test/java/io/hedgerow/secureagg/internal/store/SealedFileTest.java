// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.secureagg.internal.store.FileCoordinatorArchive.SealedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedFileTest {

    @TempDir
    Path directory;

    /** Something is in the place of the new file, so that it can no more be written than on a full disk. */
    @Test
    void write_whenThereIsNoPlace_keepsWhatWasThere_saysSo_andWritesWhenThereIs() throws IOException {
        SealedFile file = new SealedFile(directory.resolve("sum"), "sum");
        file.write(new byte[] {1, 2});
        Path inTheWay = Files.createDirectories(directory.resolve("sum.new").resolve("full"));
        assertThrows(UnwritableFileException.class, () -> file.write(new byte[] {3}));
        assertArrayEquals(new byte[] {1, 2}, file.read().orElseThrow());
        Files.delete(inTheWay);
        Files.delete(directory.resolve("sum.new"));
        file.write(new byte[] {3});
        assertArrayEquals(new byte[] {3}, file.read().orElseThrow());
    }
}
