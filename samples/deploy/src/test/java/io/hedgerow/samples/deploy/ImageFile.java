// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.security.auth.module.UnixSystem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** An archive with an image, read, checked against its own digests, unpacked, and started as a container. */
final class ImageFile {

    /**
     * Makes what a container has: its own mounts and processes, a root that is not written to, no way to more rights.
     */
    private static final String CONTAINER = """
            set -e
            root=$1; shift
            mount --bind "$root" "$root"
            mount -t proc proc "$root/proc"
            mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
            while [ "$1" != -- ]; do
                mount --bind "$1" "$root$2"
                [ "$3" = rw ] || mount -o remount,bind,ro "$root$2"
                shift 3
            done
            shift
            mount -o remount,bind,ro "$root"
            exec setpriv --no-new-privs --bounding-set=-all,+setuid,+setgid,+sys_chroot \\
                chroot --userspec="$USER_IDS" --groups="${USER_IDS#*:}" "$root" "$@"
            """;

    /** A file of the host that a container sees. */
    record Mount(Path source, String target, boolean writable) {}

    private final Map<String, byte[]> files;
    private final JsonNode manifest;
    private final JsonNode descriptor;

    private ImageFile(Map<String, byte[]> files) throws IOException {
        this.files = files;
        JsonNode index = new ObjectMapper().readTree(files.get("index.json"));
        assertEquals(1, index.get("manifests").size(), "programs that load an image expect one");
        this.descriptor = index.get("manifests").get(0);
        this.manifest = new ObjectMapper().readTree(blob(descriptor));
    }

    static ImageFile read(Path archive) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (InputStream in = Files.newInputStream(archive);
                TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
            for (TarArchiveEntry entry; (entry = tar.getNextEntry()) != null; ) {
                files.put(entry.getName(), tar.readAllBytes());
            }
        }
        return new ImageFile(files);
    }

    /** What a descriptor points to, which must have its digest and size. */
    byte[] blob(JsonNode of) {
        byte[] bytes = files.get("blobs/" + of.get("digest").asText().replace(':', '/'));
        assertEquals(
                of.get("digest").asText(),
                "sha256:" + HexFormat.of().formatHex(OciArchive.sha256().digest(bytes)));
        assertEquals(of.get("size").asInt(), bytes.length);
        return bytes;
    }

    JsonNode manifest() {
        return manifest;
    }

    String digest() {
        return descriptor.get("digest").asText();
    }

    JsonNode configuration() throws IOException {
        return new ObjectMapper().readTree(blob(manifest.get("config")));
    }

    /** All entries of all layers, with their content. */
    Map<TarArchiveEntry, byte[]> entries() throws IOException {
        Map<TarArchiveEntry, byte[]> all = new java.util.LinkedHashMap<>();
        for (int k = 0; k < manifest.get("layers").size(); k++) {
            byte[] plain;
            byte[] packed = blob(manifest.get("layers").get(k));
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
                plain = in.readAllBytes();
            }
            assertEquals(
                    configuration().at("/rootfs/diff_ids/" + k).asText(),
                    "sha256:" + HexFormat.of().formatHex(OciArchive.sha256().digest(plain)));
            try (TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(plain))) {
                for (TarArchiveEntry entry; (entry = tar.getNextEntry()) != null; ) {
                    all.put(entry, tar.readAllBytes());
                }
            }
        }
        return all;
    }

    /** Unpacks as a container's engine does, with owners; only root can. */
    Path unpack(Path root) throws IOException {
        Files.createDirectories(root);
        for (Map.Entry<TarArchiveEntry, byte[]> entry : entries().entrySet()) {
            Path file = root.resolve(entry.getKey().getName());
            if (entry.getKey().isDirectory()) {
                Files.createDirectories(file);
            } else {
                Files.write(file, entry.getValue());
            }
            own(file, (int) entry.getKey().getLongUserId(), entry.getKey().getMode() & 07777);
        }
        return root;
    }

    /** Sets owner, group and permissions. */
    static void own(Path file, int owner, int mode) throws IOException {
        Files.setAttribute(file, "unix:uid", owner);
        Files.setAttribute(file, "unix:gid", owner);
        Files.setAttribute(file, "unix:mode", mode);
    }

    /**
     * Starts the image's entry point in an unpacked root, as the image's user.
     *
     * @param args instead of the image's own; empty for these
     * @param out for standard output; standard error goes beside it, with the ending {@code .err}
     */
    Process start(Path root, List<Mount> mounts, List<String> args, Path out) throws IOException {
        JsonNode config = configuration().get("config");
        List<String> command = new ArrayList<>(
                List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", CONTAINER, "sh"));
        command.add(root.toString());
        for (Mount mount : mounts) {
            Path target = root.resolve(mount.target().substring(1));
            if (Files.isDirectory(mount.source())) {
                Files.createDirectories(target);
            } else if (!Files.exists(target)) {
                Files.createDirectories(target.getParent());
                Files.createFile(target);
            }
            command.addAll(List.of(mount.source().toString(), mount.target(), mount.writable() ? "rw" : "ro"));
        }
        command.add("--");
        config.get("Entrypoint").forEach(word -> command.add(word.asText()));
        if (args.isEmpty()) {
            config.get("Cmd").forEach(word -> command.add(word.asText()));
        } else {
            command.addAll(args);
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(errors(out).toFile());
        Map<String, String> environment = builder.environment();
        String path = environment.get("PATH");
        environment.clear();
        config.get("Env").forEach(variable -> {
            String[] parts = variable.asText().split("=", 2);
            environment.put(parts[0], parts[1]);
        });
        environment.put("PATH", path); // of the tools that make the container
        environment.put("USER_IDS", config.get("User").asText());
        return builder.start();
    }

    static Path errors(Path out) {
        return out.resolveSibling(out.getFileName() + ".err");
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static void requireRoot() {
        assumeTrue(
                Files.exists(Path.of("/proc/self/uid_map")) && new UnixSystem().getUid() == 0,
                "mounts and another user need root: the images are not started");
    }

    /** The number of a process in its own container. */
    static int processInContainer(long pid) throws Exception {
        String[] numbers = Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("NSpid:"))
                .findFirst()
                .orElseThrow()
                .split("\\s+", -1);
        return Integer.parseInt(numbers[numbers.length - 1]);
    }
}
