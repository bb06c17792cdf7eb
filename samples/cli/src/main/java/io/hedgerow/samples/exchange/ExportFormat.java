// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.core.internal.text.Words;
import java.util.Iterator;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The {@linkplain NetworkExporter#all export formats of the SDK} as values of an option. */
public final class ExportFormat implements ITypeConverter<NetworkExporter>, Iterable<String> {

    @Override
    public NetworkExporter convert(String value) {
        try {
            return NetworkExporter.of(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(Words.reason(e).replaceFirst("^format ", ""));
        }
    }

    @Override
    public Iterator<String> iterator() {
        return NetworkExporter.all().stream().map(NetworkExporter::format).iterator();
    }

    /** The formats with what they are, for the help: a line each. */
    public static String summaries() {
        int width = NetworkExporter.all().stream()
                .mapToInt(exporter -> exporter.format().length())
                .max()
                .orElse(0);
        return NetworkExporter.all().stream()
                .map(exporter -> String.format("%-" + width + "s  %s", exporter.format(), exporter.summary()))
                .collect(Collectors.joining("\n"));
    }

    /**
     * The network as text.
     *
     * @throws DataException when the format cannot hold it, in words of the options
     */
    public static String text(NetworkExporter exporter, SavedNetwork network) {
        try {
            return exporter.text(network.exported());
        } catch (DataException e) {
            throw new DataException(
                    Words.reason(e)
                            .replaceFirst("^format ", "--format ")
                            .replace("without a transform", "without --transform"),
                    e);
        }
    }
}
