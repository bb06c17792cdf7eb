// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.io.IOException;
import java.util.stream.Collectors;

/**
 * Writes total effects as comma-separated values (RFC 4180, lines end with CR LF), a line for each:
 * {@code from,to,probability,median,lower,upper,identified,least_size,adjustment,rests_on}; after {@code to} there is
 * {@code steps} of series, and {@code level,reference,outcome} of categories. Names in one cell are parted by a
 * semicolon. Numbers read back to the same bits.
 */
record EffectCsvExporter(TotalEffects effects) implements GraphExporter {

    @Override
    public String fileExtension() {
        return "csv";
    }

    @Override
    public void write(NamedNetwork network, Appendable out) throws IOException {
        VariableSchema names = network.slices().map(TimeSlices::variables).orElseGet(network::schema);
        boolean series = network.slices().isPresent();
        boolean levels =
                effects.pairs().stream().anyMatch(effect -> effect.levels().isPresent());
        out.append("from,to,");
        out.append(series ? "steps," : "").append(levels ? "level,reference,outcome," : "");
        out.append("probability,median,lower,upper,identified,least_size,adjustment,rests_on\r\n");
        for (Effect effect : effects.pairs()) {
            cell(names.names().get(effect.from()), out);
            cell(names.names().get(effect.to()), out);
            if (series) {
                out.append(Integer.toString(effect.steps())).append(',');
            }
            if (effect.levels().isPresent()) {
                TotalEffects.Contrast contrast = effect.levels().get();
                cell(names.levels(effect.from()).get(contrast.level()), out);
                cell(names.levels(effect.from()).get(contrast.reference()), out);
                cell(names.levels(effect.to()).get(contrast.outcome()), out);
            }
            for (double number : new double[] {effect.probability(), effect.median(), effect.lower(), effect.upper()}) {
                out.append(Double.toString(number)).append(',');
            }
            out.append(effect.possible().isEmpty() ? "" : Boolean.toString(effect.identified()))
                    .append(',');
            out.append(effect.possible().isEmpty() ? "" : Double.toString(effect.leastSize()))
                    .append(',');
            cell(effect.adjustment().stream().map(names.names()::get).collect(Collectors.joining("; ")), out);
            out.append(CsvExporter.cell(effect.restsOn().stream()
                            .map(link -> names.names().get(link.from())
                                    + ' '
                                    + link.mark()
                                    + ' '
                                    + names.names().get(link.to()))
                            .collect(Collectors.joining("; "))))
                    .append("\r\n");
        }
    }

    private static void cell(String text, Appendable out) throws IOException {
        out.append(CsvExporter.cell(text)).append(',');
    }
}
