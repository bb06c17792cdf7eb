package io.hedgerow.samples.output;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Words for a failed file operation; the file system's own exceptions often carry a path and nothing else. */
public final class FileProblem {

    private FileProblem() {}

    /**
     * What went wrong, with the path where the exception knows it.
     *
     * @param thrown a failed operation
     * @return one line
     */
    public static String describe(IOException thrown) {
        String file = thrown instanceof FileSystemException known ? known.getFile() : null;
        return file == null ? reason(thrown) : file + ": " + reason(thrown);
    }

    /**
     * What went wrong, without the path.
     *
     * @param thrown a failed operation
     * @return a few words
     */
    public static String reason(IOException thrown) {
        if (thrown instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (thrown instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (thrown instanceof FileAlreadyExistsException) {
            return "exists and is not a directory";
        }
        if (thrown instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (thrown instanceof DirectoryNotEmptyException) {
            return "directory is not empty";
        }
        if (thrown instanceof FileSystemException known && known.getReason() != null) {
            return known.getReason();
        }
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }
}
