// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RunReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.graph.export.ExportedNetwork;
import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.result.ResultDocument;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.predict.Expected;
import io.hedgerow.core.predict.FittedNetwork;
import io.hedgerow.core.predict.InterventionOutcome;
import io.hedgerow.core.predict.RowPredictor;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.table.DiscreteNetwork;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Holds a learned network with the record of its run, made in this process or read from a {@code result.json}.
 * Immutable. As private as the run that it is of; writing it publishes it.
 *
 * @param named the network with the names of its variables and all that is known of its edges, for exporters and people
 * @param evidence what the moments say beside the network, where it was searched on moments
 * @param fitted what the numbers mean, and equations where the evidence has none
 * @param run how it was learned, and what that took
 * @param personal networks of single sites over the same variables, where the method gives each one of its own: exact
 *     functions of that site's rows
 */
public record LearnedNetwork(
        NamedNetwork named,
        Optional<Evidence> evidence,
        FittedEquations fitted,
        RunReport run,
        Map<SiteId, NamedNetwork> personal) {
    public LearnedNetwork {
        Objects.requireNonNull(named, "named");
        Objects.requireNonNull(evidence, "evidence");
        Objects.requireNonNull(fitted, "fitted");
        Objects.requireNonNull(run, "run");
        personal = Map.copyOf(personal);
    }

    /**
     * {@return a network of columns in the units of the data, without networks of single sites, shown with what its
     * evidence says}
     *
     * @param schema the variables
     * @param network acyclic
     * @param voteShares share of the voting rounds that had each possible edge, where there was a vote
     * @param evidence what the moments say beside the network
     * @param norms whether its weights are norms of neural networks
     * @param run how it was learned
     */
    public static LearnedNetwork of(
            VariableSchema schema,
            WeightMatrix network,
            Optional<WeightMatrix> voteShares,
            Optional<Evidence> evidence,
            boolean norms,
            RunReport run) {
        return new LearnedNetwork(
                NetworkPart.named(schema, network, voteShares, evidence),
                evidence,
                new FittedEquations(List.of(), FittedEquations.DATA, norms),
                run,
                Map.of());
    }

    /**
     * {@return the network of a study that ended, as exporters and people should see it: with names, and with all that
     * is known of its edges; empty without a result}
     *
     * @param schema of the study
     * @param ended how it ended
     */
    public static Optional<NamedNetwork> shown(VariableSchema schema, Method.Ended ended) {
        return ended.network().map(found -> NetworkPart.named(schema, found, ended.voteShares(), ended.evidence()));
    }

    /**
     * Reads a result: of {@link #write}, of {@code hedgerow learn} or of a study. Earlier releases' are read, and
     * fields that this one does not know are ignored. What is shown is as it was: edges with their marks and
     * probabilities, equations, lags, curves, and how far to trust them.
     *
     * @param file a {@code result.json}
     * @return the network; without rounds where the file does not name their sites
     * @throws DataException when the file is damaged, of something else, of a later version, or has no network; the
     *     message names file, line and field, what is allowed and what was found
     * @throws IOException when the file cannot be read
     */
    public static LearnedNetwork read(Path file) throws IOException {
        ResultDocument document = ResultDocument.read(file.toString(), Files.readAllBytes(file));
        return new LearnedNetwork(
                document.network().network(),
                document.network().evidence(),
                document.network().fitted(),
                document.run(),
                document.personal());
    }

    /**
     * Writes the result as JSON in the format that {@code docs/result.schema.json} describes.
     *
     * @param file is created or replaced, with its directory; a reader sees the old one or the new one, whole
     * @throws IOException when the file cannot be written
     * @throws IllegalStateException when a number is not finite, which JSON cannot say
     */
    public void write(Path file) throws IOException {
        String text = new ResultDocument(new NetworkPart(named, evidence, fitted), run, personal).text();
        PrivateFiles.replace(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** {@return the names of the formats that {@link #export} can write this network in} */
    public List<String> formats() {
        ExportedNetwork network = exported();
        return NetworkExporter.all().stream()
                .filter(exporter -> exporter.refusal(network).isEmpty())
                .map(NetworkExporter::format)
                .toList();
    }

    /**
     * {@return the network in a format of other programs, as text to be stored as UTF-8}
     *
     * @param format its name, such as {@code graphml}; {@link NetworkExporter#all} has them with what they are
     * @throws IllegalArgumentException when there is no format of this name; says which there are
     * @throws DataException when the format cannot hold this network; says why
     */
    public String export(String format) {
        return NetworkExporter.of(format).text(exported());
    }

    private ExportedNetwork exported() {
        return ExportedNetwork.of("the network", named, evidence, fitted);
    }

    /** {@return the variables; of series with lags} */
    public VariableSchema schema() {
        return named.schema();
    }

    /** {@return the weights of the network that predicts, also of edges that are likelier absent and not shown} */
    public WeightMatrix network() {
        return named.weights();
    }

    /** {@return what the equations have beside weights, in the order of the schema; empty where means are not known} */
    public List<Evidence.Equation> equations() {
        return new NetworkPart(named, evidence, fitted).equations();
    }

    /**
     * The tables of categories, for inference with levels: {@code tables().get().posterior("risk", Map.of("sex",
     * "M"))}.
     *
     * @return of the categories whose ancestors are all categories, which is their joint distribution; with open
     *     directions those of one member of the class, all of which have the same. Empty where there are none; the
     *     families of all categories, and equations of numbers by level, are {@link Evidence#categories}
     */
    public Optional<DiscreteNetwork> tables() {
        return new NetworkPart(named, evidence, fitted).tables();
    }

    /**
     * Total effects: by how much one variable changes when another is set one unit higher, with P(affects) and 90 %
     * intervals over the posterior.
     *
     * @return of the likeliest pairs; empty where the graphs of a posterior are not at hand: with curves or neural
     *     networks, after methods in rounds, and where the chains of the search did not agree
     */
    public Optional<TotalEffects> effects() {
        return evidence.flatMap(Evidence::effects);
    }

    /**
     * The total effects of one variable on another, by their names.
     *
     * @param of the variable that is set
     * @param on the variable that changes
     * @return one; of series one for each number of steps, of categories one for each level; empty where the pair is
     *     less likely than {@link TotalEffects#leastProbability} or not among the 2,000 likeliest, and where
     *     {@link #effects} is empty
     * @throws IllegalArgumentException when there is no such variable; says which there are
     */
    public List<TotalEffects.Effect> effects(String of, String on) {
        List<String> names = new NetworkPart(named, evidence, fitted).variables();
        int from = NetworkPart.place(of, names);
        int to = NetworkPart.place(on, names);
        return effects().map(all -> all.of(from, to)).orElse(List.of());
    }

    /** {@return what {@linkplain #effects() total effects} assume, in sentences} */
    public List<String> effectAssumptions() {
        return new NetworkPart(named, evidence, fitted).effectAssumptions();
    }

    /**
     * Computes what follows where variables are set, whatever their causes are: {@code effects(Map.of("dose", 5))}. It
     * needs no posterior, and has no intervals: it is that of {@linkplain #network() the network that predicts}.
     *
     * @param set numbers, or levels as texts, by the names of variables; at least one
     * @return what is expected of all other variables before and after, and what that assumes
     * @throws IllegalArgumentException when there is no such variable or level, or a number is not finite
     * @throws DataException as {@link #fittedNetwork}, and when a direction at a variable that is set is not identified
     */
    public InterventionOutcome effects(Map<String, ?> set) {
        return fittedNetwork().effects(set);
    }

    /**
     * The network with all that predicts, for several questions: equations of numbers, tables of categories, or both.
     *
     * @return as private as this
     * @throws DataException when it is not complete, so that no values follow from it: with lags, curves, neural
     *     networks or weights only, and in another scale than that of the data; says which
     */
    public FittedNetwork fittedNetwork() {
        return FittedNetwork.of("the network", named, evidence, fitted);
    }

    /**
     * Predicts all other variables from some cells: {@code predict(Map.of("age", 70, "sex", "F"))}. Reads no rows, so
     * it is as private as this network.
     *
     * @param given numbers, or levels as texts, by the names of variables; may be empty
     * @return the mean of each number and the probabilities of each category that is not given, in the order of the
     *     schema; not known where the cells cannot be together in the network
     * @throws IllegalArgumentException when there is no such variable or level, or a number is not finite
     * @throws DataException as {@link #fittedNetwork}; when one of the given follows from the others without noise; and
     *     when the answer needs too much memory or too many combinations of levels
     */
    public List<Expected> predict(Map<String, ?> given) {
        return fittedNetwork().predict(given);
    }

    /**
     * Predicts rows: each variable from its parents, or all others from some columns. Where there are categories and a
     * direction is not identified, each is predicted from all others instead of its parents. <b>Not private</b>: it
     * reads the rows without a permit, and what it gives is as sensitive as they are.
     *
     * @param rows are read twice; levels of categories are matched by their texts
     * @param given columns to predict from; empty for parents
     * @param each receives what is expected of every predicted variable, once for each row, in order
     * @return the predictor, which says what was predicted, and how well where the rows have it
     * @throws IllegalArgumentException when a given column is no variable of the network
     * @throws DataException as {@link #fittedNetwork}; when columns are missing or hold other levels; when a column of
     *     numbers seems to be in another unit than that of the rows that were learned from; and when all variables are
     *     numbers, a direction is not identified and nothing is given
     */
    public RowPredictor predict(RowSource rows, List<String> given, Consumer<List<Expected>> each) {
        return fittedNetwork().predict(rows, given, each);
    }

    /**
     * Draws rows of the network: for tests of a program, or to show what was learned. No row is of a user; together
     * they show what the network says and nothing else ({@link FittedNetwork#limits}).
     *
     * @param rows how many; above 0
     * @param seed the same seed draws the same rows on every machine
     * @return rows that are drawn anew, and are the same, at every reading; levels by their places. As private as this
     *     network, however many are drawn: nothing is added that would protect anyone
     * @throws IllegalArgumentException when {@code rows} is not above 0
     * @throws DataException as {@link #fittedNetwork}
     */
    public RowSource synthesise(long rows, long seed) {
        return fittedNetwork().synthesise(rows, seed);
    }

    /** {@return a copy shown with the marks that are left when causes may be hidden; the same without marks} */
    public LearnedNetwork byMarks() {
        Optional<Evidence> marked = evidence.map(Evidence::byMarks);
        NamedNetwork shown = marked.isPresent()
                ? NetworkPart.named(schema(), network(), named.voteShares(), marked) // also what could be seen
                : named.pairs()
                        .map(PairProbabilities::byMarks)
                        .map(named::withPairs)
                        .orElse(named);
        return new LearnedNetwork(shown, marked, fitted, run, personal);
    }

    /**
     * {@return the same with other meanings of its numbers, or equations that were computed later}
     *
     * @param other of the same variables
     */
    public LearnedNetwork with(FittedEquations other) {
        return new LearnedNetwork(named, evidence, other, run, personal);
    }

    LearnedNetwork with(Map<SiteId, NamedNetwork> own) {
        return new LearnedNetwork(named, evidence, fitted, run, own);
    }
}
