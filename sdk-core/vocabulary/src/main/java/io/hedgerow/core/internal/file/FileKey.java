// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** Identifies files independently of their paths. */
public final class FileKey {

    private FileKey() {}

    /** Identifies a file as long as it exists, empty when there is none. Throws for anything else, such as a link. */
    public static Optional<Object> of(Path file) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                throw new IOException(file.getFileName() + " is not a regular file");
            }
            return Optional.of(attributes.fileKey() == null ? file.toRealPath() : attributes.fileKey());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
