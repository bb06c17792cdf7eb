package io.hedgerow.dp.ledger;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Words for a failed file operation; the platform's own exceptions often carry a path and nothing else. */
final class IoReason {

    private IoReason() {}

    /** Whether a name could not be made for no reason that stays: the full disk is all that is left. */
    static boolean lacksRoom(IOException thrown) {
        boolean stays = thrown instanceof NoSuchFileException
                || thrown instanceof AccessDeniedException
                || thrown instanceof NotDirectoryException
                || thrown instanceof FileAlreadyExistsException;
        return !stays && thrown instanceof FileSystemException;
    }

    static String of(IOException thrown) {
        if (thrown instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (thrown instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (thrown instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (thrown instanceof ClosedByInterruptException) {
            return "the thread was interrupted";
        }
        @Nullable String reason = thrown instanceof FileSystemException known ? known.getReason() : thrown.getMessage();
        return reason == null ? thrown.getClass().getSimpleName() : reason;
    }
}
