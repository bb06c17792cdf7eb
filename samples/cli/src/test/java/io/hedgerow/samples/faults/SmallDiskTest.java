// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallDiskTest {

    @TempDir
    Path temp;

    @Test
    void fullDisk_takesNothing_untilItIsFreed_andLeavesItsFiles() throws Exception {
        assumeTrue(SmallDisk.isPossible(), "only the superuser of Linux can mount a file system");
        Path home = temp.resolve("home");
        byte[] page = new byte[4096];
        try (SmallDisk disk = new SmallDisk(home)) {
            Files.createDirectories(home.resolve("inside"));
            Files.write(home.resolve("inside/before"), page);
            disk.fill(1);
            Files.write(home.resolve("last"), page);
            assertThrows(IOException.class, () -> Files.write(home.resolve("after"), page));
            disk.free();
            Files.write(home.resolve("after"), page);
        }
        assertEquals(4096, Files.size(home.resolve("inside/before")));
        assertEquals(4096, Files.size(home.resolve("after")));
        assertEquals(Files.getFileStore(temp), Files.getFileStore(home));
    }
}
