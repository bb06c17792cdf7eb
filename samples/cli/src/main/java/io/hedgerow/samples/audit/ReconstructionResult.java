// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.output.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** A table of the errors of reconstruction. */
public final class ReconstructionResult implements Result {

    private final List<Row> rows;

    /**
     * One algorithm.
     *
     * @param epsilon ε of the whole run; 0 when there was no protection
     * @param secondMomentError smallest relative error of the first site's second moments over all rounds; 0 is full
     *     reconstruction, 1 the error of guessing zeros
     * @param recordError the same for one record's products, from the uploads of two neighbouring runs
     */
    public record Row(String algorithm, double epsilon, double secondMomentError, double recordError) {}

    private record Document(List<Row> attacks) {}

    public ReconstructionResult(List<Row> rows) {
        this.rows = List.copyOf(rows);
    }

    @Override
    public Object json() {
        return new Document(rows);
    }

    @Override
    public void describe(PrintWriter out) {
        List<List<String>> cells = rows.stream()
                .map(row -> List.of(
                        row.algorithm(),
                        row.epsilon() == 0 ? "none" : String.format(Locale.ROOT, "%.3g", row.epsilon()),
                        String.format(Locale.ROOT, "%.2g", row.secondMomentError()),
                        String.format(Locale.ROOT, "%.2g", row.recordError())))
                .toList();
        out.print(new Table(1, List.of("algorithm", "ε", "second moments", "one record"), cells).markdown());
        out.println();
        out.println("Smallest relative error of all rounds, of the first site; 0 is full reconstruction, 1 what "
                + "guessing zeros"
                + " achieves.");
        out.println("Noisy second moments are what the private closed form releases on purpose; the noise hides the"
                + " record, not the population.");
    }
}
