// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EffectAssumptionsTest {

    private static final VariableSchema NUMBERS = VariableSchema.of("a", "b");
    private static final VariableKind YES_NO = VariableKind.categorical("no", "yes");

    private static Evidence evidence(Set<Misfit> flags) {
        PairProbabilities pairs =
                new PairProbabilities(Optional.empty(), Optional.empty(), 1, Optional.empty(), Optional.empty());
        Trust trust = new Trust(
                NoiseAssumption.UNEQUAL,
                0,
                9,
                9,
                1,
                0,
                0,
                new Findings(flags.stream().map(seen -> Finding.of(seen, true)).toList()));
        return new Evidence(pairs, List.of(), trust, OptionalInt.empty());
    }

    private static List<String> assumed(Optional<Evidence> evidence, FittedEquations fitted) {
        return assumed(NUMBERS, evidence, fitted);
    }

    private static List<String> assumed(VariableSchema schema, Optional<Evidence> evidence, FittedEquations fitted) {
        NamedNetwork network = NamedNetwork.of(schema, WeightMatrix.of(new double[][] {{0, 1}, {0, 0}}));
        return new NetworkPart(network, evidence, fitted).effectAssumptions();
    }

    @Test
    void effectAssumptions_ofNumbers_areLinearRelationsWithoutHiddenCauses() {
        List<String> said = assumed(Optional.of(evidence(Set.of())), FittedEquations.NONE);
        assertEquals(3, said.size());
        assertEquals("relations are linear", said.get(0));
        assertEquals("no hidden cause acts on both, beyond what is said of hidden causes", said.get(1));
        assertEquals(said, assumed(Optional.empty(), FittedEquations.NONE));
    }

    @Test
    void effectAssumptions_whereHiddenCausesAreClaimed_sayWhichEffectsAreLeft() {
        assertEquals(
                "hidden causes are claimed here: only effects that are identified also if causes are hidden should be"
                        + " acted on",
                assumed(Optional.of(evidence(Set.of(Misfit.HIDDEN_CAUSE))), FittedEquations.NONE)
                        .get(1));
    }

    @Test
    void effectAssumptions_ofCategoriesOrScores_nameNoLinesOrOtherUnits() {
        Evidence categories = evidence(Set.of()).with(new CategoricalModel(List.of(), List.of()));
        List<String> said =
                assumed(NUMBERS.with(Map.of("a", YES_NO, "b", YES_NO)), Optional.of(categories), FittedEquations.NONE);
        assertEquals(2, said.size());
        List<String> scores =
                assumed(Optional.of(evidence(Set.of())), FittedEquations.NONE.in(FittedEquations.NORMAL_SCORES));
        assertEquals("units are normal scores, not those of the data", scores.get(3));
    }

    @Test
    void effectAssumptions_ofNumbersBesideCategories_nameSharesOfLevels() {
        List<String> said =
                assumed(NUMBERS.with(Map.of("b", YES_NO)), Optional.of(evidence(Set.of())), FittedEquations.NONE);
        assertEquals(
                "relations are linear, those of shares of levels too, and no cause changes what another does",
                said.get(0));
    }
}
