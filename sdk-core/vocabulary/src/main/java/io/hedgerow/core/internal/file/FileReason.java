// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Describes a failed file operation in words; the file system's own exceptions often carry a path and nothing else. */
public final class FileReason {

    private FileReason() {}

    /** The failure in a few words, without the path. */
    public static String of(IOException thrown) {
        @Nullable String reason = thrown instanceof FileSystemException known ? known.getReason() : thrown.getMessage();
        if (reason != null) {
            return reason;
        }
        if (thrown instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (thrown instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (thrown instanceof FileAlreadyExistsException) {
            return "exists already";
        }
        if (thrown instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (thrown instanceof DirectoryNotEmptyException) {
            return "directory is not empty";
        }
        if (thrown instanceof ClosedByInterruptException) {
            return "the thread was interrupted";
        }
        return thrown.getClass().getSimpleName();
    }

    public static String withPath(IOException thrown) {
        @Nullable String file = thrown instanceof FileSystemException known ? known.getFile() : null;
        return file == null ? of(thrown) : file + ": " + of(thrown);
    }

    /** Whether waiting may help: the system refused a name for no lasting reason, so that only a full disk is left. */
    public static boolean lacksRoom(IOException thrown) {
        return thrown instanceof FileSystemException && !stays(thrown);
    }

    /** Whether room on the disk would not mend it. */
    public static boolean stays(IOException thrown) {
        return thrown instanceof NoSuchFileException
                || thrown instanceof AccessDeniedException
                || thrown instanceof NotDirectoryException
                || thrown instanceof FileAlreadyExistsException;
    }
}
