// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.text.Traces;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Numbers that are a site's alone, such as its cells and sums, and must be in no text of a refusal. */
final class SiteNumbers {

    /** A number as Java writes it, without its sign. */
    private static final Pattern NUMBER = Pattern.compile("\\d+\\.\\d+(E-?\\d+)?");

    private final Traces traces = new Traces();
    private final Set<String> written = new HashSet<>();
    /** What was added since the last look: most studies refuse nothing, and texts of all numbers take long. */
    private final List<double[]> unread = new ArrayList<>();

    /** The cells of all sites. */
    static SiteNumbers of(List<RowSource> sites) {
        SiteNumbers cells = new SiteNumbers();
        sites.forEach(site -> site.forEachRow(cells::add));
        return cells;
    }

    void add(double... values) {
        unread.add(values.clone());
    }

    /** Reads all but numbers of few digits, which any text may have, such as levels and constants. */
    private void read(double... values) {
        double[] telling = Arrays.stream(values)
                .filter(value ->
                        Double.isFinite(value) && Long.numberOfTrailingZeros(Double.doubleToLongBits(value)) < 32)
                .toArray();
        traces.of(telling);
        Arrays.stream(telling).map(Math::abs).mapToObj(Double::toString).forEach(written::add);
    }

    /** Looks for them in what was thrown, with its causes and stack. */
    void requireNoneIn(Throwable refusal) {
        unread.forEach(this::read);
        unread.clear();
        StringWriter text = new StringWriter();
        refusal.printStackTrace(new PrintWriter(text));
        String said = text.toString();
        assertEquals(Optional.empty(), traces.in(said), said);
        NUMBER.matcher(said).results().forEach(number -> assertFalse(written.contains(number.group()), said));
    }
}
