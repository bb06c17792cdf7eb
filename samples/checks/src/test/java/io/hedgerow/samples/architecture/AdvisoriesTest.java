// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Checkout;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** No library is shipped whose version has a known fault, and none that is not in config/advisories.txt. */
class AdvisoriesTest {

    private static final Path LIST = Checkout.ROOT.resolve("config/advisories.txt");
    private static final String NETTY = "io.netty, inside grpc-netty-shaded";

    private record Line(String lowest, LocalDate lookedUp, String why) {}

    private final Map<String, Line> known = new TreeMap<>();
    private final List<String> tests = new ArrayList<>();
    private final Map<String, Line> open = new TreeMap<>();

    AdvisoriesTest() throws IOException {
        for (String text : Files.readAllLines(LIST)) {
            if (text.startsWith("tests: ")) {
                tests.add(text.substring(7));
            } else if (!text.startsWith("#")) {
                String[] parts = text.split(" \\| ", 4);
                assertEquals(4, parts.length, text);
                Line line = new Line(parts[1], LocalDate.parse(parts[2]), parts[3]);
                boolean isOpen = parts[0].startsWith("open: ");
                (isOpen ? open : known).put(isOpen ? parts[0].substring(6) : parts[0], line);
            }
        }
    }

    /** Numbers of a version, one after the other; words behind them count for nothing. */
    static boolean isBelow(String version, String lowest) {
        List<Integer> have = numbers(version);
        List<Integer> need = numbers(lowest);
        for (int k = 0; k < Math.max(have.size(), need.size()); k++) {
            int compared = Integer.compare(k < have.size() ? have.get(k) : 0, k < need.size() ? need.get(k) : 0);
            if (compared != 0) {
                return compared < 0;
            }
        }
        return false;
    }

    private static List<Integer> numbers(String version) {
        List<Integer> numbers = new ArrayList<>();
        Matcher next = Pattern.compile("\\G\\.?([0-9]+)").matcher(version);
        while (next.find()) {
            numbers.add(Integer.valueOf(next.group(1)));
        }
        assertTrue(!numbers.isEmpty(), version);
        return numbers;
    }

    /** Why a library may not be shipped; empty when it may. */
    private Optional<String> objection(String library, String version) {
        Line line = known.get(library);
        if (line == null) {
            return tests.stream().anyMatch(library::startsWith)
                    ? Optional.empty()
                    : Optional.of(library + " " + version + ": no one has looked it up");
        }
        return isBelow(version, line.lowest())
                ? Optional.of(library + " must be at least " + line.lowest() + ", was " + version + ": " + line.why())
                : Optional.empty();
    }

    /**
     * Jars of the local repository, which may be in any folder: Surefire says which. A path in it is
     * group/artifact/version/artifact-version.jar.
     */
    private static Map<String, String> resolved() {
        String local = System.getProperty("localRepository");
        int root = local == null ? -1 : Path.of(local).getNameCount();
        Map<String, String> versions = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            int names = jar.getNameCount();
            if (!entry.endsWith(".jar") || names < 5) {
                continue;
            }
            String version = jar.getName(names - 2).toString();
            String artifact = jar.getName(names - 3).toString();
            if (jar.getFileName().toString().startsWith(artifact + "-" + version)) {
                List<String> group = new ArrayList<>();
                boolean isLocal = local != null && jar.startsWith(local);
                for (int k = names - 4;
                        isLocal
                                ? k >= root
                                : k >= 0 && !jar.getName(k).toString().equals("repository");
                        k--) {
                    group.add(0, jar.getName(k).toString());
                }
                String name = String.join(".", group) + ":" + artifact;
                if (!name.startsWith("io.hedgerow:")) {
                    versions.put(name, version);
                }
            }
        }
        return versions;
    }

    private static String netty() throws IOException {
        String jar = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("grpc-netty-shaded"))
                .findFirst()
                .orElseThrow();
        try (JarFile shaded = new JarFile(jar);
                InputStream in = shaded.getInputStream(
                        shaded.getEntry("META-INF/io.grpc.netty.shaded.io.netty.versions.properties"))) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("netty-common.version");
        }
    }

    private static String property(String name) throws IOException {
        Matcher found = Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)</")
                .matcher(Files.readString(Checkout.ROOT.resolve("pom.xml")));
        assertTrue(found.find(), name);
        return found.group(1);
    }

    @Test
    void whatIsShipped_hasNoVersionWithAKnownFault_andIsInTheList() throws IOException {
        Map<String, String> versions = resolved();
        assertTrue(versions.size() > 20 && versions.containsKey("io.grpc:grpc-core"), versions.toString());
        versions.put(NETTY, netty());
        for (String name : known.keySet()) {
            if (name.endsWith(".version")) {
                versions.put(name, property(name));
            }
        }
        List<String> objections = new ArrayList<>();
        versions.forEach((library, version) -> objection(library, version).ifPresent(objections::add));
        assertEquals(List.of(), objections);
        for (String library : known.keySet()) {
            assertTrue(versions.containsKey(library), library + " is in the list and not shipped any more: remove it");
        }
        // what is open is still open: a version that mends it closes the line
        open.forEach((library, line) -> assertTrue(
                isBelow(versions.get(library), line.lowest()), library + " is mended: remove the line that says open"));
    }

    @Test
    void olderOrUnknownLibraries_areRefused() {
        assertTrue(objection(NETTY, "4.2.15.Final").orElse("").contains("CVE-2026-56819"));
        assertTrue(objection("org.example:new", "1").isPresent());
        assertTrue(objection("org.bouncycastle:bcprov-jdk18on", "1.85.2").isPresent());
        assertEquals(Optional.empty(), objection("org.junit.jupiter:junit-jupiter", "5"));
        assertTrue(
                isBelow("2.9", "2.10") && isBelow("1.84.0", "1.84.1") && isBelow("32.0.0-android", "32.0.1-android"));
        assertTrue(!isBelow("1.85.1", "1.85.1") && !isBelow("2.22.4", "2.22.2") && !isBelow("5", "4.9.9"));
    }
}
