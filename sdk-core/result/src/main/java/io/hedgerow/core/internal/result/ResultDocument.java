// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.federation.RunReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.json.JsonWriter;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.FittedEquations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The content of a whole {@code result.json}; {@code personal} are networks of single sites. */
public record ResultDocument(NetworkPart network, RunReport run, Map<SiteId, NamedNetwork> personal) {

    /** Name and version of the software that computes, as results, plans and ledgers name it. */
    public static final String SOFTWARE = "hedgerow 0.2.0";

    /** Tells what a program of the SDK wrote from what {@code learn} and studies write. */
    public static final String FORMAT = "hedgerow-result";

    /** Of the schema, the same in every format; grows when a field changes its meaning or goes. */
    public static final int VERSION = 1;

    private static final Set<String> FORMATS = Set.of(FORMAT, "hedgerow-learn", "hedgerow-study", "hedgerow-network");

    /** Indented JSON with a line feed at its end, the same on every machine. */
    public String text() {
        return Printable.lines(JsonWriter.document(true, this::write)); // the same document
    }

    private void write(JsonWriter out) {
        out.text("format", FORMAT);
        out.whole("version", VERSION);
        if (!run.provenance().method().isEmpty()) {
            out.text("algorithm", run.provenance().method());
        }
        NetworkWriter.write(network, true, out);
        out.whole("rounds", run.rounds().size());
        out.object("communication", () -> {
            out.whole("bytesUp", run.bytes().up());
            out.whole("bytesDown", run.bytes().down());
            out.whole("formulaBytes", run.publishedBytes());
        });
        out.text("upload", run.provenance().upload());
        out.object("settings", () -> run.provenance().settings().forEach(out::text));
        out.texts("warnings", run.notes());
        out.texts(
                "outlying", run.outlying().stream().map(SiteId::value).sorted().toList());
        out.object("noise", () -> run.noise().forEach(out::number));
        RoundFields.write(run.rounds(), out);
        if (!personal.isEmpty()) {
            out.objects("siteNetworks", new TreeMap<>(personal).entrySet(), own -> {
                out.text("site", own.getKey().value());
                FittedEquations none = FittedEquations.NONE.in(network.fitted().scale());
                NetworkWriter.write(new NetworkPart(own.getValue(), Optional.empty(), none), true, out);
            });
        }
        out.object("provenance", () -> {
            out.text("software", SOFTWARE);
            out.text("components", run.provenance().components());
        });
    }

    /**
     * Reads what this or an earlier release wrote: a program, {@code learn}, a study or {@code export}; {@code source}
     * is what messages call it. Anything else throws a {@link DataException} that names file, line and field, what is
     * allowed and what was found.
     */
    public static ResultDocument read(String source, byte[] bytes) {
        try {
            YamlNode root = YamlDocument.json(source, bytes);
            requireKnown(source, root);
            NetworkPart network = NetworkReader.read(root);
            return new ResultDocument(network, run(root), personal(root, network));
        } catch (YamlProblem e) {
            throw new DataException(e.text(), e);
        } catch (IllegalArgumentException e) {
            throw new DataException(source + ": " + Words.reason(e), e);
        }
    }

    private static void requireKnown(String source, YamlNode root) {
        root.optional("format").ifPresent(format -> {
            if (!FORMATS.contains(format.text("a word"))) {
                throw format.mustBe("one of "
                        + FORMATS.stream().sorted().collect(Collectors.joining(", "))
                        + ", which results have; give the result.json of learn, of a study or of"
                        + " LearnedNetwork.write");
            }
        });
        int version = root.optional("version")
                .map(node -> node.whole(1, Integer.MAX_VALUE))
                .orElse(VERSION);
        if (version > VERSION) {
            throw new YamlProblem(source + ": version must be at most " + VERSION + ", was " + version
                    + ": read it with the version of hedgerow that wrote it");
        }
        boolean lists = List.of("variables", "edges").stream()
                .allMatch(name -> root.optional(name).filter(YamlNode::isList).isPresent());
        if (!lists) {
            throw new YamlProblem(
                    source + ": must be a result.json with variables and edges, has not both of these lists");
        }
        if (root.optional("state").isPresent() && root.optional("kind").isEmpty()) {
            throw new YamlProblem(source + ": the study has no network, "
                    + root.optional("reason").flatMap(YamlNode::scalar).orElse(""));
        }
    }

    /** One network of each site, over the variables of the common one. */
    private static Map<SiteId, NamedNetwork> personal(YamlNode root, NetworkPart common) {
        Map<SiteId, NamedNetwork> personal = new LinkedHashMap<>();
        for (YamlNode own : NetworkReader.items(root, "siteNetworks")) {
            YamlNode name = own.required("site");
            SiteId site = name.checked(() -> new SiteId(name.text("the name of a site")));
            NetworkPart network = NetworkReader.read(own);
            if (!network.variables().equals(common.variables())) {
                throw own.required("variables")
                        .complain("must be those of the common network, " + common.variables() + ", were "
                                + network.variables() + " at site " + site.value());
            }
            if (personal.put(site, network.network()) != null) {
                throw name.complain("each site must have one network, " + site.value() + " has two");
            }
        }
        return personal;
    }

    private static RunReport run(YamlNode root) {
        Optional<YamlNode> bytes = root.optional("communication");
        Map<String, String> settings = new TreeMap<>();
        root.optional("settings").ifPresent(group -> settings("", group, settings));
        Map<String, Double> noise = new TreeMap<>();
        root.optional("noise")
                .ifPresent(scales ->
                        scales.fields().forEach((name, scale) -> noise.put(name, scale.number(NetworkReader.FINITE))));
        return new RunReport(
                new RunReport.Provenance(
                        text(root.optional("algorithm")),
                        settings,
                        text(root.optional("provenance").flatMap(node -> node.optional("components"))),
                        text(root.optional("upload")
                                .or(() -> root.optional("protection").flatMap(node -> node.optional("upload"))))),
                RoundFields.read(NetworkReader.items(root, "history")),
                new PayloadBytes(whole(bytes, "bytesUp"), whole(bytes, "bytesDown")),
                whole(bytes, "formulaBytes"),
                NetworkReader.items(root, "outlying").stream()
                        .map(site -> site.checked(() -> new SiteId(site.text("the name of a site"))))
                        .collect(Collectors.toSet()),
                noise,
                NetworkReader.items(root, "warnings").stream()
                        .map(note -> note.textOrEmpty("a sentence"))
                        .toList());
    }

    /** Groups of settings are named before their parts, with a dot. */
    private static void settings(String group, YamlNode node, Map<String, String> all) {
        node.fields().forEach((name, value) -> {
            if (value.isMapping()) {
                settings(group + name + ".", value, all);
            } else if (value.isList()) {
                all.put(
                        group + name,
                        value.items("a list").stream()
                                .map(item -> item.scalar().orElse(""))
                                .collect(Collectors.joining(",")));
            } else {
                all.put(group + name, value.scalar().orElse(""));
            }
        });
    }

    private static String text(Optional<YamlNode> node) {
        return node.map(found -> found.textOrEmpty("a text")).orElse("");
    }

    private static long whole(Optional<YamlNode> group, String field) {
        return group.flatMap(node -> node.optional(field))
                .map(node -> node.whole(0L, Long.MAX_VALUE))
                .orElse(0L);
    }

    /** Rounds as {@code history}, with the names of their sites. */
    private static final class RoundFields {

        private RoundFields() {}

        static void write(List<RoundReport> rounds, JsonWriter out) {
            out.objects("history", rounds, round -> {
                out.whole("round", round.round());
                out.number("acyclicity", round.consensus().acyclicity());
                out.number("alpha", round.penalties().alpha());
                out.number("rho1", round.penalties().rho1());
                out.number("rho2", round.penalties().rho2());
                out.number("consensusDistance", round.consensus().distance());
                out.number("movement", round.consensus().movement());
                out.whole("supportSize", round.consensus().support());
                out.whole("bytesUp", round.bytes().up());
                out.whole("bytesDown", round.bytes().down());
                out.whole("evaluations", round.evaluations());
                out.whole("sites", round.sites());
                out.texts("included", names(round.included()));
                out.texts("outlying", names(round.outlying()));
            });
        }

        private static List<String> names(Set<SiteId> sites) {
            return sites.stream().map(SiteId::value).toList();
        }

        /** Rounds that name their sites; {@code learn} counts them only, and its rounds are left out. */
        static List<RoundReport> read(List<YamlNode> history) {
            return history.stream()
                    .filter(round -> round.optional("included").isPresent())
                    .map(round -> new RoundReport(
                            whole(round, "round"),
                            sites(round, "included"),
                            sites(round, "outlying"),
                            new RoundReport.Consensus(
                                    NetworkReader.number(round, "acyclicity"),
                                    NetworkReader.number(round, "consensusDistance"),
                                    NetworkReader.number(round, "movement"),
                                    whole(round, "supportSize")),
                            new RoundReport.Penalties(
                                    NetworkReader.number(round, "alpha"),
                                    NetworkReader.number(round, "rho1"),
                                    NetworkReader.number(round, "rho2")),
                            new PayloadBytes(
                                    round.required("bytesUp").whole(0L, Long.MAX_VALUE),
                                    round.required("bytesDown").whole(0L, Long.MAX_VALUE)),
                            whole(round, "evaluations")))
                    .toList();
        }

        private static int whole(YamlNode round, String field) {
            return round.required(field).whole(0, Integer.MAX_VALUE);
        }

        private static Set<SiteId> sites(YamlNode round, String field) {
            return NetworkReader.items(round, field).stream()
                    .map(site -> site.checked(() -> new SiteId(site.text("the name of a site"))))
                    .collect(Collectors.toSet());
        }
    }
}
