// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import io.hedgerow.core.internal.text.CsvCell;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Comma-separated lines with quotes where cells need them (RFC 4180). */
public final class CsvText {

    private CsvText() {}

    /** A line for programs, every text as it is. */
    public static String line(List<String> cells) {
        return cells.stream().map(CsvCell::of).collect(Collectors.joining(",")) + "\n";
    }

    /** A line for people, in which no text is a formula to a spreadsheet. */
    public static String lineForPeople(List<String> cells) {
        return cells.stream().map(CsvCell::forPeople).collect(Collectors.joining(",")) + "\n";
    }

    /** Writes a file of a header and of lines that are computed one after the other; it appears whole or not at all. */
    public static void writeAlone(Path out, List<String> header, Consumer<Consumer<List<String>>> lines)
            throws IOException {
        OutputDirectory.writeAlone(out, file -> {
            try (BufferedWriter text = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
                text.write(line(header));
                lines.accept(cells -> {
                    try {
                        text.write(line(cells));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            } catch (UncheckedIOException e) {
                throw new IOException(e.getCause());
            }
        });
    }
}
