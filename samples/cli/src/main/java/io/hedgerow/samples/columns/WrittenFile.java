// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.core.internal.yaml.YamlNode;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a mapping file says of how the whole file is written. What it says goes before options of the command line.
 *
 * @param separator between fields; empty where nothing is said
 * @param decimalComma whether 1,5 is one and a half; empty where nothing is said
 * @param missing texts that also stand for a missing cell
 */
record WrittenFile(Optional<CsvSeparator> separator, Optional<Boolean> decimalComma, Set<String> missing) {

    /** Stands for the file instead of a column. */
    static final String KEY = "*";

    static final WrittenFile PLAIN = new WrittenFile(Optional.empty(), Optional.empty(), Set.of());

    static WrittenFile of(YamlNode node) {
        node.requireOnly("separator", "decimal", "missing");
        Set<String> missing = new HashSet<>();
        node.optional("missing")
                .ifPresent(texts ->
                        texts.items("a list of texts").forEach(text -> missing.add(text.text("a text in quotes"))));
        return new WrittenFile(
                node.optional("separator")
                        .map(sign -> CsvSeparator.valueOf(
                                sign.matching("comma|semicolon|tab|pipe", "comma, semicolon, tab or pipe")
                                        .toUpperCase(Locale.ROOT))),
                node.optional("decimal").map(sign -> WrittenNumber.sign(sign) == ','),
                missing);
    }

    /** Reads a file that is written so. */
    CsvOptions in(CsvOptions options) {
        if (equals(PLAIN)) {
            return options;
        }
        CellFormat cells = options.cells();
        Set<String> texts = new HashSet<>(cells.missing());
        texts.addAll(missing);
        return options.withSeparator(separator.orElse(options.separator()))
                .withCells(new CellFormat(
                        decimalComma.orElse(cells.decimalComma()),
                        cells.numericNames(),
                        cells.dropped(),
                        texts,
                        cells.texts(),
                        cells.renamed()));
    }
}
