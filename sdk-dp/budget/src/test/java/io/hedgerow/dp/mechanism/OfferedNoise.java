// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.function.Executable;

/** Offers noise sources to the service loader for the time of a check, as a jar on the class path would. */
public final class OfferedNoise {

    private OfferedNoise() {}

    /** Runs a check while providers are offered by a directory. */
    public static void offering(Path directory, Executable check, String... providers) throws Throwable {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(NoiseSourceProvider.class.getName()), String.join("\n", providers));
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

    /** Draws exact noise, and states a law that is only near it. */
    public static final class Near implements NoiseSourceProvider {

        /** The name of the source. */
        public static final String ID = "near";

        @Override
        public String id() {
            return ID;
        }

        @Override
        public NoiseSource.Law law() {
            return new NoiseSource.Law(0x1p-47, 0x1p-44, false);
        }

        @Override
        public NoiseSource open() {
            NoiseSource exact = NoiseSource.usual();
            return new NoiseSource() {
                @Override
                public String id() {
                    return ID;
                }

                @Override
                public NoiseSource.Law law() {
                    return Near.this.law();
                }

                @Override
                public long gaussian(double sigma) {
                    return exact.gaussian(sigma);
                }

                @Override
                public long laplace(double scale) {
                    return exact.laplace(scale);
                }
            };
        }
    }
}
