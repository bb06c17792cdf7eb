// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.Storage;
import io.hedgerow.core.internal.file.WriterLock;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records where the data sets of a directory of ledgers are, so that a link, another path, a renamed file, a copy of a
 * file or a second query over a table is no second data set with a second budget. It cannot detect a file that was
 * copied and then changed, rows that were copied into another table, or another directory of ledgers. The list is
 * {@code data-files} in the directory, one line for each name and {@link DataLocation}; only its owner may read it.
 *
 * <p>Reads a file's bytes, for a digest that stays in that list; no record of a query. Two processes may use one
 * directory.
 */
final class DataRegistry {

    private static final String LIST = "data-files";

    private DataRegistry() {}

    /** Refuses data whose budget is kept under another name. Records nothing; the directory may not exist yet. */
    static void require(Path directory, DatasetIdentity dataset, SiteLedgers.Place place) {
        Path list = directory.resolve(LIST);
        read(list, known -> {
            for (DataLocation own : DataLocation.all(dataset, place)) {
                require(known, own);
            }
            return true;
        });
    }

    /** The name under which these ledgers know any part of the data; empty for data that is new here. */
    static Optional<DatasetIdentity> name(Path directory, SiteLedgers.Place place) {
        DatasetIdentity any = new DatasetIdentity("any");
        return read(directory.resolve(LIST), known -> {
                    for (DataLocation own : DataLocation.all(any, place)) {
                        Optional<DataLocation> same =
                                known.stream().filter(own::isSame).findFirst();
                        if (same.isPresent()) {
                            return Optional.of(new DatasetIdentity(same.get().dataset()));
                        }
                    }
                    return Optional.<DatasetIdentity>empty();
                })
                .orElse(Optional.empty());
    }

    /** Reads the list; empty where there is none. */
    private static <T> Optional<T> read(Path list, Reading<T> reading) {
        if (!Files.exists(list)) {
            return Optional.empty();
        }
        try {
            return Optional.of(reading.of(parsed(list, whole(Files.readString(list)))));
        } catch (IOException e) {
            throw unusable(list, e);
        }
    }

    private interface Reading<T> {
        T of(List<DataLocation> known) throws IOException;
    }

    /**
     * Remembers the data of a run under the names that are charged, or none of it where the budget of one is kept under
     * another name; the directory exists.
     */
    static void remember(Path directory, Map<DatasetIdentity, SiteLedgers.Place> places) {
        Path list = directory.resolve(LIST);
        try (WriterLock lock = WriterLock.await(list)) {
            Storage open = lock.storage();
            String text = new String(open.readFully(0, Math.toIntExact(open.size())), StandardCharsets.UTF_8);
            String whole = whole(text);
            List<DataLocation> known = new ArrayList<>(parsed(list, whole));
            StringBuilder added = new StringBuilder();
            for (Map.Entry<DatasetIdentity, SiteLedgers.Place> data : places.entrySet()) {
                for (DataLocation own : DataLocation.all(data.getKey(), data.getValue())) {
                    require(known, own);
                    if (!known.contains(own)) {
                        known.add(own);
                        added.append(own.line()).append('\n');
                    }
                }
            }
            if (!added.isEmpty()) {
                append(list, open, whole.getBytes(StandardCharsets.UTF_8).length, added.toString());
            }
        } catch (IOException e) {
            throw unusable(list, e);
        }
    }

    private static void append(Path list, Storage open, long end, String lines) throws IOException {
        try {
            open.truncate(end);
            open.write(ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8)), end);
            open.force();
        } catch (IOException e) {
            throw LedgerException.unwritable(
                    list + ": cannot be written, so nothing was charged: " + FileReason.of(e)
                            + "; free the disk and start again",
                    e);
        }
    }

    /** The text without a line that a crash cut short: nothing was charged then. */
    private static String whole(String text) {
        return text.substring(0, text.lastIndexOf('\n') + 1);
    }

    private static List<DataLocation> parsed(Path list, String text) {
        try {
            return text.lines().map(DataLocation::parse).toList();
        } catch (IllegalArgumentException e) {
            throw new LedgerException(list + ": a line is not one that was written here", e);
        }
    }

    private static void require(List<DataLocation> known, DataLocation own) {
        for (DataLocation other : known) {
            if (!other.dataset().equals(own.dataset()) && own.isSame(other)) {
                throw new PolicyRefusedException(own.sameAs(other) + " is known to these ledgers as dataset "
                        + other.dataset() + ", was to be charged as " + own.dataset()
                        + ": a data set keeps its name and its budget. Charge it as " + other.dataset() + ", by "
                        + (own.isFile()
                                ? "that file's name or path"
                                : "dataset: " + other.dataset() + " in the query's" + " file")
                        + " or a policy whose dataset.id is " + other.dataset()
                        + (own.isSameByNumberOnly(other)
                                ? "; only the data steward can say that it holds other people's records in the number"
                                        + " of a file that was deleted, see One name per data set in the guide for"
                                        + " data stewards"
                                : ""));
            }
        }
    }

    private static LedgerException unusable(Path list, IOException e) {
        return new LedgerException(
                list + ": cannot be read or written, so nothing can be charged: " + FileReason.of(e), e);
    }
}
