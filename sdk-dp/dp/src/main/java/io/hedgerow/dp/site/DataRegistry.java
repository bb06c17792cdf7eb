// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.csv.internal.RowSketch;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.Storage;
import io.hedgerow.core.internal.file.WriterLock;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.dp.ledger.LedgerHistory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records where the data sets of a directory of ledgers are, so that another path, a copy or a second query of the same
 * data does not get a second budget. A file that was copied and then changed is named, where it still has most of the
 * rows. It cannot detect other columns of the same users, rows that were copied into another table, or another
 * directory of ledgers. The list is {@code data-files} in the directory, one line for each name and
 * {@link DataLocation}; only its owner may read it.
 *
 * <p>Reads a file's bytes, for a digest that stays in that list; no record of a query. Two processes may use one
 * directory.
 */
final class DataRegistry {

    private static final String LIST = "data-files";

    /** Names and ledgers are noted when a site joins, before anything is charged. */
    private static final String MISTAKE = "; after a mistake by which nothing was charged see One name per data set in"
            + " the guide for data stewards";

    /** Fewer common rows than this share of the smaller file are not named. */
    private static final double MOST = 0.5;

    private DataRegistry() {}

    /** Refuses data whose budget is kept under another name. Records nothing; the directory may not exist yet. */
    static void require(Path directory, DatasetIdentity dataset, SiteLedgers.Place place) {
        Path list = directory.resolve(LIST);
        read(list, known -> {
            KnownRows rows = KnownRows.in(directory);
            for (DataLocation own : located(dataset, place)) {
                require(known, own);
                requireOtherRows(known, own, rows);
            }
            return true;
        });
    }

    /**
     * Refuses a ledger of a data set that has another one, which is still there; one that is not there while the data
     * set had one; and that of a home which keeps the budget of another data set. Records nothing.
     */
    static void requireOneLedger(Path directory, DatasetIdentity dataset, Path ledger) {
        read(directory.resolve(LIST), known -> {
            requireOneLedger(known, DataLocation.ofLedger(dataset, ledger));
            return true;
        });
    }

    private static void requireOneLedger(List<DataLocation> known, DataLocation own) {
        boolean isThere = LedgerHistory.isIn(Path.of(own.path()));
        for (DataLocation other : known) {
            boolean same = own.path().equals(other.path());
            boolean mine = other.dataset().equals(own.dataset());
            if (same && !mine) {
                throw new PolicyRefusedException(own.path() + " keeps the budget of dataset " + other.dataset()
                        + ", under which this home joined a study, was to be charged for " + own.dataset()
                        + ": one home serves one data set, so give this one a home of its own" + MISTAKE);
            }
            if (!same && mine && other.isFile() && LedgerHistory.isIn(Path.of(other.path()))) {
                throw new PolicyRefusedException("dataset " + own.dataset() + " has its ledger in " + other.path()
                        + ", with which it joined a study, was to be charged in " + own.path()
                        + ": a second home would give a second budget; use the first one, or move it here" + MISTAKE);
            }
            if (mine && other.isLedger() && !isThere) {
                throw new PolicyRefusedException("dataset " + own.dataset() + " had its ledger in " + other.path()
                        + ", which is not there, and there is none in " + own.path()
                        + ": an empty one would give the budget again; bring the ledger back, with its home" + MISTAKE);
            }
        }
    }

    /**
     * Names the data sets of other names that share most of their rows with data, and says where rows cannot be
     * compared, for the site's own people and no one else: it follows from records. Says no number. Records nothing.
     */
    static List<String> near(Path directory, DatasetIdentity dataset, SiteLedgers.Place place) {
        Reading<List<String>> reading = known -> near(known, KnownRows.in(directory), dataset, place);
        Path list = directory.resolve(LIST);
        try {
            return Files.exists(list) ? read(list, reading).orElseThrow() : reading.of(List.of());
        } catch (IOException e) {
            throw unusable(list, e);
        }
    }

    private static List<String> near(
            List<DataLocation> known, KnownRows rows, DatasetIdentity dataset, SiteLedgers.Place place)
            throws IOException {
        List<String> named = new ArrayList<>();
        for (DataLocation own : located(dataset, place)) {
            // files of a query may be no CSV
            if (place.query().isEmpty()
                    && !own.digest().isEmpty()
                    && rows.of(own).isEmpty()) {
                named.add(
                        own.path() + ": its rows cannot be compared with those of other files, only its bytes can: the"
                                + " same rows saved again under another dataset would not be noticed");
            }
            for (DataLocation other : others(known, own)) {
                if (shared(own, other, rows) >= MOST) {
                    named.add(own.path() + " has most of its rows in common with " + other.path() + ", dataset "
                            + other.dataset() + ", which has a ledger: if these are the same users, charge both as one"
                            + " dataset; otherwise they are protected by the sum of both budgets only");
                }
            }
        }
        return named;
    }

    private static List<DataLocation> located(DatasetIdentity dataset, SiteLedgers.Place place) throws IOException {
        return own(
                place.file().map(Path::toString).orElse("dataset " + dataset.value()),
                () -> DataLocation.all(dataset, place));
    }

    /** Reads the data that is to be charged; its failure is about the data, and not about the list. */
    private static <T> T own(String path, Look<T> look) throws IOException {
        try {
            return look.of();
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            String named = FileReason.withPath(e);
            throw new DataException(
                    (named.contains(path) ? named : path + ": " + named)
                            + "; it must be readable, for it is compared with what was charged before",
                    e);
        }
    }

    private interface Look<T> {
        T of() throws IOException;
    }

    private static double shared(DataLocation own, DataLocation other, KnownRows rows) throws IOException {
        Optional<RowSketch> here = own(own.path(), () -> rows.of(own));
        Optional<RowSketch> there = rows.ofOther(other);
        return here.isPresent() && there.isPresent() ? here.get().shared(there.get()) : 0;
    }

    private static List<DataLocation> others(List<DataLocation> known, DataLocation own) {
        return known.stream()
                .filter(other -> other.isFile() && !other.dataset().equals(own.dataset()))
                .toList();
    }

    /** Refuses a file with the rows of one that is known under another name, whatever it looks like. */
    private static void requireOtherRows(List<DataLocation> known, DataLocation own, KnownRows rows)
            throws IOException {
        for (DataLocation other : others(known, own)) {
            Optional<RowSketch> here = own(own.path(), () -> rows.of(own));
            Optional<RowSketch> there = rows.ofOther(other);
            if (here.isPresent() && there.isPresent() && here.get().isSame(there.get())) {
                throw refusal(own, other, own.path() + ", with the rows of " + other.path() + " written otherwise,");
            }
        }
    }

    /** The name under which these ledgers know any part of the data; empty for data that is new here. */
    static Optional<DatasetIdentity> name(Path directory, SiteLedgers.Place place) {
        DatasetIdentity any = new DatasetIdentity("any");
        return read(directory.resolve(LIST), known -> {
                    for (DataLocation own : located(any, place)) {
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
        remember(directory, places, Optional.empty());
    }

    /** The same with the directory of the ledger that is charged, where it is in no directory of ledgers. */
    static void remember(Path directory, Map<DatasetIdentity, SiteLedgers.Place> places, Optional<Path> ledger) {
        Path list = directory.resolve(LIST);
        try (WriterLock lock = lock(list)) {
            Storage open = lock.storage();
            String text = new String(open.readFully(0, Math.toIntExact(open.size())), StandardCharsets.UTF_8);
            String whole = whole(text);
            List<DataLocation> known = new ArrayList<>(parsed(list, whole));
            StringBuilder added = new StringBuilder();
            KnownRows rows = KnownRows.in(directory);
            for (Map.Entry<DatasetIdentity, SiteLedgers.Place> data : places.entrySet()) {
                List<DataLocation> own = new ArrayList<>(located(data.getKey(), data.getValue()));
                if (ledger.isPresent()) {
                    DataLocation charged = DataLocation.ofLedger(data.getKey(), ledger.get());
                    requireOneLedger(known, charged); // another home may have been noted since this one was opened
                    own.add(charged);
                }
                for (DataLocation one : own) {
                    require(known, one);
                    requireOtherRows(known, one, rows);
                    own(one.path(), () -> rows.of(one));
                    if (!known.contains(one)) {
                        known.add(one);
                        added.append(one.line()).append('\n');
                    }
                }
            }
            keep(list, rows);
            if (!added.isEmpty()) {
                append(list, open, whole.getBytes(StandardCharsets.UTF_8).length, added.toString());
            }
        } catch (IOException e) {
            throw unusable(list, e);
        }
    }

    private static WriterLock lock(Path list) {
        try {
            return WriterLock.await(list);
        } catch (IOException e) {
            throw unwritable(list, e);
        }
    }

    private static void keep(Path list, KnownRows rows) {
        try {
            rows.keep();
        } catch (IOException e) {
            throw unwritable(list, e);
        }
    }

    private static LedgerException unwritable(Path list, IOException e) {
        return LedgerException.unwritable(
                list + ": cannot be written, so nothing was charged: " + FileReason.of(e)
                        + "; free the disk and start again",
                e);
    }

    private static void append(Path list, Storage open, long end, String lines) throws IOException {
        try {
            open.truncate(end);
            open.write(ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8)), end);
            open.force();
        } catch (IOException e) {
            throw unwritable(list, e);
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
                throw refusal(own, other, own.sameAs(other));
            }
        }
    }

    private static PolicyRefusedException refusal(DataLocation own, DataLocation other, String what) {
        return new PolicyRefusedException(what + " is known to these ledgers as dataset "
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
                        : MISTAKE));
    }

    private static LedgerException unusable(Path list, IOException e) {
        return new LedgerException(
                list + ": cannot be read or written, so nothing can be charged: " + FileReason.of(e), e);
    }
}
