// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.export.ExportedNetwork.Part;
import io.hedgerow.core.table.BifWriter;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Writes the tables of a network in which all variables are categories.
 *
 * @param ofEquations why a network of equations is refused
 * @param text writes the tables
 */
record TablesExporter(String format, String summary, String ofEquations, Function<DiscreteNetwork, String> text)
        implements NetworkExporter {

    private static final String FITTED = "bnlearn or pgmpy, which hold the fitted network, or csv, json, tetrad,"
            + " graphml or dot, which hold the graph";

    static NetworkExporter bif() {
        return new TablesExporter(
                "bif",
                "the Interchange Format, of networks of categories with their tables",
                "is refused: BIF holds tables of the probabilities of discrete states, and this network has linear"
                        + " equations with noise; choose " + FITTED,
                BifWriter::text);
    }

    static NetworkExporter xdsl() {
        return new TablesExporter(
                "xdsl",
                "the format of GeNIe, of networks of categories with their tables",
                "is not written: its usual nodes are tables of discrete states;"
                        + " its equation nodes could hold a linear network, as y = a + b*x + Normal(0, s), type them"
                        + " from parameters in result.json, or choose " + FITTED,
                XdslText::of);
    }

    /** All probabilities of a table: those of the levels of each configuration, one configuration after the other. */
    static double[] flat(ProbabilityTable table) {
        return IntStream.range(0, table.configurations())
                .mapToObj(table::probabilities)
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    @Override
    public String fileExtension() {
        return format;
    }

    @Override
    public Set<Part> needs() {
        return Set.of(Part.TABLES);
    }

    @Override
    public Optional<String> refusal(ExportedNetwork network) {
        if (network.tables().isPresent()) {
            return Optional.empty();
        }
        String called = format.toUpperCase(Locale.ROOT);
        return Optional.of("format " + format + ' '
                + (network.hasFamilies()
                        ? "is refused: " + called + " holds tables of categories alone, and this network has numbers"
                                + " beside them; choose csv, json, tetrad, graphml or dot, which hold the graph"
                        : ofEquations));
    }

    @Override
    public void write(ExportedNetwork network, Appendable out) throws IOException {
        out.append(text.apply(network.tables().orElseThrow()));
    }
}
