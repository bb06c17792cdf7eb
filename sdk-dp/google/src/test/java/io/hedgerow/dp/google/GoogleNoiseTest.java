// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.google;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.NoiseSourceContract;
import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoogleNoiseTest extends NoiseSourceContract {

    @Override
    protected NoiseSource open() {
        return new GoogleNoise();
    }

    @Override
    protected String expectedId() {
        return "google-dp";
    }

    /** At 100 000 draws a second; a cut at 4.5σ is seen. */
    @Override
    protected long tailDraws() {
        return 4_000_000;
    }

    @Test
    void byId_findsThisSourceByItsName() {
        assertInstanceOf(GoogleNoise.class, NoiseSource.byId("google-dp"));
    }

    /** A generator that notes what is asked of it, in the order in which instances were made. */
    public static final class NotedGenerator extends SecureRandomSpi {
        private static final List<String> NOTES = new ArrayList<>();
        private static int made;

        private final int number = made++;
        private long state = number;

        @Override
        protected void engineSetSeed(byte[] seed) {
            NOTES.add(number + " seeded with " + seed.length);
        }

        @Override
        protected void engineNextBytes(byte[] bytes) {
            NOTES.add(number + " drawn");
            for (int i = 0; i < bytes.length; i++) {
                state = state * 6364136223846793005L + 1442695040888963407L;
                bytes[i] = (byte) (state >>> 56);
            }
        }

        @Override
        protected byte[] engineGenerateSeed(int bytes) {
            NOTES.add(number + " asked for entropy of " + bytes);
            return new byte[bytes];
        }
    }

    @Test
    void refresh_mixesEntropyOfThePlatform_andDrawsFromNewGenerators() {
        Provider provider = new Provider("noted", "1", "notes what is asked of generators") {};
        provider.put("SecureRandom.Noted", NotedGenerator.class.getName());
        Security.insertProviderAt(provider, 1);
        try {
            GoogleNoise source = new GoogleNoise();
            source.gaussian(0x1p20);
            int before = NotedGenerator.made;
            NotedGenerator.NOTES.clear();
            source.refresh();
            source.gaussian(0x1p20);
            source.laplace(0x1p20);
            String notes = String.join("\n", NotedGenerator.NOTES);
            assertEquals(before + " asked for entropy of 48", NotedGenerator.NOTES.get(0), notes);
            assertEquals(before + " seeded with 48", NotedGenerator.NOTES.get(1), notes);
            assertTrue(
                    NotedGenerator.NOTES.stream()
                            .filter(note -> note.endsWith("drawn"))
                            .allMatch(note -> Integer.parseInt(note.substring(0, note.indexOf(' '))) > before),
                    notes);
        } finally {
            Security.removeProvider("noted");
        }
    }
}
