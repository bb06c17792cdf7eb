// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.item;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** All tables and figures, in the order of {@code items/index.txt}. */
public record PaperItems(List<PaperItem> all) {

    public static PaperItems read() {
        return new PaperItems(
                lines("items/index.txt").stream().map(ItemReader::read).toList());
    }

    public static List<String> lines(String resource) {
        try (InputStream text = Objects.requireNonNull(ItemReader.resource(resource), resource)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Numbers that the paper prints of methods that are not run here, by the id of the item; empty for none. */
    public static List<PublishedFigure> others(String id) {
        try {
            return ItemReader.figures("others/" + id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The item by any of its names; paper 003 has the text of 000. */
    public PaperItem named(String name) {
        String sought = name.startsWith("003-") ? "000-" + name.substring(4) : name;
        return all.stream()
                .filter(item -> item.names().contains(sought))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no item " + name
                        + Nearest.to(
                                        name,
                                        all.stream()
                                                .flatMap(item -> item.names().stream())
                                                .toList())
                                .map(near -> "; did you mean " + near + "?")
                                .orElse("")
                        + " (hedgerow reproduce list names all of them)"));
    }
}
