// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * One place where a data set's records are: a file, or a table of a database. Two are the same when their paths are, or
 * the numbers that the file system gives files, or the contents of the files; of a database also the table. Immutable.
 *
 * @param dataset the name under which it is charged
 * @param key the identity of the file in its file system; empty where there is none
 * @param path real path of a file, or address of a database
 * @param digest SHA-256 of the content of the file, unpacked; empty for one without content or rows, for the
 *     description of a query, and in lines of earlier releases
 * @param table of a database, in lower case; empty for a file
 */
record DataLocation(String dataset, String key, String path, String digest, String table) {

    private static final int CHUNK = 1 << 16;

    /** All places of the data: none for rows in memory. */
    static List<DataLocation> all(DatasetIdentity dataset, SiteLedgers.Place place) throws IOException {
        List<DataLocation> all = new ArrayList<>();
        boolean query = place.query().isPresent();
        if (place.file().isPresent()) {
            // files without rows are alike whosever they are, and a refusal of one would tell that it has none
            all.add(ofFile(
                    dataset,
                    place.file().get(),
                    "",
                    !query && hasRow(place.file().get())));
        }
        if (query) {
            RowSource.Origin origin = place.query().get();
            for (Path read : origin.read()) {
                all.add(ofFile(dataset, read, "", true));
            }
            for (String table : origin.tables()) {
                String name = table.toLowerCase(Locale.ROOT);
                all.add(
                        origin.file().isPresent()
                                ? ofFile(dataset, origin.file().get(), name, true)
                                : new DataLocation(dataset.value(), "", origin.database(), "", name));
                // the same table at another address of its database
                origin.server().ifPresent(server -> all.add(new DataLocation(dataset.value(), "", server, "", name)));
            }
        }
        return all;
    }

    /** The directory of the ledger that is charged for the data; of one that is not there yet, its name. */
    static DataLocation ofLedger(DatasetIdentity dataset, Path ledger) throws IOException {
        Path path = Files.exists(ledger)
                ? ledger.toRealPath()
                : ledger.toAbsolutePath().normalize();
        return new DataLocation(dataset.value(), "", path.toString(), "", "");
    }

    private static DataLocation ofFile(DatasetIdentity dataset, Path file, String table, boolean content)
            throws IOException {
        Path real = file.toRealPath();
        Object key = Files.readAttributes(real, BasicFileAttributes.class).fileKey();
        return new DataLocation(
                dataset.value(),
                key == null ? "" : key.toString(),
                real.toString(),
                content && Files.isRegularFile(real) && Files.size(real) > 0 ? digest(real) : "",
                table);
    }

    private interface Look<T> {
        T of(InputStream bytes) throws IOException;
    }

    /** The digest of the content, so that a packed copy has the same. */
    static String digest(Path file) throws IOException {
        return unpacked(file, DataLocation::digest);
    }

    private static <T> T unpacked(Path file, Look<T> look) throws IOException {
        try (InputStream unpacked = new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)), CHUNK)) {
            return look.of(unpacked);
        } catch (ZipException | EOFException e) {
            try (InputStream plain = Files.newInputStream(file)) {
                return look.of(plain);
            }
        }
    }

    /** Whether anything but empty lines follows a line of text; a file that is no text may have rows. */
    private static boolean hasRow(Path file) throws IOException {
        return Files.isRegularFile(file) && unpacked(file, bytes -> hasRow(new BufferedInputStream(bytes, CHUNK)));
    }

    private static boolean hasRow(InputStream bytes) throws IOException {
        boolean begun = false;
        boolean named = false;
        for (int one = bytes.read(); one >= 0; one = bytes.read()) {
            boolean ends = one == '\n' || one == '\r';
            begun |= !ends;
            named |= ends && begun;
            if (one == 0 || (named && !ends)) {
                return true;
            }
        }
        return false;
    }

    private static String digest(InputStream bytes) throws IOException {
        MessageDigest digest = Sha256.start();
        byte[] chunk = new byte[CHUNK];
        for (int read = bytes.read(chunk); read >= 0; read = bytes.read(chunk)) {
            digest.update(chunk, 0, read);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Reads a line. Lines of three fields were written by earlier releases, which knew files only, and no digests. */
    static DataLocation parse(String line) {
        List<String> fields = Stream.of(line.split(" ", -1))
                .map(field -> URLDecoder.decode(field, StandardCharsets.UTF_8))
                .toList();
        if (fields.size() != 3 && fields.size() != 5) {
            throw new IllegalArgumentException("must have three or five fields, has " + fields.size());
        }
        boolean early = fields.size() == 3;
        return new DataLocation(
                fields.get(0), fields.get(1), fields.get(2), early ? "" : fields.get(3), early ? "" : fields.get(4));
    }

    String line() {
        return String.join(
                " ",
                Stream.of(dataset, key, path, digest, table)
                        .map(field -> URLEncoder.encode(field, StandardCharsets.UTF_8))
                        .toList());
    }

    boolean isFile() {
        return table.isEmpty();
    }

    /** Whether it is a line of {@link #ofLedger}: files have a number, a digest or both, and are no directories. */
    boolean isLedger() {
        return isFile() && key.isEmpty() && digest.isEmpty() && !Files.isRegularFile(Path.of(path));
    }

    boolean isSame(DataLocation other) {
        return isTable(other) && (path.equals(other.path) || isKey(other) || isContent(other));
    }

    /** Some releases of a driver name the catalogue of a table, and others leave it out. */
    private boolean isTable(DataLocation other) {
        return table.equals(other.table)
                || (!table.isEmpty()
                        && !other.table.isEmpty()
                        && (table.endsWith("." + other.table) || other.table.endsWith("." + table)));
    }

    private boolean isKey(DataLocation other) {
        return !key.isEmpty() && key.equals(other.key);
    }

    private boolean isContent(DataLocation other) {
        return !digest.isEmpty() && digest.equals(other.digest);
    }

    /** Whether only the number is the same; a file system gives the number of a deleted file to a new one. */
    boolean isSameByNumberOnly(DataLocation other) {
        return isKey(other) && !path.equals(other.path) && !isContent(other);
    }

    /** Names the part that is the same, without the content. */
    String sameAs(DataLocation other) {
        String own = isFile() ? "file " + path : "table " + table + " of " + path;
        boolean copy = isContent(other) && !path.equals(other.path) && !isKey(other);
        return copy ? own + ", a copy of " + other.path + "," : own;
    }
}
