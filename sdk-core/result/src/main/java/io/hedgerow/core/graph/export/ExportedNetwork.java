// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.table.DiscreteNetwork;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A network with all that an {@linkplain NetworkExporter exporter} may write: graph, equations, tables, curves,
 * effects. Immutable. As private as its parts.
 */
public final class ExportedNetwork {

    private final String source;
    private final NamedNetwork graph;
    private final Optional<NetworkPart> fitted;
    private final List<Evidence.Curve> curves;
    private final Optional<TotalEffects> effects;
    private final Optional<DiscreteNetwork> tables;

    private ExportedNetwork(
            String source,
            NamedNetwork graph,
            Optional<NetworkPart> fitted,
            List<Evidence.Curve> curves,
            Optional<TotalEffects> effects,
            Optional<DiscreteNetwork> tables) {
        this.source = Objects.requireNonNull(source, "source");
        this.graph = Objects.requireNonNull(graph, "graph");
        this.fitted = fitted;
        this.curves = List.copyOf(curves);
        this.effects = effects;
        this.tables = tables;
    }

    /** A part of a network that an export format may require. */
    public enum Part {
        /** Every network has it. */
        GRAPH("a graph"),
        /** Each variable has one, in the unit of the data. */
        EQUATIONS("linear equations of all variables"),
        /** Each variable has one. */
        TABLES("tables of probabilities of all variables"),
        CURVES("curves"),
        EFFECTS("total effects");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        /** {@return what it is called in a sentence} */
        public String words() {
            return words;
        }
    }

    /**
     * {@return a graph of which no more is known}
     *
     * @param graph with its edges as they are shown
     */
    public static ExportedNetwork of(NamedNetwork graph) {
        return new ExportedNetwork(
                "the network", graph, Optional.empty(), List.of(), Optional.empty(), Optional.empty());
    }

    /**
     * {@return a network of tables, such as one that was read from BIF}
     *
     * @param tables of all its variables
     */
    public static ExportedNetwork of(DiscreteNetwork tables) {
        return of(NamedNetwork.of(tables.schema(), tables.dag().weights())).withTables(tables);
    }

    /**
     * {@return the network of a result}
     *
     * @param source what messages call it, such as the name of its file
     * @param network with its edges as they are shown
     * @param evidence what the search says of it
     * @param fitted the scale of its numbers, and equations where the evidence has none
     */
    public static ExportedNetwork of(
            String source, NamedNetwork network, Optional<Evidence> evidence, FittedEquations fitted) {
        NetworkPart part = new NetworkPart(network, evidence, fitted);
        Set<String> names = Set.copyOf(part.variables());
        return new ExportedNetwork(
                source,
                network,
                Optional.of(part),
                part.curves(),
                part.effects(),
                part.tables().filter(known -> Set.copyOf(known.schema().names()).equals(names)));
    }

    /**
     * {@return the same with another name in messages, and other edges that are shown}
     *
     * @param called what messages call it
     * @param shown by the same names
     */
    public ExportedNetwork shownAs(String called, NamedNetwork shown) {
        return new ExportedNetwork(called, shown, fitted, curves, effects, tables);
    }

    /**
     * {@return the same with curves}
     *
     * @param known of edges; those of no edge of the network are not written
     */
    public ExportedNetwork withCurves(List<Evidence.Curve> known) {
        return new ExportedNetwork(source, graph, fitted, known, effects, tables);
    }

    /**
     * {@return the same with total effects}
     *
     * @param known of a network over the same variables
     */
    public ExportedNetwork withEffects(TotalEffects known) {
        return new ExportedNetwork(source, graph, fitted, curves, Optional.of(known), tables);
    }

    /**
     * {@return the same with tables}
     *
     * @param known of all variables
     */
    public ExportedNetwork withTables(DiscreteNetwork known) {
        return new ExportedNetwork(source, graph, fitted, curves, effects, Optional.of(known));
    }

    /** {@return what messages call it} */
    public String source() {
        return source;
    }

    /** {@return the graph, with its edges as they are shown} */
    public NamedNetwork graph() {
        return graph;
    }

    /**
     * {@return whether it has a part}
     *
     * @param part what a format may need
     */
    public boolean has(Part part) {
        return switch (part) {
            case GRAPH -> true;
            case EQUATIONS -> equationsLack().isEmpty();
            case TABLES -> tables.isPresent();
            case CURVES -> !curves.isEmpty();
            case EFFECTS -> effects.isPresent();
        };
    }

    /** {@return one curve for each edge; empty where relations are lines} */
    public List<Evidence.Curve> curves() {
        return curves;
    }

    /** {@return total effects of pairs, where they are known} */
    public Optional<TotalEffects> effects() {
        return effects;
    }

    /** {@return tables of all variables; empty where some have none} */
    public Optional<DiscreteNetwork> tables() {
        return tables;
    }

    /**
     * {@return the network that predicts, whose weights are those of {@link #equations}: with edges that are likelier
     * absent and not shown}
     *
     * @throws DataException when it has no linear equation of every variable; says why
     */
    public NamedNetwork predicting() {
        requireEquations();
        return fitted.orElseThrow().network();
    }

    /**
     * {@return what the equations of all variables have beside weights, in the order of the schema and in the unit of
     * the data}
     *
     * @throws DataException when it has no linear equation of every variable; says why
     */
    public List<Evidence.Equation> equations() {
        requireEquations();
        return fitted.orElseThrow().equations();
    }

    private void requireEquations() {
        equationsLack().ifPresent(why -> {
            throw new DataException(source + ": " + why);
        });
    }

    /** Says why it has no linear equation of every variable; empty where it has. */
    Optional<String> equationsLack() {
        return fitted.map(NetworkPart::whyNotLinear)
                .orElse(Optional.of("has no parameters (intercepts, weights, noise variances), which only the"
                        + " result.json of learn or of a study has: give that, or its directory"));
    }

    /** The variables that are categories, of a result. */
    Set<String> categories() {
        return fitted.map(part -> part.levels().keySet()).orElseGet(Set::of);
    }

    /** Says whether the network has fitted models of categories. */
    boolean hasFamilies() {
        return fitted.flatMap(NetworkPart::categories).isPresent();
    }
}
