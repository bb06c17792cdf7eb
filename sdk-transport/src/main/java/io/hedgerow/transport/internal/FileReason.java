package io.hedgerow.transport.internal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Words for a failed file operation; the file system's own exceptions often carry a path and nothing else. */
public final class FileReason {

    private FileReason() {}

    /**
     * What went wrong.
     *
     * @param thrown a failed operation
     * @return a few words
     */
    public static String of(IOException thrown) {
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
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }
}
