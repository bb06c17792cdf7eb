// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.NumberToken;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The user's settings for columns, given before the rows are read.
 *
 * @param mappings of each file in their order, or one of all
 * @param named columns that are categories, whatever they hold
 * @param all whether all columns are
 * @param searching whether columns of text are categories by themselves
 * @param wholeNumbers whether whole numbers may be, too, where no column has many values
 * @param beside columns that are no variables, such as the one that names a row's site
 */
public record ColumnWishes(
        List<MappingFile> mappings,
        Set<String> named,
        boolean all,
        boolean searching,
        boolean wholeNumbers,
        Set<String> beside) {

    private static final String COMMAS = ": a level that contains a comma needs a file for --mapping with"
            + " {COLUMN: {levels: [\"LEVEL, ...\", LEVEL]}}";

    public ColumnWishes {
        mappings = List.copyOf(mappings);
        named = Set.copyOf(named);
        beside = Set.copyOf(beside);
    }

    MappingFile mapping(int file) {
        return mappings.get(mappings.size() == 1 ? 0 : file);
    }

    /** What is said of a variable, in the order of the files. */
    List<Optional<ColumnMapping>> of(String column, int files) {
        return IntStream.range(0, files)
                .mapToObj(file -> mapping(file).of(column))
                .toList();
    }

    /** Whether a column is a category because it was said. */
    boolean isNamed(String column) {
        return all || isSaid(column);
    }

    boolean isSaid(String column) {
        return named.contains(column)
                || mappings.stream()
                        .anyMatch(mapping -> mapping.of(column)
                                .filter(ColumnMapping::isCategory)
                                .isPresent());
    }

    /** Refuses names that no column has, also of the mapping file where these are all columns. */
    void requireAmong(List<String> columns, Path file, MappingFile mapping, boolean all) {
        Set<String> said = new TreeSet<>(named);
        mapping.named().stream()
                .filter(name -> all)
                .filter(name -> mapping.of(name)
                        .filter(column -> column.use() != ColumnMapping.Use.DROP)
                        .isPresent())
                .forEach(said::add);
        for (String name : said) {
            if (!columns.contains(name)) {
                throw new DataException(file + ": must have the columns that are said to be categories or are in the"
                        + " mapping file, has no column " + NumberToken.quote(name)
                        + Nearest.to(name, columns)
                                .map(near -> ", did you mean " + NumberToken.quote(near) + "?")
                                .orElse(named.contains(name) ? COMMAS : ""));
            }
        }
    }
}
