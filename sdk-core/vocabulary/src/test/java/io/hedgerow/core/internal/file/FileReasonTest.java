// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FileReasonTest {

    static Stream<Arguments> problems() {
        return Stream.of(
                Arguments.of(new NoSuchFileException("a"), "a: no such file or directory"),
                Arguments.of(new AccessDeniedException("a"), "a: permission denied"),
                Arguments.of(new FileAlreadyExistsException("a"), "a: exists already"),
                Arguments.of(new NotDirectoryException("a"), "a: not a directory"),
                Arguments.of(new DirectoryNotEmptyException("a"), "a: directory is not empty"),
                Arguments.of(new FileSystemException("a", null, "Read-only file system"), "a: Read-only file system"),
                Arguments.of(new IOException("No space left on device"), "No space left on device"),
                Arguments.of(new IOException(), "IOException"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void withPath_saysWhatAndWhere(IOException thrown, String expected) {
        assertEquals(expected, FileReason.withPath(thrown));
    }
}
