// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.deploy.ImageFile.Mount;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.TestFederation;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.node.SiteHome;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the images are, and that they run: {@code mvn -Pimages} builds them before. Starting them needs root, for mounts
 * and another user, but no engine.
 */
@Timeout(600)
class ImagesRun {

    private static final Path BUILT = Path.of(System.getProperty("images", "target/images"));
    private static final String VERSION = System.getProperty("images.version", "0.2.0");

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(Process::destroyForcibly);
    }

    private static ImageFile image(String role) throws Exception {
        return ImageFile.read(BUILT.resolve("hedgerow-" + role + "-" + VERSION + ".tar"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"coordinator", "site"})
    void configuration_isThatOfAProcessWithoutRights(String role) throws Exception {
        ImageFile image = image(role);
        JsonNode config = image.configuration().get("config");
        assertEquals(
                "10001:10001", config.get("User").asText(), "a number, so that a cluster sees that it is not root");
        assertEquals("/opt/java/bin/java", config.at("/Entrypoint/0").asText(), "no shell: it gets SIGTERM itself");
        assertEquals("SIGTERM", config.get("StopSignal").asText());
        assertTrue(config.get("Volumes").has("/var/lib/hedgerow"));
        assertEquals(role, config.at("/Cmd/0").asText());
        assertEquals(role.equals("coordinator"), config.has("ExposedPorts"));
        assertEquals(
                "Apache-2.0",
                config.get("Labels").get("org.opencontainers.image.licenses").asText());
        assertEquals(Files.readString(BUILT.resolve("hedgerow-" + role + ".digest")), image.digest() + "\n");
        assertEquals(3, image.manifest().get("layers").size());
    }

    @Test
    void layers_haveNoShell_noSpecialRights_andOnlyWhatIsExpected() throws Exception {
        Set<String> executables = new HashSet<>();
        Set<Object> times = new HashSet<>();
        for (TarArchiveEntry entry : image("site").entries().keySet()) {
            String name = entry.getName();
            assertTrue(entry.isFile() || entry.isDirectory(), name);
            assertTrue(name.matches("(dev|etc|lib|lib64|opt|proc|sys|tmp|usr|var)/.*") && !name.contains(".."), name);
            assertEquals(0, entry.getMode() & 06000, name + " is setuid or setgid");
            boolean home = name.equals("var/lib/hedgerow/");
            assertEquals(home ? ImageBuild.USER : 0, entry.getLongUserId(), name);
            assertEquals(name.equals("tmp/") ? 01022 : 0, entry.getMode() & 01022, name + " may be written to");
            times.add(entry.getLastModifiedTime());
            if (entry.isFile() && (entry.getMode() & 0111) != 0 && !name.matches(".*\\.so(\\.[0-9.]+)?")) {
                executables.add(name);
            }
        }
        assertEquals(Set.of("opt/java/bin/java", "opt/java/lib/jspawnhelper"), executables);
        assertEquals(1, times.size(), times.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"coordinator", "site"})
    void billOfMaterials_isInTheImage_andAnArtifactThatRefersToIt(String role) throws Exception {
        ImageFile image = image(role);
        ImageFile artifact = ImageFile.read(BUILT.resolve("hedgerow-" + role + "-" + VERSION + ".sbom.tar"));
        assertEquals(image.digest(), artifact.manifest().at("/subject/digest").asText());
        assertEquals(
                ImageBuild.BILL_TYPE, artifact.manifest().get("artifactType").asText());
        String bill = ImageFile.text(artifact.blob(artifact.manifest().at("/layers/0")));
        for (Map.Entry<TarArchiveEntry, byte[]> entry : image.entries().entrySet()) {
            if (entry.getKey().getName().equals("opt/hedgerow/sbom.cdx.json")) {
                assertEquals(bill, ImageFile.text(entry.getValue()));
            }
        }
        JsonNode json = new ObjectMapper().readTree(bill);
        assertEquals("hedgerow-" + role, json.at("/metadata/component/name").asText());
        Set<String> names = new HashSet<>();
        json.get("components")
                .forEach(component -> names.add(component.get("name").asText()));
        for (String expected : List.of("hedgerow-core", "hedgerow-transport", "picocli", "bcprov-jdk18on", "openjdk")) {
            assertTrue(names.contains(expected), expected + " in " + names);
        }
        assertFalse(names.contains("commons-compress") || names.contains("helm-java"), "of the tests: " + names);
        assertTrue(bill.contains("/libc.so.6") || bill.contains("musl"), "with the libraries of the system");
    }

    @Test
    void secondBuild_givesTheSameBytes() throws Exception {
        Path second = folder.resolve("second");
        ImageBuild.main(new String[] {
            Checkout.ROOT.toString(),
            second.toString(),
            System.getProperty("images.bill"),
            VERSION,
            System.getProperty("images.time")
        });
        for (String role : ImageBuild.ROLES) {
            for (String ending : List.of(".tar", ".sbom.tar")) {
                String name = "hedgerow-" + role + "-" + VERSION + ending;
                assertEquals(-1, Files.mismatch(BUILT.resolve(name), second.resolve(name)), name);
            }
        }
    }

    private int ends(Process process) throws Exception {
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "does not end");
        return process.exitValue();
    }

    private Process start(ImageFile image, Path root, List<Mount> mounts, List<String> args, String out)
            throws Exception {
        Process process = image.start(root, mounts, args, folder.resolve(out));
        started.add(process);
        return process;
    }

    private String errors(String out) throws Exception {
        return Files.readString(ImageFile.errors(folder.resolve(out)));
    }

    private Path volume(String name, int owner, int mode) throws Exception {
        Path path = Files.createDirectories(folder.resolve("volumes").resolve(name));
        ImageFile.own(path, owner, mode);
        return path;
    }

    /** The demonstration's rows are in the jar; the second run reads rows that a host gives. */
    @Test
    void image_learnsOnAReadOnlyRoot_withTheDocumentedExitCodes() throws Exception {
        ImageFile.requireRoot();
        ImageFile image = image("site");
        Path root = image.unpack(folder.resolve("root"));
        Path state = volume("state", ImageBuild.USER, 0700);
        List<Mount> mounts = List.of(new Mount(state, "/var/lib/hedgerow", true));
        String home = "/var/lib/hedgerow/";
        assertEquals(
                0, ends(start(image, root, mounts, List.of("demo", "--out", home + "demo"), "demo")), errors("demo"));
        assertTrue(Files.size(state.resolve("demo/result.json")) > 0);

        Path rows = state.resolve("Zeilen-größer.csv"); // a name that needs the locale of the image
        List<String> lines = new ArrayList<>(List.of("a,b"));
        for (int k = 0; k < 200; k++) {
            double a = Math.sin(k * 12.9898) * 3;
            lines.add(a + "," + (2 * a + Math.cos(k * 78.233)));
        }
        Files.write(rows, lines);
        ImageFile.own(rows, ImageBuild.USER, 0600);
        List<String> learn = List.of("learn", "--data", home + rows.getFileName(), "--out", home + "learned");
        assertEquals(0, ends(start(image, root, mounts, learn, "learn")), errors("learn"));
        assertTrue(Files.readString(state.resolve("learned/network.csv")).contains("a"));

        Map<List<String>, Integer> codes = Map.of(
                List.of("learn", "--data", "missing.csv"), 3,
                List.of("learn", "--date", "rows.csv"), 2,
                List.of("demo", "--out", "/opt/out"), 3);
        for (Map.Entry<List<String>, Integer> code : codes.entrySet()) {
            Process process = start(image, root, mounts, code.getKey(), "refused");
            assertEquals(code.getValue(), ends(process), code.getKey() + ": " + errors("refused"));
        }
    }

    /** A party whose files are where the chart mounts them, as a node's agent lays them out. */
    private final class Party {
        private final String name;
        private final ImageFile image;
        private final Container container;
        private final Container before;
        private final Path root;
        private final Map<String, Path> volumes = new TreeMap<>();

        Party(String name, String role, Map<String, String> values) throws Exception {
            this.name = name;
            this.image = image(role);
            this.root = image.unpack(folder.resolve("root-" + name));
            var template = ChartTest.template(role);
            values.forEach(template::set);
            var objects = ChartTest.objects(template.call());
            this.container = ChartTest.pod(objects).getContainers().get(0);
            this.before = ChartTest.pod(objects).getInitContainers().get(0);
            String options = ChartTest.only(objects, io.fabric8.kubernetes.api.model.ConfigMap.class)
                    .getData()
                    .get("options.yaml");
            Path file = Files.writeString(folder.resolve("options-" + name), options);
            give("options", "options.yaml", file, 0444);
            volumes.put("state", volume(name + "/state", ImageBuild.USER, 02775));
            volumes.put("anchors", volume(name + "/anchors", ImageBuild.USER, 02775));
            volumes.put("keys", volume(name + "/keys", ImageBuild.USER, 02777));
            // the group of a volume may write to it, and root owns it
            for (String mine : List.of("state", "anchors", "keys")) {
                Files.setAttribute(volumes.get(mine), "unix:uid", 0);
            }
        }

        /** A file of a config map or a secret: root's, and readable by the pod's group. */
        void give(String volume, String file, Path source, int mode) throws Exception {
            Path at = volumes.computeIfAbsent(volume, none -> folder.resolve("volumes/" + name + "/" + volume));
            Files.createDirectories(at);
            ImageFile.own(at, 0, 0755);
            Path copy = Files.copy(source, at.resolve(file));
            ImageFile.own(copy, ImageBuild.USER, mode);
            Files.setAttribute(copy, "unix:uid", 0);
        }

        void giveIdentity(Path identity, String more) throws Exception {
            for (String file : List.of("tls.key", "tls.pem", "authority.pem", more)) {
                give("identity", file, identity.resolve(file), 0440);
            }
        }

        private List<Mount> mounts(Container of) {
            List<Mount> mounts = new ArrayList<>();
            for (VolumeMount mount : of.getVolumeMounts()) {
                if (!mount.getName().equals("tmp")) {
                    Path source = volumes.get(mount.getName());
                    assertTrue(source != null, mount.getName());
                    mounts.add(new Mount(
                            mount.getSubPath() == null ? source : source.resolve(mount.getSubPath()),
                            mount.getMountPath(),
                            !Boolean.TRUE.equals(mount.getReadOnly())));
                }
            }
            return mounts;
        }

        /** The init container, and then the other one, with more arguments. */
        Process run(String... more) throws Exception {
            assertEquals(0, ends(start(image, root, mounts(before), before.getArgs(), name)), errors(name));
            List<String> args = new ArrayList<>(container.getArgs());
            args.replaceAll(word -> word.equals("0.0.0.0:8081") ? "127.0.0.1:0" : word); // others use this machine, too
            args.addAll(List.of(more));
            return start(image, root, mounts(container), args, name);
        }

        /** What follows some words in a line of the party. */
        String said(Process process, String words) throws Exception {
            for (int k = 0; k < 6000; k++) {
                boolean alive = process.isAlive();
                String all = errors(name);
                int at = all.indexOf(words);
                if (at >= 0) {
                    return all.substring(at + words.length()).split("[\" ,]", 2)[0];
                }
                assertTrue(alive, name + " did not say " + words + ": " + all);
                Thread.sleep(20); // a file that another process writes cannot be waited for
            }
            throw new AssertionError(name + " did not say " + words + ": " + errors(name));
        }

        int answer(String probe, String path) throws Exception {
            URI uri = URI.create(probe.substring(0, probe.lastIndexOf('/')) + path);
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .statusCode();
        }
    }

    /** Everything is the chart's: files, options, arguments, permissions; only addresses are of this machine. */
    @Test
    void coordinatorAndTwoSites_runAStudyWithABudget_outOfTheImages() throws Exception {
        ImageFile.requireRoot();
        LocalStudy study = new LocalStudy(
                folder.resolve("study"),
                new LocalStudy.Terms(
                        "dp-gram",
                        Map.of(),
                        Optional.of(PrivacyRequest.parse("epsilon=2")),
                        false,
                        4,
                        0,
                        Duration.ofMinutes(2)),
                InstantSource.system());
        List<String> names = study.create(TestFederation.rows(2));

        Party hub = new Party("hub", "coordinator", Map.of());
        hub.give("study", "study.yaml", study.plan(), 0444);
        hub.giveIdentity(study.coordinator(), "revoked.crl");
        Process coordinator = hub.run("--listen", "127.0.0.1:0", "--status", "0");
        String port = hub.said(coordinator, "listening on port ");
        String probe = hub.said(coordinator, "probes are answered at ");
        assertEquals(200, hub.answer(probe, "/healthz"));
        assertEquals(200, hub.answer(probe, "/readyz"));
        assertEquals(404, hub.answer(probe, "/status.json"));

        List<Party> sites = new ArrayList<>();
        for (String name : names) {
            Party site = new Party(
                    name,
                    "site",
                    Map.of(
                            "site.name", name,
                            "study.roster", "false",
                            "identity.passphraseSecret", "",
                            "javaOptions", ""));
            site.give("study", "study.yaml", study.plan(), 0444);
            Path signatures = DocumentSignatures.beside(study.plan());
            site.give("study", signatures.getFileName().toString(), signatures, 0444);
            site.giveIdentity(study.site(name).resolve("identity"), "signing.key");
            site.give("rules", "join.yaml", study.site(name).resolve("join.yaml"), 0444);
            site.give("policy", "policy.yaml", study.site(name).resolve("policy.yaml"), 0444);
            site.give("data", "rows.csv", study.site(name).resolve("rows.csv"), 0444);
            sites.add(site);
        }
        // a volume whose group was let in again, as at every start of a pod without OnRootMismatch, is refused
        Party first = sites.get(0);
        Path opened = Files.createDirectories(first.volumes.get("state").resolve("state"));
        ImageFile.own(opened, ImageBuild.USER, 02770);
        assertEquals(3, ends(first.run("--coordinator", "127.0.0.1:" + port)), errors(first.name));
        assertTrue(errors(first.name).contains("others than their owner may write to"), errors(first.name));
        Files.delete(opened);

        List<Process> running = new ArrayList<>();
        for (Party site : sites) {
            running.add(site.run("--coordinator", "127.0.0.1:" + port));
        }
        for (int k = 0; k < sites.size(); k++) {
            assertEquals(0, ends(running.get(k)), errors(sites.get(k).name));
        }
        assertEquals(0, ends(coordinator), errors("hub"));
        Path result = hub.volumes.get("state").resolve("result/result.json");
        assertTrue(new ObjectMapper().readTree(result.toFile()).has("edges"), Files.readString(result));
        for (Party site : sites) {
            SiteHome home = new SiteHome(site.volumes.get("state").resolve("state"));
            assertEquals(2, LedgerHistory.read(home.ledger()).spent().spentEpsilon(), 1e-4);
            assertEquals(ImageBuild.USER, Files.getAttribute(home.ledger(), "unix:uid"));
            try (Stream<Path> anchors = Files.list(site.volumes.get("anchors"))) {
                assertEquals(
                        1,
                        anchors.filter(file -> file.toString().endsWith(".anchor"))
                                .count());
            }
        }
    }

    /** The first process of its container, which the kernel would not end by a signal that it does not handle. */
    @Test
    void coordinator_endsWithSigterm_andSaysSo() throws Exception {
        ImageFile.requireRoot();
        LocalStudy study = new LocalStudy(
                folder.resolve("study"),
                new LocalStudy.Terms("gram", Map.of(), Optional.empty(), false, 2, 0, Duration.ofMinutes(2)),
                InstantSource.system());
        study.create(TestFederation.rows(2));
        Party hub = new Party("hub", "coordinator", Map.of());
        hub.give("study", "study.yaml", study.plan(), 0444);
        hub.giveIdentity(study.coordinator(), "revoked.crl");
        Process coordinator = hub.run("--listen", "127.0.0.1:0", "--status", "0");
        hub.said(coordinator, "listening on port ");
        ProcessHandle java = coordinator.children().findFirst().orElseThrow();
        String command = java.info().command().orElse("");
        assertTrue(command.endsWith("/opt/java/bin/java"), command);
        assertEquals(1, ImageFile.processInContainer(java.pid()), "it is the first process of its container");
        assertTrue(java.destroy());
        assertEquals(143, ends(coordinator), errors("hub"));
    }
}
