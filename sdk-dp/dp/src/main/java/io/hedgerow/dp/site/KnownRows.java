// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.csv.internal.RowSketch;
import io.hedgerow.core.internal.file.Disk;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.privacy.LedgerException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The sketches of rows in files that a directory of ledgers has charged: {@code data-rows}, a line for each content,
 * under the key in {@code data-key}. Both are for their owner only. A file that an earlier release charged, or whose
 * line or key is gone, is read again where it still is as it was. For one thread, under the lock of
 * {@link DataRegistry}'s list where something is added.
 */
final class KnownRows {

    private static final int FIELDS = 4;

    private final Path list;
    private final Path secret;
    private final byte[] key;
    private final boolean fresh;
    private final Map<String, Optional<RowSketch>> sketches = new LinkedHashMap<>();
    private final Map<String, RowSketch> written = new LinkedHashMap<>();
    private boolean added;

    private KnownRows(Path directory) throws IOException {
        list = directory.resolve("data-rows");
        secret = directory.resolve("data-key");
        fresh = !Files.exists(secret);
        key = fresh ? new SecureRandom().generateSeed(32) : Files.readAllBytes(secret);
        if (key.length != 32) {
            throw new LedgerException(secret + ": must hold 32 bytes, holds " + key.length
                    + ": remove it, and the files that are known are read again");
        }
        if (!fresh && Files.exists(list)) {
            Files.readAllLines(list).forEach(this::parse);
        }
    }

    static KnownRows in(Path directory) throws IOException {
        return new KnownRows(directory);
    }

    private void parse(String line) {
        List<String> fields = List.of(line.split(" ", -1));
        try {
            if (fields.size() != FIELDS) {
                throw new IllegalArgumentException("must have " + FIELDS + " fields, has " + fields.size());
            }
            written.put(fields.get(0), RowSketch.parse(fields.subList(1, FIELDS)));
        } catch (IllegalArgumentException e) {
            throw new LedgerException(list + ": a line is not one that was written here", e);
        }
    }

    /** The rows of a file as it was when its digest was taken; empty where that cannot be told any more. */
    Optional<RowSketch> of(DataLocation file) throws IOException {
        if (!file.isFile() || file.digest().isEmpty()) {
            return Optional.empty();
        }
        RowSketch known = written.get(file.digest());
        if (known != null) {
            return Optional.of(known);
        }
        Optional<RowSketch> read = sketches.get(file.digest());
        if (read == null) {
            Path path = Path.of(file.path());
            boolean same =
                    Files.isRegularFile(path) && DataLocation.digest(path).equals(file.digest());
            read = same ? RowSketch.of(path, key) : Optional.empty();
            sketches.put(file.digest(), read);
        }
        return read;
    }

    /**
     * The same of another data set's file: one that cannot be read is as good as gone, and no reason why this data set
     * could not be charged, or go on.
     */
    Optional<RowSketch> ofOther(DataLocation file) throws ClosedByInterruptException {
        try {
            return of(file);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Keeps what was read, so that the rows stay known when a file is gone. */
    void keep() throws IOException {
        for (Map.Entry<String, Optional<RowSketch>> one : sketches.entrySet()) {
            one.getValue().ifPresent(sketch -> added |= written.put(one.getKey(), sketch) == null);
        }
        if (!added) {
            return;
        }
        if (fresh) {
            // digests of an earlier key must never stand beside a new one, whenever the process ends
            Files.deleteIfExists(list);
            Disk.REAL.forceNames(Objects.requireNonNull(list.toAbsolutePath().getParent(), "a file has a directory"));
            PrivateFiles.replaceOwn(secret, key);
        }
        List<String> lines = new ArrayList<>();
        written.forEach((digest, sketch) -> lines.add(digest + " " + String.join(" ", sketch.fields()) + "\n"));
        PrivateFiles.replaceOwn(list, String.join("", lines).getBytes(StandardCharsets.UTF_8));
        added = false;
    }
}
