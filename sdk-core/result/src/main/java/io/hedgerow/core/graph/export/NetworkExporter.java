// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.ExportedNetwork.Part;
import io.hedgerow.core.internal.text.Nearest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a network in one format. {@link #all} are the formats that there are, {@link #of} finds one by its name.
 * Extension point: implement it for a format that the built-in ones do not cover.
 *
 * <p>An implementation is stateless and thread-safe; its output depends on the network alone, not on locale, platform
 * or time; names of any characters survive, are replaced or are refused as its format requires. Not private: it writes
 * what it is given.
 */
public interface NetworkExporter {

    /** {@return the formats that there are, those of the graph first} */
    static List<NetworkExporter> all() {
        return NetworkFormats.ALL;
    }

    /**
     * {@return a format by its name}
     *
     * @param format such as {@code graphml}; letter case is ignored, and an underscore is a dash
     * @throws IllegalArgumentException when there is none of this name; says which there are
     */
    static NetworkExporter of(String format) {
        String wanted = format.strip().toLowerCase(Locale.ROOT).replace('_', '-');
        List<String> names = all().stream().map(NetworkExporter::format).toList();
        int place = names.indexOf(wanted);
        if (place < 0) {
            throw new IllegalArgumentException("format must be one of " + String.join(", ", names) + "; was '" + format
                    + "'"
                    + Nearest.to(wanted, names)
                            .map(near -> " (did you mean '" + near + "'?)")
                            .orElse(""));
        }
        return all().get(place);
    }

    /** {@return the name of the format: lower case, with dashes} */
    String format();

    /** {@return the usual ending of a file name, without the dot} */
    String fileExtension();

    /** {@return a summary of the format for a list of formats: one line without a full stop} */
    String summary();

    /** {@return the parts of which a network must have at least one to be written; a graph by default} */
    default Set<Part> needs() {
        return Set.of(Part.GRAPH);
    }

    /**
     * Says why a network cannot be written in this format.
     *
     * @param network what would be written
     * @return a sentence that names the format; empty where it can
     */
    default Optional<String> refusal(ExportedNetwork network) {
        if (needs().stream().anyMatch(network::has)) {
            return Optional.empty();
        }
        return Optional.of("format " + format() + " needs "
                + needs().stream().sorted().map(Part::words).collect(Collectors.joining(" or "))
                + ", which this network does not have");
    }

    /**
     * Writes a network.
     *
     * @param network what to write: one for which {@link #refusal} is empty
     * @param out receives the text; meant to be stored as UTF-8
     * @throws IOException when {@code out} fails
     */
    void write(ExportedNetwork network, Appendable out) throws IOException;

    /**
     * {@return a network as a string}
     *
     * @param network what to write
     * @throws DataException when it cannot be written in this format; says why
     */
    default String text(ExportedNetwork network) {
        refusal(network).ifPresent(why -> {
            throw new DataException(why);
        });
        StringBuilder text = new StringBuilder();
        try {
            write(network, text);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return text.toString();
    }

    /**
     * {@return a graph as a string}
     *
     * @param network what to write; no more is known of it
     * @throws DataException when it cannot be written in this format; says why
     */
    default String text(NamedNetwork network) {
        return text(ExportedNetwork.of(network));
    }
}
