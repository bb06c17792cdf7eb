// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.Storage;
import io.hedgerow.core.internal.file.WriterLock;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.dp.ledger.UnwritableLedgerException;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which file a directory of ledgers knows under which name, so that a link, another path or a renamed file is no second
 * data set with a second budget. A copy is: nobody can see that. The list is {@code data-files} in the directory, one
 * line for each name and file.
 *
 * <p>Reads no data. Two processes may use one directory.
 */
final class KnownFiles {

    private static final String LIST = "data-files";

    private record Entry(String dataset, String key, String path) {
        static Entry of(DatasetIdentity dataset, Path file) throws IOException {
            Path real = file.toRealPath();
            Object key = Files.readAttributes(real, BasicFileAttributes.class).fileKey();
            return new Entry(dataset.value(), key == null ? "" : key.toString(), real.toString());
        }

        static Entry parse(String line) {
            String[] fields = line.split(" ", -1);
            if (fields.length != 3) {
                throw new IllegalArgumentException("must have three fields, has " + fields.length);
            }
            return new Entry(read(fields[0]), read(fields[1]), read(fields[2]));
        }

        private static String read(String field) {
            return URLDecoder.decode(field, StandardCharsets.UTF_8);
        }

        String line() {
            return String.join(
                    " ",
                    List.of(dataset, key, path).stream()
                            .map(field -> URLEncoder.encode(field, StandardCharsets.UTF_8))
                            .toList());
        }

        boolean isSameFile(Entry other) {
            return path.equals(other.path) || (!key.isEmpty() && key.equals(other.key));
        }
    }

    private KnownFiles() {}

    /** Refuses a file whose budget is kept under another name. Records nothing; the directory may not exist yet. */
    static void require(Path directory, DatasetIdentity dataset, Path file) {
        Path list = directory.resolve(LIST);
        if (!Files.exists(list)) {
            return;
        }
        try {
            require(list, whole(Files.readString(list)).lines().toList(), Entry.of(dataset, file));
        } catch (IOException e) {
            throw unusable(list, e);
        }
    }

    /**
     * Remembers the files of a run under the names that are charged, or none of them where the budget of one is kept
     * under another name; the directory exists.
     */
    static void remember(Path directory, Map<DatasetIdentity, Path> files) {
        Path list = directory.resolve(LIST);
        try (WriterLock lock = WriterLock.await(list)) {
            Storage open = lock.storage();
            String text = new String(open.readFully(0, Math.toIntExact(open.size())), StandardCharsets.UTF_8);
            String whole = whole(text);
            List<String> lines = new ArrayList<>(whole.lines().toList());
            StringBuilder added = new StringBuilder();
            for (Map.Entry<DatasetIdentity, Path> file : files.entrySet()) {
                Entry own = Entry.of(file.getKey(), file.getValue());
                require(list, lines, own);
                if (!lines.contains(own.line())) {
                    lines.add(own.line());
                    added.append(own.line()).append('\n');
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
            throw new UnwritableLedgerException(
                    list + ": cannot be written, so nothing was charged: " + FileReason.of(e)
                            + "; free the disk and start again",
                    e);
        }
    }

    /** Without a line that a crash cut short: nothing was charged then. */
    private static String whole(String text) {
        return text.substring(0, text.lastIndexOf('\n') + 1);
    }

    private static void require(Path list, List<String> lines, Entry own) {
        for (String line : lines) {
            Entry known;
            try {
                known = Entry.parse(line);
            } catch (IllegalArgumentException e) {
                throw new LedgerException(list + ": a line is not one that was written here", e);
            }
            if (!known.dataset().equals(own.dataset()) && known.isSameFile(own)) {
                throw new PolicyRefusedException("file " + own.path() + " is known to these ledgers as dataset "
                        + known.dataset() + ", was to be charged as " + own.dataset()
                        + ": a data set keeps its name and its budget, so use that name or path, or a policy whose"
                        + " dataset.id is " + known.dataset()
                        + ". If this is a new file that the file system gave the number of a deleted one, make a copy"
                        + " and use that");
            }
        }
    }

    private static LedgerException unusable(Path list, IOException e) {
        return new LedgerException(
                list + ": cannot be read or written, so nothing can be charged: " + FileReason.of(e), e);
    }
}
