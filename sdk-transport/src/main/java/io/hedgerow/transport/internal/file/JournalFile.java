// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.file;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.AppendFile;
import io.hedgerow.core.internal.file.AppendFile.UnwritableException;
import io.hedgerow.core.internal.file.Storage;
import io.hedgerow.core.internal.text.Words;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * An {@link AppendFile} for journals that throws {@link UnwritableFileException} for temporary write failures and
 * {@link JournalException} for others. For one thread at a time.
 */
public final class JournalFile implements Closeable {

    private final AppendFile file;

    private JournalFile(AppendFile file) {
        this.file = file;
    }

    /**
     * Opens a file for this writer alone, locked until it is closed, and makes it, with its directory, when there is
     * none.
     *
     * @param header its first bytes; a file that begins otherwise is refused
     * @throws UnwritableFileException when it could not be made or made durable, as on a full disk
     * @throws JournalException when it cannot be opened, is in use, is missing or begins otherwise
     */
    public static JournalFile open(Path path, byte[] header) {
        return open(path, header, Storage::open);
    }

    static JournalFile open(Path path, byte[] header, AppendFile.Opening opening) {
        try {
            return new JournalFile(AppendFile.open(path, header, opening));
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private static JournalException failure(IOException thrown) {
        String message = Words.reason(thrown);
        return thrown instanceof UnwritableException
                ? new UnwritableFileException(message, thrown)
                : new JournalException(message, thrown);
    }

    public byte[] read(long position, int count) {
        try {
            return file.read(position, count);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    public void append(byte[] bytes) {
        try {
            file.append(bytes);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    void cut(long shorter) {
        try {
            file.cut(shorter);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    public long length() {
        return file.length();
    }

    Path path() {
        return file.path();
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw failure(e);
        }
    }
}
