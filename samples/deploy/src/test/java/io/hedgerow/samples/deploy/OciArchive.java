// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.deploy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * An image as one file: a tar of the layout of the Open Container Initiative, image-spec 1.1. The same content gives
 * the same bytes: entries are in the order of their names, every time is that of the build's sources, and the only
 * owner names are numbers.
 *
 * <p>Not thread-safe.
 */
final class OciArchive {

    static final String LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";
    static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    private static final String CONFIG = "application/vnd.oci.image.config.v1+json";
    private static final String INDEX = "application/vnd.oci.image.index.v1+json";
    private static final String EMPTY = "application/vnd.oci.empty.v1+json";
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A file or directory of a layer.
     *
     * @param source where its bytes are; of a directory, and of a file with text, any
     * @param text the content itself, if it is no file; empty otherwise
     * @param mode permissions, without the kind of file
     * @param owner user and group, as a number
     */
    record Entry(boolean directory, Path source, String text, int mode, int owner) {

        static Entry folder(int mode, int owner) {
            return new Entry(true, Path.of(""), "", mode, owner);
        }

        static Entry text(String text) {
            return new Entry(false, Path.of(""), text, 0644, 0);
        }

        static Entry copy(Path source) {
            return new Entry(false, source, "", Files.isExecutable(source) ? 0755 : 0644, 0);
        }

        byte[] bytes() throws IOException {
            return text.isEmpty() ? Files.readAllBytes(source) : text.getBytes(StandardCharsets.UTF_8);
        }
    }

    private final Instant time;
    private final SortedMap<String, byte[]> files = new TreeMap<>();
    private final List<Map<String, Object>> layers = new ArrayList<>();
    private final List<String> diffs = new ArrayList<>();
    private final List<Map<String, Object>> history = new ArrayList<>();

    OciArchive(Instant time) {
        this.time = time;
    }

    /** Adds a layer; directories above an entry are made, readable by everyone, where they are not given. */
    void layer(String what, SortedMap<String, Entry> entries) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        MessageDigest plain = sha256();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(
                new DigestOutputStream(new GZIPOutputStream(packed), plain), StandardCharsets.UTF_8.name())) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (Map.Entry<String, Entry> entry : withFolders(entries).entrySet()) {
                Entry of = entry.getValue();
                write(tar, entry.getKey(), of, of.directory() ? new byte[0] : of.bytes());
            }
        }
        layers.add(blob(LAYER, packed.toByteArray()));
        diffs.add("sha256:" + HexFormat.of().formatHex(plain.digest()));
        history.add(ordered("created", time.toString(), "created_by", what));
    }

    private static SortedMap<String, Entry> withFolders(SortedMap<String, Entry> entries) {
        SortedMap<String, Entry> all = new TreeMap<>();
        for (String name : entries.keySet()) {
            for (int slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
                all.put(name.substring(0, slash), Entry.folder(0755, 0));
            }
        }
        all.putAll(entries);
        return all;
    }

    private void write(TarArchiveOutputStream tar, String name, Entry entry, byte[] bytes) throws IOException {
        TarArchiveEntry header = new TarArchiveEntry(entry.directory() ? name + "/" : name);
        header.setMode(entry.mode());
        header.setIds(entry.owner(), entry.owner());
        header.setNames("", "");
        header.setModTime(time.toEpochMilli());
        header.setSize(bytes.length);
        tar.putArchiveEntry(header);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    /**
     * Writes the archive.
     *
     * @param name of the image, with its tag
     * @param architecture as Go calls it: {@code amd64}, {@code arm64}
     * @param config what runs it: {@code User}, {@code Entrypoint}, {@code Labels} and so on
     * @return media type, digest and size of the image's manifest
     */
    Map<String, Object> write(Path file, String name, String architecture, Map<String, Object> config)
            throws IOException {
        Map<String, Object> configuration = blob(
                CONFIG,
                json(ordered(
                        "created",
                        time.toString(),
                        "architecture",
                        architecture,
                        "os",
                        "linux",
                        "config",
                        config,
                        "rootfs",
                        ordered("type", "layers", "diff_ids", diffs),
                        "history",
                        history)));
        return write(
                file,
                name,
                ordered("schemaVersion", 2, "mediaType", MANIFEST, "config", configuration, "layers", layers));
    }

    /**
     * Writes an archive with an artifact that refers to an image. It is a file of its own, because programs that load
     * an image expect one manifest in a file.
     *
     * @param type what the artifact is
     * @param image media type, digest and size of the image's manifest
     */
    void writeArtifact(Path file, String name, String type, byte[] content, Map<String, Object> image)
            throws IOException {
        write(
                file,
                name,
                ordered(
                        "schemaVersion",
                        2,
                        "mediaType",
                        MANIFEST,
                        "artifactType",
                        type,
                        "config",
                        blob(EMPTY, "{}".getBytes(StandardCharsets.UTF_8)),
                        "layers",
                        List.of(blob(type, content)),
                        "subject",
                        image));
    }

    private Map<String, Object> write(Path file, String name, Map<String, Object> manifest) throws IOException {
        Map<String, Object> written = blob(MANIFEST, json(manifest));
        Map<String, Object> named = new LinkedHashMap<>(written);
        named.put("annotations", ordered("org.opencontainers.image.ref.name", name));
        files.put("oci-layout", json(ordered("imageLayoutVersion", "1.0.0")));
        files.put("index.json", json(ordered("schemaVersion", 2, "mediaType", INDEX, "manifests", List.of(named))));
        try (OutputStream out = Files.newOutputStream(file);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : files.entrySet()) {
                write(tar, entry.getKey(), Entry.text("blob"), entry.getValue());
            }
        }
        return written;
    }

    private Map<String, Object> blob(String type, byte[] bytes) {
        String digest = HexFormat.of().formatHex(sha256().digest(bytes));
        files.put("blobs/sha256/" + digest, bytes);
        return ordered("mediaType", type, "digest", "sha256:" + digest, "size", bytes.length);
    }

    static byte[] json(Map<String, Object> value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names and values in turn. */
    static Map<String, Object> ordered(Object... parts) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < parts.length; i += 2) {
            map.put(String.valueOf(parts[i]), parts[i + 1]);
        }
        return map;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
