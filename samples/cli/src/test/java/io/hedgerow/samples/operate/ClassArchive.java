// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The class path of a test in jars, and an archive of the classes that a small study loads. A process of a test maps
 * them instead of reading and verifying some thousands of classes, which is most of what it does. Without an archive
 * processes work as well and start later.
 */
public final class ClassArchive {

    private static final int WARNING_VERSION = 22;
    private static final Path DIRECTORY = Path.of("target", "class-archive").toAbsolutePath();
    private static final Path ARCHIVE = DIRECTORY.resolve("study.jsa");
    private static final String SIGNATURE = "META-INF/[^/]+\\.(SF|RSA|DSA|EC)";
    private static final List<String> FLAGS = Stream.concat(
                    Stream.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xlog:disable"),
                    // what the runnable jar says of itself, for Java machines that would warn
                    Stream.of("--enable-native-access=ALL-UNNAMED")
                            .filter(option -> Runtime.version().feature() >= WARNING_VERSION))
            .toList();

    private static final List<String> OPTIONS = make();

    private ClassArchive() {}

    /** Options of the Java machine, the class path among them. */
    public static List<String> options() {
        return OPTIONS;
    }

    /** What lets the processes of a process with {@link #options()} map the archive, if they have its class path. */
    static Map<String, String> forChildren() {
        return OPTIONS.stream()
                .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
                .findAny()
                .map(option -> Map.of("JDK_JAVA_OPTIONS", '"' + option + '"'))
                .orElse(Map.of());
    }

    private static List<String> make() {
        try {
            Files.createDirectories(DIRECTORY);
            // test classes run in several processes, of which one makes the files
            try (FileChannel file = FileChannel.open(
                            DIRECTORY.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = file.lock()) {
                return made(held);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> made(FileLock held) throws IOException {
        List<Path> directories = new ArrayList<>();
        List<Path> signed = new ArrayList<>();
        List<String> entries = new ArrayList<>();
        long newest = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (!entry.isEmpty() && Files.isDirectory(path)) {
                entries.add(DIRECTORY.resolve(directories.size() + ".jar").toString());
                directories.add(path);
                newest = Math.max(newest, newest(path));
            } else if (Files.isRegularFile(path) && isSigned(path)) {
                entries.add(DIRECTORY.resolve(path.getFileName()).toString());
                signed.add(path);
            } else if (Files.isRegularFile(path)) {
                entries.add(entry);
            }
        }
        String classPath = String.join(File.pathSeparator, entries);
        Path stamp = DIRECTORY.resolve("stamp");
        String now = held.isValid() ? directories + " " + newest + " " + classPath : "";
        if (!Files.exists(stamp) || !Files.readString(stamp).equals(now)) {
            Files.deleteIfExists(stamp);
            Files.deleteIfExists(ARCHIVE);
            for (int k = 0; k < directories.size(); k++) {
                jar(directories.get(k), DIRECTORY.resolve(k + ".jar"));
            }
            for (Path jar : signed) {
                try (FileSystem classes = FileSystems.newFileSystem(jar)) {
                    jar(classes.getPath("/"), DIRECTORY.resolve(jar.getFileName()));
                }
            }
            train(classPath);
            Files.writeString(stamp, now);
        }
        List<String> options = new ArrayList<>(FLAGS);
        if (Files.exists(ARCHIVE)) {
            options.add("-XX:SharedArchiveFile=" + ARCHIVE);
        }
        options.addAll(List.of("-cp", classPath));
        return List.copyOf(options);
    }

    /** Classes of signed jars are not archived, and to verify one takes a fifth of what a site's process does. */
    private static boolean isSigned(Path jar) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            return file.stream().anyMatch(entry -> entry.getName().matches(SIGNATURE));
        }
    }

    private static long newest(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.mapToLong(file -> file.toFile().lastModified()).max().orElse(0);
        }
    }

    private static void jar(Path directory, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> found = Files.walk(directory)) {
            out.setLevel(0);
            for (Path one : found.filter(Files::isRegularFile).sorted().toList()) {
                String name = directory.relativize(one).toString().replace(File.separatorChar, '/');
                if (!name.matches(SIGNATURE)) {
                    out.putNextEntry(new ZipEntry(name));
                    if (name.equals(JarFile.MANIFEST_NAME)) {
                        withoutDigests(one).write(out);
                    } else {
                        Files.copy(one, out);
                    }
                    out.closeEntry();
                }
            }
        }
    }

    private static Manifest withoutDigests(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Manifest manifest = new Manifest(in);
            manifest.getEntries().clear();
            return manifest;
        }
    }

    private static void train(String classPath) throws IOException {
        Path directory = Files.createTempDirectory("class-archive");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of(
                "-XX:ArchiveClassesAtExit=" + ARCHIVE,
                "-cp",
                classPath,
                StudyInOneProcess.class.getName(),
                directory.resolve("study").toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(DIRECTORY.resolve("training.log").toFile())
                .start();
        try {
            if (!process.waitFor(3, TimeUnit.MINUTES) || process.exitValue() != 0) {
                Files.deleteIfExists(ARCHIVE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted((one, other) -> other.compareTo(one))
                        .map(Path::toFile)
                        .forEach(File::delete);
            }
        }
    }
}
