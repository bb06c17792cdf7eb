// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.NetworkEdge.EdgeStatus;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.internal.picture.EdgeWords;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import io.hedgerow.core.internal.picture.TextWidth;
import io.hedgerow.core.internal.search.posterior.UndecidedPair;
import io.hedgerow.core.internal.text.Printable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes a network as lines for a terminal: one edge a line in aligned columns, strongest first, missing edges last,
 * beside the truth the status of each edge, and its probability, or its evidence in words. A line instead of the arrow
 * shows a direction that is not identified, and a broken one an edge that is not sure. A lagged cause is as in
 * {@code a[t-1]}. Control characters in names never reach the terminal; in ASCII other characters of names become
 * escapes as in Java source.
 */
final class TextPicture implements NetworkExporter {

    /** Weights between columns in unlike units may be of any size; beyond these they are shown as 1.23e-07. */
    private static final double LEAST_PLAIN = 5e-4;

    private static final double MOST_PLAIN = 1e5;

    private static final Comparator<ShownEdge> STRONGEST_FIRST = Comparator.comparing(
                    (ShownEdge drawn) -> drawn.edge().status() == EdgeStatus.MISSING)
            .thenComparing(drawn -> -drawn.edge().strength());

    private final boolean unicode;

    private TextPicture(boolean unicode) {
        this.unicode = unicode;
    }

    /** For terminals that show Unicode: → ✓ ⇄ + −. */
    static TextPicture unicode() {
        return new TextPicture(true);
    }

    /** For any terminal: {@code -> ok <> + -}. */
    static TextPicture ascii() {
        return new TextPicture(false);
    }

    @Override
    public String format() {
        return unicode ? "text" : "ascii";
    }

    @Override
    public String fileExtension() {
        return "txt";
    }

    @Override
    public String summary() {
        return unicode ? "lines for a terminal that shows Unicode" : "lines for any terminal";
    }

    @Override
    public void write(ExportedNetwork exported, Appendable out) throws IOException {
        NamedNetwork network = exported.graph();
        ShownNetwork whole = ShownNetwork.of(network);
        List<ShownEdge> edges = new ArrayList<>(whole.edges());
        edges.sort(STRONGEST_FIRST);
        if (network.title().isPresent()) {
            out.append(shown(network.title().get())).append('\n');
        }
        out.append(whole.counts(", ")).append('\n');
        int fromWidth = 0;
        int toWidth = 0;
        int arrowWidth = edges.stream()
                .mapToInt(drawn -> TextWidth.cells(arrow(drawn.edge())))
                .max()
                .orElse(0);
        for (ShownEdge drawn : edges) {
            NetworkEdge edge = drawn.edge();
            fromWidth = Math.max(fromWidth, TextWidth.cells(shown(network.name(edge.from()))));
            toWidth = Math.max(toWidth, TextWidth.cells(shown(network.name(edge.to()))));
        }
        for (ShownEdge drawn : edges) {
            NetworkEdge edge = drawn.edge();
            String sign = sign(edge.status());
            String from = padded(shown(network.name(edge.from())), fromWidth);
            String to = padded(shown(network.name(edge.to())), toWidth);
            out.append("  " + sign + from + ' ' + padded(arrow(edge), arrowWidth) + ' ' + to + "  " + weight(drawn)
                    + '\n');
        }
        writeSummary(whole, out);
    }

    private void writeSummary(ShownNetwork network, Appendable out) throws IOException {
        boolean[] joined = new boolean[network.size()];
        List<ShownEdge> edges = network.edges();
        for (ShownEdge edge : edges) {
            joined[edge.from()] = true;
            joined[edge.to()] = true;
        }
        List<String> alone = new ArrayList<>();
        for (int i = 0; i < joined.length; i++) {
            if (!joined[i]) {
                alone.add(shown(network.name(i)));
            }
        }
        if (!alone.isEmpty()) {
            out.append("no edges: " + String.join(", ", alone) + '\n');
        }
        if (edges.stream().anyMatch(drawn -> !drawn.edge().sure())) {
            out.append(arrow(NetworkEdge.LINE, false) + " or " + arrow(NetworkEdge.ARROW, false)
                    + " for an arrow: joined with probability below " + PairProbabilities.SURE + '\n');
        }
        if (network.hasMarks()) {
            for (String mark : network.marks()) {
                out.append(arrow(mark, true) + ": " + ShownNetwork.meaning(mark) + '\n');
            }
        }
        String undecided = UndecidedPair.named(network.network());
        if (!undecided.isEmpty()) {
            out.append("undecided: " + shown(undecided) + '\n');
        }
        Optional<String> others = network.ofOthers();
        if (others.isPresent()) {
            out.append("other pairs: " + others.get() + '\n');
        }
        Optional<StructureMetrics> metrics = network.network().metrics();
        if (metrics.isPresent()) {
            out.append(List.of(EdgeStatus.CORRECT, EdgeStatus.REVERSED, EdgeStatus.EXTRA, EdgeStatus.MISSING).stream()
                    .map(status -> sign(status).strip() + " "
                            + edges.stream()
                                    .filter(e -> e.edge().status() == status)
                                    .count() + " "
                            + status.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", ")));
            out.append("; SHD " + metrics.get().shd() + '\n');
        }
    }

    private String arrow(NetworkEdge edge) {
        return arrow(edge.mark(), edge.sure());
    }

    private String arrow(String mark, boolean sure) {
        String sign =
                switch (mark) {
                    case NetworkEdge.ARROW -> unicode ? "→" : "->";
                    case NetworkEdge.LINE -> unicode ? "—" : "--";
                    default -> unicode ? EdgeWords.symbol(mark) : mark;
                };
        return sure
                ? sign
                : sign.replace('→', '⇢').replace('—', '┄').replace("↔", "⇠⇢").replace('-', '.');
    }

    private static String weight(ShownEdge drawn) {
        NetworkEdge edge = drawn.edge();
        double size = Math.abs(edge.weight());
        boolean plain = size == 0 || (size >= LEAST_PLAIN && size < MOST_PLAIN);
        String number = String.format(Locale.ROOT, plain ? "%8.3f" : "%8.2e", edge.weight());
        if (edge.voteShare().isPresent()) {
            number += String.format(
                    Locale.ROOT, "  vote share %3.0f %%", 100 * edge.voteShare().getAsDouble());
        }
        if (edge.evidence().isPresent()) {
            number += "  " + edge.evidence().get();
        } else if (edge.adjacent().isPresent()) {
            number +=
                    String.format(Locale.ROOT, "  joined %.2f", edge.adjacent().getAsDouble());
        }
        if (edge.evidence().isEmpty() && drawn.direction().isPresent()) {
            number += String.format(
                    Locale.ROOT, "  direction %.2f", drawn.direction().getAsDouble());
        }
        return edge.status() == EdgeStatus.MISSING ? number + "  (true weight)" : number;
    }

    private String sign(EdgeStatus status) {
        return switch (status) {
            case UNJUDGED -> "";
            case CORRECT -> unicode ? "✓ " : "ok ";
            case REVERSED -> unicode ? "⇄ " : "<> ";
            case EXTRA -> unicode ? "+ " : "+  ";
            case MISSING -> unicode ? "− " : "-  ";
        };
    }

    private String shown(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        Printable.line(text).codePoints().forEach(c -> {
            if (!unicode && c > 0x7e) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - TextWidth.cells(text));
    }
}
