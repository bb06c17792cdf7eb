// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Java runtime of images has the same bytes whatever the process that makes it did before. */
@Tag("slow")
@Timeout(180)
class LinkedRuntimeTest {

    private static final Class<?>[] TYPES = {int.class, long.class, float.class, double.class, Object.class};

    @TempDir
    Path folder;

    /** A process that has used method handles of shapes which a seed chooses, as one run of Maven and another. */
    static final class Busy {

        private Busy() {}

        public static void main(String[] args) throws Throwable {
            Random random = new Random(Long.parseLong(args[0]));
            for (int k = 0; k < 50; k++) {
                Class<?>[] types = new Class<?>[random.nextInt(5)];
                Object[] values = new Object[types.length];
                for (int i = 0; i < types.length; i++) {
                    types[i] = TYPES[random.nextInt(TYPES.length)];
                    values[i] = MethodHandles.zero(types[i]).invoke();
                }
                MethodType type = MethodType.methodType(Object.class, types);
                MethodHandle handle = MethodHandles.dropArguments(
                        MethodHandles.constant(Object.class, "made"), 0, type.parameterList());
                handle.asSpreader(Object[].class, types.length).invoke(values);
            }
            ImageBuild.link(Path.of(args[1]), "java.base");
        }
    }

    private Path runtime(int seed) throws Exception {
        Path made = folder.resolve("runtime-" + seed);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Busy.class.getName(),
                        String.valueOf(seed),
                        made.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), "jlink does not end");
        assertEquals(0, process.exitValue(), said);
        return made.resolve("lib/modules");
    }

    @Test
    void processesWithAnotherPast_makeTheSameRuntime() throws Exception {
        assertEquals(-1, Files.mismatch(runtime(1), runtime(2)));
    }
}
