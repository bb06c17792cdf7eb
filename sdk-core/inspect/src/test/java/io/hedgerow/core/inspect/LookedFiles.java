// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.inspect.InspectionFinding.Weight;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;

/** CSV files that a test writes, and what a look at them finds. */
final class LookedFiles {

    private final Path folder;
    private final List<InspectedRows> rows = new ArrayList<>();

    LookedFiles(Path folder) {
        this.folder = folder;
    }

    LookedFiles with(String name, String text, Charset encoding) {
        try {
            rows.add(InspectedRows.csv(Files.write(folder.resolve(name), text.getBytes(encoding))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** A file with so many lines under a header. */
    LookedFiles with(String name, String header, int lines, IntFunction<String> line) {
        StringBuilder text = new StringBuilder(header).append('\n');
        for (int k = 0; k < lines; k++) {
            text.append(line.apply(k)).append('\n');
        }
        return with(name, text.toString(), StandardCharsets.UTF_8);
    }

    Inspection look() {
        return Inspection.of(rows, Optional.empty());
    }

    Inspection look(String user) {
        return Inspection.of(rows, Optional.of(user));
    }

    static Set<String> codes(Inspection look, Weight weight) {
        Set<String> codes = new TreeSet<>();
        look.findings().stream().filter(one -> one.weight() == weight).forEach(one -> codes.add(one.code()));
        return codes;
    }

    static List<InspectionFinding> all(Inspection look, String code) {
        return look.findings().stream().filter(one -> one.code().equals(code)).toList();
    }

    static InspectionFinding only(Inspection look, String code) {
        List<InspectionFinding> found = all(look, code);
        if (found.size() != 1) {
            throw new AssertionError("must have one finding about " + code + ", has " + found + " of "
                    + look.findings().stream().map(InspectionFinding::code).toList());
        }
        return found.get(0);
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
