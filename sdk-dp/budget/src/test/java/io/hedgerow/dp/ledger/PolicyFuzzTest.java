// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.text.TextFuzz;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever bytes a policy file has, the answer is a policy or one {@link DataException} in one line. */
class PolicyFuzzTest {

    /**
     * The heap behind a garbage collection varies by a few megabytes; what stayed of every case would be some hundred.
     */
    private static final long NOISE = 32L << 20;

    @TempDir
    Path temp;

    private int refused;

    private void read(byte[] bytes) {
        Path file = temp.resolve("policy.yml");
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            SitePolicy.read(file);
        } catch (DataException e) {
            refused++;
            String message = String.valueOf(e.getMessage());
            assertEquals(1, message.lines().count(), message);
            assertTrue(message.contains("policy.yml"), message);
            assertTrue(message.length() < 2000, "the message has " + message.length() + " characters");
        }
    }

    @Test
    @Timeout(120)
    void changedPolicy_isReadOrRefused() {
        byte[] good = SitePolicyTest.GOOD.getBytes(StandardCharsets.UTF_8);
        read(good);
        assertEquals(0, refused, "the unchanged policy is read");
        new TextFuzz(13).feed(good, 1_500, this::read);
        assertTrue(refused > 100 && refused < 1_500, "both ends must occur: " + refused + " refused");
    }

    @Test
    @Tag("long")
    @Timeout(3600)
    void changedPolicy_isReadOrRefused_manyTimes_andNothingStays() {
        long grown = new TextFuzz(14).feed(SitePolicyTest.GOOD.getBytes(StandardCharsets.UTF_8), 100_000, this::read);
        assertTrue(grown < NOISE, "the heap grew by " + grown);
    }
}
