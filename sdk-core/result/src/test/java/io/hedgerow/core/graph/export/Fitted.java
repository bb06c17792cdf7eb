// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.table.BifReader;
import io.hedgerow.core.table.DiscreteNetwork;
import java.util.List;
import java.util.Optional;

/** Networks with parameters. */
final class Fitted {

    private Fitted() {}

    /** a = 1 + u, b = 2 + 0.5 a + v with variances 4 and 9. */
    static ExportedNetwork linear() {
        return linear(FittedEquations.DATA);
    }

    static ExportedNetwork linear(String scale) {
        NamedNetwork graph =
                NamedNetwork.of(VariableSchema.of("a", "b"), WeightMatrix.ofRows(2, new double[] {0, 0.5, 0, 0}));
        return ExportedNetwork.of(
                "result.json",
                graph,
                Optional.empty(),
                new FittedEquations(List.of(new Evidence.Equation(1, 4), new Evidence.Equation(2, 9)), scale, false));
    }

    static ExportedNetwork tables() {
        DiscreteNetwork tables = BifReader.read("""
                variable age { type discrete [ 2 ] { young, old }; }
                variable sick { type discrete [ 2 ] { yes, no }; }
                probability ( age ) { table 0.25, 0.75; }
                probability ( sick | age ) { (young) 0.1, 0.9; (old) 0.5, 0.5; }
                """, "test");
        return ExportedNetwork.of(tables);
    }
}
