// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.adapters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.Signatures;
import io.hedgerow.samples.cli.Checkout;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * The adapter of Google's library compiles and works in every build, against a stand-in whose members are those of the
 * real jar. Only the profile google-dp has the library itself.
 */
@Tag("slow")
class GoogleAdapterTest {

    private static final Path MODULE = Checkout.ROOT.resolve("sdk-dp/google");
    private static final Path ADAPTER = MODULE.resolve("src/main/java");
    private static final Path STAND_IN = MODULE.resolve("src/stand-in/java");
    private static final String PACKAGE = "com.google.privacy.differentialprivacy.";

    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency><groupId>io.hedgerow</groupId><artifactId>([\\w-]+)</artifactId>(.*?)</dependency>");
    /** The folders of the modules below the core and below budgets, by the names of their artifacts. */
    private static final Map<String, Path> MODULES = modules();

    @TempDir
    Path temp;

    private static Map<String, Path> modules() {
        Map<String, Path> folders = new HashMap<>();
        for (String parent : List.of("sdk-core", "sdk-dp")) {
            try (Stream<Path> below = Files.list(Checkout.ROOT.resolve(parent))) {
                below.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                        .forEach(folder -> folders.put("hedgerow-" + folder.getFileName(), folder));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return folders;
    }

    private static List<Path> sources(Path... folders) throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
            }
        }
        return all;
    }

    /** The class path without the modules of the project that the adapter's own build does not see. */
    private static Stream<String> classPath() throws IOException {
        List<Path> seen = new ArrayList<>();
        addSeen(MODULE, seen);
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).startsWith(Checkout.ROOT)
                        || seen.stream().anyMatch(module -> Path.of(entry).startsWith(module.resolve("target"))));
    }

    /** Adds the folders of what a module names, and of what these see. */
    private static void addSeen(Path module, List<Path> seen) throws IOException {
        Matcher named = DEPENDENCY.matcher(Files.readString(module.resolve("pom.xml")));
        while (named.find()) {
            boolean ofTests = module != MODULE && named.group(2).contains("<scope>test</scope>");
            Path folder = MODULES.get(named.group(1));
            if (!ofTests && folder != null && !seen.contains(folder)) {
                seen.add(folder);
                addSeen(folder, seen);
            }
        }
    }

    /** Compiles as the module does, every warning an error; returns the messages, which are empty when it compiles. */
    private static String compile(Path into, List<Path> sources, Path... classes) throws IOException {
        Files.createDirectories(into);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        String path = Stream.concat(Stream.of(classes).map(Path::toString), classPath())
                .collect(Collectors.joining(File.pathSeparator));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of(
                                    "-d",
                                    into.toString(),
                                    "-cp",
                                    path,
                                    "-proc:none",
                                    "--release",
                                    "17",
                                    "-Xlint:deprecation,removal,unchecked,rawtypes,cast",
                                    "-Werror"),
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
            return compiled ? "" : messages.toString();
        }
    }

    /**
     * The adapter and its library, each in a folder; the library as it is, or without the lines that contain a text.
     */
    private Path[] built(String leftOut) throws IOException {
        Path library = temp.resolve("library");
        Path adapter = temp.resolve("adapter");
        assertEquals("", compile(library, sources(STAND_IN)));
        assertEquals("", compile(adapter, sources(ADAPTER), library));
        Path services = adapter.resolve("META-INF/services");
        Files.createDirectories(services);
        String service = "io.hedgerow.dp.mechanism.NoiseSourceProvider";
        Files.copy(MODULE.resolve("src/main/resources/META-INF/services/" + service), services.resolve(service));
        if (!leftOut.isEmpty()) {
            Path other = temp.resolve("other-sources");
            for (Path source : sources(STAND_IN)) {
                Files.createDirectories(other);
                Files.writeString(
                        other.resolve(source.getFileName()),
                        Files.readString(source).replace(leftOut, "other"));
            }
            assertEquals("", compile(temp.resolve("other"), sources(other)));
            return new Path[] {adapter, temp.resolve("other")};
        }
        return new Path[] {adapter, library};
    }

    private static void with(Path[] folders, Executable check) throws Throwable {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        URL[] urls = Stream.of(folders).map(GoogleAdapterTest::url).toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(urls, before)) {
            thread.setContextClassLoader(loader);
            check.execute();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL url(Path folder) {
        try {
            return folder.toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void standIn_hasTheMembersOfTheRealJar() throws Throwable {
        List<String> real = Signatures.read(MODULE.resolve("src/test/resources/signatures-4.0.0.txt"));
        assertTrue(real.size() > 15, "only " + real);
        with(built(""), () -> {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            assertEquals(
                    String.join("\n", real.stream().filter(Signatures::isOfJava).toList()),
                    String.join(
                            "\n",
                            Signatures.of(
                                    loader.loadClass(PACKAGE + "DiscreteLaplaceNoise"),
                                    loader.loadClass(PACKAGE + "GaussianNoise"))));
        });
    }

    @Test
    void adapter_isFoundByItsName_statesItsLawAndDraws() throws Throwable {
        with(built(""), () -> {
            NoiseSource.Law law = NoiseSource.lawOf("google-dp");
            assertEquals(new NoiseSource.Law(0x1p-47, 0x1p-44, false), law);
            NoiseSource source = NoiseSource.byId("google-dp");
            assertEquals(law, source.law());
            source.refresh();
            double squares = 0;
            double absolute = 0;
            for (int k = 0; k < 40_000; k++) {
                double gaussian = source.gaussian(0x1p20) / 0x1p20;
                squares += gaussian * gaussian;
                absolute += Math.abs(source.laplace(0x1p20) / 0x1p20);
            }
            // standard errors .007 and .005; seven of them
            assertEquals(1, squares / 40_000, 0.05);
            assertEquals(1, absolute / 40_000, 0.035);
        });
    }

    /** Only the profile runs these tests; they compile with what the module's own build sees, and with nothing else. */
    @Test
    void testsOfTheModule_compileWithTheDependenciesThatItNames() throws Throwable {
        Path[] folders = built("");
        assertEquals(
                "", compile(temp.resolve("tests"), sources(MODULE.resolve("src/test/java")), folders[0], folders[1]));
        assertTrue(Files.exists(temp.resolve("tests/io/hedgerow/dp/google/GoogleRunTest.class")));
    }

    /** What the adapter once called: the deprecated form, which the real library marks and the stand-in has to mark. */
    @Test
    void deprecatedForm_doesNotCompile() throws IOException {
        Path library = temp.resolve("library");
        assertEquals("", compile(library, sources(STAND_IN)));
        Path old = Files.createDirectories(temp.resolve("old"));
        for (Path source : sources(ADAPTER)) {
            String text = Files.readString(source);
            String changed = text.replace("Math.nextDown(1 / scale), 0.0)", "Math.nextDown(1 / scale), null)");
            assertEquals(source.endsWith("GoogleNoise.java"), !changed.equals(text), source.toString());
            Files.writeString(old.resolve(source.getFileName()), changed);
        }
        assertTrue(compile(temp.resolve("compiled"), sources(old), library).contains("[deprecation]"));
    }

    @Test
    void libraryOfAnotherRelease_isRefusedWhenTheSourceIsOpened() throws Throwable {
        for (String missing : List.of("addNoiseDefinedByRho", "addNoise")) {
            Path[] folders = built(missing);
            with(folders, () -> {
                String refusal = assertThrows(IllegalArgumentException.class, () -> NoiseSource.byId("google-dp"))
                        .getMessage();
                assertTrue(refusal.contains("NoSuchMethodError") && refusal.contains("Nothing was charged"), refusal);
            });
            deleteAll();
        }
        with(new Path[] {built("")[0]}, () -> {
            String refusal = assertThrows(IllegalArgumentException.class, () -> NoiseSource.byId("google-dp"))
                    .getMessage();
            assertTrue(refusal.contains("NoClassDefFoundError"), refusal);
            // a coordinator computes the charge and draws nothing: the adapter is enough for it
            assertFalse(NoiseSource.lawOf("google-dp").isExact());
        });
    }

    private void deleteAll() throws IOException {
        try (Stream<Path> files = Files.walk(temp)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                if (!file.equals(temp)) {
                    Files.delete(file);
                }
            }
        }
    }
}
