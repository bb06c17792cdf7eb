// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.internal.file.Disk;
import io.hedgerow.core.internal.file.FileKey;
import io.hedgerow.core.internal.file.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A directory on a disk that keeps only what it was told to keep: names since {@link #forceNames}, bytes since
 * {@link #force}. Before and after each of these calls it notes what there was and what would be left of it.
 */
final class ForgetfulDisk implements Disk {

    /**
     * What a loss of power leaves of what nobody forced. Names and bytes are independent, and disks write in any order.
     */
    enum Left {
        NOTHING,
        NAMES,
        NAMES_AND_HALF_OF_THE_BYTES,
        EVERYTHING
    }

    /**
     * A moment.
     *
     * @param shown files by name, as a program sees them that starts now
     * @param keptNames names that a loss of power leaves, with what identifies the file
     * @param keptBytes what it leaves of each file
     * @param shownNames what identifies the files that are shown
     */
    record Moment(
            Map<String, byte[]> shown,
            Map<String, Object> shownNames,
            Map<String, Object> keptNames,
            Map<Object, byte[]> keptBytes) {

        /** The files after power was lost at this moment. */
        Map<String, byte[]> after(Left left) {
            if (left == Left.EVERYTHING) {
                return shown;
            }
            Map<String, byte[]> files = new TreeMap<>();
            Map<String, Object> names = left == Left.NOTHING ? keptNames : shownNames;
            names.forEach((name, file) -> {
                byte[] kept = keptBytes.getOrDefault(file, new byte[0]);
                byte[] seen = shown.get(name);
                boolean half = left == Left.NAMES_AND_HALF_OF_THE_BYTES && seen != null && seen.length > kept.length;
                files.put(name, half ? Arrays.copyOf(seen, (kept.length + seen.length + 1) / 2) : kept);
            });
            return files;
        }
    }

    private final Path directory;
    private final Map<Object, byte[]> keptBytes = new HashMap<>();
    private final List<Moment> moments = new ArrayList<>();
    private Map<String, Object> keptNames = new TreeMap<>();

    ForgetfulDisk(Path directory) {
        this.directory = directory;
    }

    /** A disk that shows everything of a moment, and has kept of it what it had then: after a kill, power still on. */
    static ForgetfulDisk afterAKill(Moment moment, Path directory) throws IOException {
        write(moment.shown(), directory);
        ForgetfulDisk disk = new ForgetfulDisk(directory);
        for (Map.Entry<String, Object> name : moment.shownNames().entrySet()) {
            Object file = key(directory.resolve(name.getKey()));
            disk.keptBytes.put(file, moment.keptBytes().getOrDefault(name.getValue(), new byte[0]));
            if (moment.keptNames().containsKey(name.getKey())) {
                disk.keptNames.put(name.getKey(), file);
            }
        }
        return disk;
    }

    static void write(Map<String, byte[]> files, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(directory.resolve(file.getKey()), file.getValue());
        }
    }

    @Override
    public void force(Path file, Storage open) throws IOException {
        moments.add(now());
        keptBytes.put(key(file), Files.readAllBytes(file));
        moments.add(now());
    }

    @Override
    public void forceNames(Path forced) {
        moments.add(now());
        if (forced.equals(directory)) {
            keptNames = names();
        }
        moments.add(now());
    }

    List<Moment> moments() {
        return moments;
    }

    Moment now() {
        Map<String, byte[]> shown = new TreeMap<>();
        Map<String, Object> names = names();
        for (String name : names.keySet()) {
            try {
                shown.put(name, Files.readAllBytes(directory.resolve(name)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new Moment(shown, names, new TreeMap<>(keptNames), new HashMap<>(keptBytes));
    }

    private Map<String, Object> names() {
        Map<String, Object> names = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                names.put(file.getFileName().toString(), key(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    private static Object key(Path file) throws IOException {
        return FileKey.of(file).orElseThrow(() -> new IOException(file + " is missing"));
    }
}
