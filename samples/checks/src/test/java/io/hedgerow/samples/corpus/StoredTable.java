// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import java.nio.file.Path;
import java.util.List;

/** Tables of a release: columns separated by tabs, a header first, lines with # left out. */
final class StoredTable {

    private StoredTable() {}

    /** The lines below the header, each with so many cells. */
    static List<List<String>> rows(Path file, int columns) {
        return Corpus.text(file)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .skip(1)
                .map(line -> cells(file, line, columns))
                .toList();
    }

    private static List<String> cells(Path file, String line, int columns) {
        List<String> cells = List.of(line.split("\t", -1));
        if (cells.size() != columns) {
            throw new IllegalArgumentException(
                    file + ": a line must have " + columns + " cells, has " + cells.size() + ": " + line);
        }
        return cells;
    }
}
