// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.Graphs;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.FittedEquations;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Formats that hold parameters, and Tetrad's, which holds less than others. */
class FittedFormatsTest {

    private static String refused(String format, ExportedNetwork network) {
        return assertThrows(
                        DataException.class, () -> NetworkExporter.of(format).text(network))
                .getMessage();
    }

    @Test
    void bnlearn_ofEquations_hasInterceptsWeightsAndDeviations() {
        assertEquals("""
                # A fitted linear Gaussian network, written by hedgerow.
                library(bnlearn)

                network <- empty.graph(c("a", "b"))
                arcs(network) <- matrix(c(
                  "a", "b"
                ), ncol = 2, byrow = TRUE, dimnames = list(NULL, c("from", "to")))

                fitted <- custom.fit(network, dist = list(
                  "a" = list(coef = c("(Intercept)" = 1.0), sd = 2.0),
                  "b" = list(coef = c("(Intercept)" = 2.0, "a" = 0.5), sd = 3.0)
                ))
                """, NetworkExporter.of("bnlearn").text(Fitted.linear()));
    }

    @Test
    void pgmpy_ofEquations_hasInterceptsWeightsAndDeviations() {
        assertEquals("""
                # A fitted linear Gaussian network, written by hedgerow.
                # The keywords beta and std are those of pgmpy 1.0; older versions refuse them.
                from pgmpy.factors.continuous import LinearGaussianCPD
                from pgmpy.models import LinearGaussianBayesianNetwork

                model = LinearGaussianBayesianNetwork()
                model.add_nodes_from(["a", "b"])
                model.add_edges_from([
                    ("a", "b"),
                ])
                model.add_cpds(
                    LinearGaussianCPD(variable="a", beta=[1.0], std=2.0, evidence=[]),
                    LinearGaussianCPD(variable="b", beta=[2.0, 0.5], std=3.0, evidence=["a"]),
                )
                assert model.check_model()
                """, NetworkExporter.of("pgmpy").text(Fitted.linear()));
    }

    /** The equations are those of the network that predicts, whatever is shown. */
    @Test
    void scripts_ofAClass_sayThatTheyAreOneMember() {
        WeightMatrix w = WeightMatrix.ofRows(2, new double[] {0, 0.5, 0, 0});
        NamedNetwork open = NamedNetwork.of(VariableSchema.of("a", "b"), w)
                .withPairs(new PairProbabilities(Optional.of(EquivalenceClass.of(Dag.of(w))), Optional.empty(), 1));
        ExportedNetwork network = ExportedNetwork.of(
                        "r",
                        open,
                        Optional.empty(),
                        new FittedEquations(
                                List.of(new Evidence.Equation(1, 4), new Evidence.Equation(2, 9)),
                                FittedEquations.DATA,
                                false))
                .shownAs("s", NamedNetwork.of(open.schema(), WeightMatrix.empty(2)));
        for (String format : List.of("bnlearn", "pgmpy")) {
            String text = NetworkExporter.of(format).text(network);
            assertTrue(text.contains("# Not all directions are identified: this is one member of the class"), text);
            assertTrue(text.contains("0.5"), text);
        }
        assertTrue(NetworkExporter.of("tetrad").text(network).endsWith("a;b\n\nGraph Edges:\n\n"), "as it is shown");
    }

    @Test
    void networksThatTheFormatCannotHold_areRefusedWithAnother() {
        ExportedNetwork graph = ExportedNetwork.of(Awkward.NETWORK);
        assertTrue(refused("bif", Fitted.linear()).startsWith("format bif is refused: BIF holds tables of"));
        assertTrue(refused("xdsl", Fitted.linear()).startsWith("format xdsl is not written: its usual nodes"));
        assertTrue(refused("bnlearn", graph).startsWith("the network: has no parameters (intercepts,"));
        assertEquals(
                "result.json: parameters are in standard-deviations, which every site made of its own rows, and not in"
                        + " the unit of data: learn without a transform",
                refused("pgmpy", Fitted.linear("standard-deviations")));
        assertEquals(
                "format tetrad separates names by spaces, commas and semicolons, so names must have none of them, was"
                        + " \"say \"a, b\"\": rename the column",
                refused("tetrad", graph));
        assertEquals(
                "format tetrad has no lags, and this network is dynamic: choose csv, json, graphml or dot",
                refused("tetrad", ExportedNetwork.of(Dynamic.SMALL)));
    }

    @Test
    void equations_ofAGraphAlone_areRefused() {
        ExportedNetwork graph = ExportedNetwork.of(Awkward.NETWORK);
        assertThrows(DataException.class, graph::equations);
        assertThrows(DataException.class, graph::predicting);
        assertEquals(2, Fitted.linear().equations().size());
    }

    @Test
    void tetrad_numbersEdges_withoutThoseThatAreMissing() {
        WeightMatrix w = Graphs.of(3, new int[] {0, 1}, new int[] {2, 1});
        NamedNetwork network = NamedNetwork.of(VariableSchema.of("a", "b", "c"), w)
                .withTruth(Graphs.of(3, new int[] {0, 1}, new int[] {0, 2}));
        assertEquals(
                "Graph Nodes:\na;b;c\n\nGraph Edges:\n1. a --> b\n2. c --> b\n\n",
                NetworkExporter.of("tetrad").text(network));
    }
}
