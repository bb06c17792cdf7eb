// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class NoiseSourcesTest {

    @TempDir
    Path directory;

    /** Offers a source under one name. */
    public static class Silent implements NoiseSourceProvider {
        @Override
        public String id() {
            return "silent";
        }

        @Override
        public NoiseSource open() {
            return new Named(id());
        }
    }

    /** Takes the name that is built in. */
    public static final class Usurper extends Silent {
        @Override
        public String id() {
            return "discrete";
        }
    }

    /** Opens a source that has another name. */
    public static final class Mislabelled extends Silent {
        @Override
        public NoiseSource open() {
            return new Named("other");
        }
    }

    private record Named(String id) implements NoiseSource {
        @Override
        public long gaussian(double sigma) {
            return 0;
        }

        @Override
        public long laplace(double scale) {
            return 0;
        }
    }

    @Test
    void byId_findsTheBuiltInSource() {
        assertInstanceOf(DiscreteNoise.class, NoiseSources.byId("discrete"));
    }

    @Test
    void byId_refusesUnknownNamesAndListsTheKnownOnes() {
        String message = assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("gaussian"))
                .getMessage();
        assertTrue(message.contains("discrete") && message.contains("gaussian"), message);
        assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId(""));
    }

    @Test
    void byId_findsAProviderByItsNameOnly() throws Throwable {
        offering(Silent.class, () -> {
            assertEquals("silent", NoiseSources.byId("silent").id());
            assertInstanceOf(DiscreteNoise.class, NoiseSources.byId("discrete"));
            assertTrue(assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("google-dp"))
                    .getMessage()
                    .contains("[discrete, silent]"));
        });
    }

    @Test
    void byId_refusesAnAmbiguousName() throws Throwable {
        offering(
                Usurper.class, () -> assertThrows(IllegalArgumentException.class, () -> NoiseSources.byId("discrete")));
    }

    @Test
    void byId_refusesASourceOfAnotherName() throws Throwable {
        offering(Mislabelled.class, () -> assertThrows(IllegalStateException.class, () -> NoiseSources.byId("silent")));
    }

    private void offering(Class<? extends NoiseSourceProvider> provider, Executable check) throws Throwable {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(NoiseSourceProvider.class.getName()), provider.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            check.execute();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
