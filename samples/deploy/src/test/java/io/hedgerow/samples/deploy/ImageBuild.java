// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.deploy;

import static io.hedgerow.samples.deploy.OciArchive.ordered;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.samples.deploy.OciArchive.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Builds the images of coordinator and site, without a daemon, a base image or a network: a Java runtime that
 * {@code jlink} makes of this Java, the libraries of this machine's operating system that {@code ldd} says the runtime
 * needs, with their licences, and the command line. Both images have the same layers.
 *
 * <p>The same sources give the same bytes with the same Java and the same libraries; the bill of materials says which.
 */
final class ImageBuild {

    /** The type of a bill of materials, and of the artifact that it is. */
    static final String BILL_TYPE = "application/vnd.cyclonedx+json";

    static final int USER = 10001;
    static final String HOME = "var/lib/hedgerow";
    static final List<String> ROLES = List.of("coordinator", "site");

    /** What the program uses, and what drivers of databases and connectors of files do. */
    private static final String MODULES =
            "java.base,java.logging,java.management,java.naming,java.security.jgss,java.sql,"
                    + "java.transaction.xa,java.xml,jdk.charsets,jdk.crypto.ec,jdk.httpserver,jdk.jfr,jdk.management,jdk.net,"
                    + "jdk.security.auth,jdk.unsupported,jdk.zipfs";

    private static final Pattern LIBRARY = Pattern.compile("(?:=> |^\\s*)(/\\S+) \\(0x", Pattern.MULTILINE);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path top;
    private final Instant time;
    private final String version;
    private final SortedMap<String, Entry> system = new TreeMap<>();
    private final SortedMap<String, Entry> runtime = new TreeMap<>();
    private final ObjectNode bill;

    private ImageBuild(Path top, Instant time, String version, Path bill) throws IOException {
        this.top = top;
        this.time = time;
        this.version = version;
        this.bill = (ObjectNode) JSON.readTree(bill.toFile());
    }

    /**
     * Builds.
     *
     * @param args the top of the project, the directory for the archives, the bill of materials of the command line,
     *     the version, and the time of all files
     */
    public static void main(String[] args) throws Exception {
        Path out = Files.createDirectories(Path.of(args[1]));
        ImageBuild build = new ImageBuild(Path.of(args[0]), Instant.parse(args[4]), args[3], Path.of(args[2]));
        build.runtime(out.resolve("runtime"));
        build.system();
        for (String role : ROLES) {
            String name = "hedgerow-" + role + ":" + args[3];
            Path file = out.resolve("hedgerow-" + role + "-" + args[3] + ".tar");
            String digest = build.write(role, name, file);
            Files.writeString(out.resolve("hedgerow-" + role + ".digest"), digest + "\n");
            System.out.println(name + "@" + digest + " " + Files.size(file) / 1_000_000 + " MB in " + file);
        }
    }

    /**
     * Makes a Java runtime. What {@code jlink} generates for {@code java.lang.invoke} depends on what the process that
     * runs it, such as Maven, has used of that package before; without it the runtime has the classes of its modules,
     * and two runs give the same bytes.
     */
    static void link(Path folder, String modules) {
        int code = ToolProvider.findFirst("jlink")
                .orElseThrow(() -> new IllegalStateException("images need a JDK with jlink, this Java has none"))
                .run(
                        System.out,
                        System.err,
                        "--add-modules",
                        modules,
                        "--disable-plugin",
                        "generate-jli-classes",
                        "--strip-java-debug-attributes",
                        "--no-man-pages",
                        "--no-header-files",
                        "--output",
                        folder.toString());
        if (code != 0) {
            throw new IllegalStateException("jlink ended with " + code);
        }
    }

    private void runtime(Path folder) throws Exception {
        delete(folder);
        link(folder, MODULES);
        for (Path file : below(folder)) {
            String name = folder.relativize(file).toString();
            // tools would only help someone who is not meant to be in the container
            if (name.equals("bin/java") || !(name.startsWith("bin/") || name.equals("lib/jexec"))) {
                runtime.put("opt/java/" + name, Entry.copy(file));
            }
        }
        component("openjdk", System.getProperty("java.vm.version"), System.getProperty("java.vendor"), Map.of());
    }

    /** Libraries, the account, and the directories that are there before anything is mounted. */
    private void system() throws Exception {
        SortedSet<String> libraries = new TreeSet<>();
        for (Entry entry : runtime.values()) {
            String name = entry.source().getFileName().toString();
            if (name.endsWith(".so") || name.equals("java") || name.equals("jspawnhelper")) {
                Matcher found = LIBRARY.matcher(said("ldd", entry.source().toString()));
                while (found.find()) {
                    libraries.add(found.group(1));
                }
            }
        }
        libraries.removeIf(path -> !path.startsWith("/lib") && !path.startsWith("/usr/lib"));
        SortedMap<String, SortedMap<String, String>> packages = new TreeMap<>();
        for (String path : libraries) {
            // the loader and the directories that it looks in have these names also where /lib is a link
            system.put(path.substring(1), new Entry(false, Path.of(path).toRealPath(), "", 0755, 0));
            packages.computeIfAbsent(owner(path), none -> new TreeMap<>()).put(path, digest(Path.of(path)));
        }
        Path locale = Path.of("/usr/lib/locale/C.utf8"); // without it Java reads no file whose name is not ASCII
        for (Path file : Files.isDirectory(locale) ? below(locale) : List.<Path>of()) {
            system.put(file.toString().substring(1), Entry.copy(file));
        }
        for (Map.Entry<String, SortedMap<String, String>> of : packages.entrySet()) {
            Path licence = Path.of("/usr/share/doc", of.getKey(), "copyright");
            if (Files.exists(licence)) {
                system.put(licence.toString().substring(1), Entry.copy(licence.toRealPath()));
            }
            String release = of.getKey().isEmpty() ? "" : said("dpkg-query", "-W", "-f", "${Version}", of.getKey());
            component(of.getKey().isEmpty() ? "libraries" : of.getKey(), release, "operating system", of.getValue());
        }
        system.put("etc/passwd", Entry.text("hedgerow:x:" + USER + ":" + USER + "::/" + HOME + ":/nonexistent\n"));
        system.put("etc/group", Entry.text("hedgerow:x:" + USER + ":\n"));
        system.put("etc/nsswitch.conf", Entry.text("hosts: files dns\n"));
        for (String folder : List.of("dev", "proc", "sys", "etc/hedgerow", "opt/hedgerow/connectors")) {
            system.put(folder, Entry.folder(0755, 0));
        }
        system.put("tmp", Entry.folder(01777, 0));
        system.put(HOME, Entry.folder(0700, USER));
    }

    /** The package that a library is of, by Debian's tools; empty elsewhere, where the bill has digests alone. */
    private static String owner(String path) throws Exception {
        if (!Files.isExecutable(Path.of("/usr/bin/dpkg-query"))) {
            return "";
        }
        for (String name : List.of(path, Path.of(path).toRealPath().toString(), "/usr" + path)) {
            String line = said("dpkg-query", "-S", name);
            if (line.contains(":")) {
                return line.substring(0, line.indexOf(':'));
            }
        }
        return "";
    }

    private void component(String name, String release, String supplier, Map<String, String> digests) {
        ObjectNode component = bill.withArray("components").addObject();
        component.put("type", "library").put("name", name).put("version", release);
        component.putObject("supplier").put("name", supplier);
        ArrayNode properties = component.putArray("properties");
        digests.forEach((path, digest) ->
                properties.addObject().put("name", "hedgerow:sha256:" + path).put("value", digest));
    }

    private String write(String role, String name, Path file) throws Exception {
        ObjectNode own = bill.deepCopy();
        JsonNode of = own.withObject("/metadata/component");
        ((ObjectNode) of).removeAll();
        ((ObjectNode) of)
                .put("type", "container")
                .put("name", "hedgerow-" + role)
                .put("version", version);
        byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(own);
        SortedMap<String, Entry> program = new TreeMap<>();
        program.put("opt/hedgerow/hedgerow.jar", Entry.copy(top.resolve("samples/cli/target/hedgerow.jar")));
        program.put("opt/hedgerow/LICENSE", Entry.copy(top.resolve("LICENSE")));
        program.put("opt/hedgerow/sbom.cdx.json", Entry.text(new String(bytes, StandardCharsets.UTF_8)));
        OciArchive archive = new OciArchive(time);
        archive.layer("libraries that ldd names, account, directories", system);
        archive.layer("Java runtime by jlink", runtime);
        archive.layer("the command line", program);
        Map<String, Object> image = archive.write(file, name, architecture(), config(role));
        new OciArchive(time)
                .writeArtifact(
                        file.resolveSibling("hedgerow-" + role + "-" + version + ".sbom.tar"),
                        name + "-sbom",
                        BILL_TYPE,
                        bytes,
                        image);
        return String.valueOf(image.get("digest"));
    }

    private Map<String, Object> config(String role) throws Exception {
        boolean site = role.equals("site");
        Map<String, Object> labels = ordered(
                "org.opencontainers.image.title",
                "hedgerow-" + role,
                "org.opencontainers.image.description",
                site ? "Joins studies with the rows of a site" : "Coordinates a study between sites",
                "org.opencontainers.image.version",
                version,
                "org.opencontainers.image.licenses",
                "Apache-2.0",
                "org.opencontainers.image.url",
                "https://hedgerow.io",
                "org.opencontainers.image.created",
                time.toString());
        String dirty = said("git", "-C", top.toString(), "status", "--porcelain");
        String commit = said("git", "-C", top.toString(), "rev-parse", "HEAD");
        if (dirty.isEmpty() && commit.matches("[0-9a-f]{40,64}")) {
            labels.put("org.opencontainers.image.revision", commit);
        }
        Map<String, Object> config = ordered(
                "User",
                USER + ":" + USER,
                "Env",
                List.of("PATH=/opt/java/bin", "JAVA_HOME=/opt/java", "LANG=C.UTF-8"),
                "Entrypoint",
                List.of(
                        "/opt/java/bin/java",
                        "-XX:+UseSerialGC",
                        "-XX:MaxRAMPercentage=70",
                        "-XX:-UsePerfData",
                        "-XX:+ErrorFileToStderr",
                        "-XX:-CreateCoredumpOnCrash",
                        "-cp",
                        "/opt/hedgerow/hedgerow.jar:/opt/hedgerow/connectors/*",
                        "io.hedgerow.samples.cli.Hedgerow"),
                "Cmd",
                site
                        ? List.of("site", "join", "--config", "/etc/hedgerow/site.yaml")
                        : List.of("coordinator", "start", "--config", "/etc/hedgerow/coordinator.yaml"),
                "WorkingDir",
                "/" + HOME,
                "Volumes",
                ordered("/" + HOME, Map.of()),
                "StopSignal",
                "SIGTERM",
                "Labels",
                labels);
        if (!site) {
            config.put("ExposedPorts", ordered("7433/tcp", Map.of()));
        }
        return config;
    }

    private static String architecture() {
        String here = System.getProperty("os.arch");
        return here.equals("aarch64") ? "arm64" : here;
    }

    private static String said(String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip();
    }

    private static String digest(Path file) throws IOException {
        return HexFormat.of().formatHex(OciArchive.sha256().digest(Files.readAllBytes(file)));
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
