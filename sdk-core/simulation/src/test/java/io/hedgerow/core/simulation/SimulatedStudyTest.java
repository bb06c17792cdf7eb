// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.Mechanism;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedStudyTest {

    private static List<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Enum::name).toList();
    }

    private static double[][] rows(RowSource source) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        return rows.toArray(double[][]::new);
    }

    @Test
    void choices_areThoseOfTheSimulation() {
        assertEquals(names(Noise.values()), names(SimulatedStudy.Noise.values()));
        assertEquals(names(Mechanism.values()), names(SimulatedStudy.Mechanism.values()));
        assertEquals(names(SimulatedSites.Units.values()), names(SimulatedStudy.Units.values()));
    }

    @Test
    void everyCondition_isThatOfTheSimulation() {
        SimulatedStudy study = SimulatedStudy.of(5, 6)
                .sites(3)
                .rowsPerSite(7)
                .noise(SimulatedStudy.Noise.LAPLACE)
                .mechanism(SimulatedStudy.Mechanism.LINEAR)
                .noiseVariances(1, 2, 3, 4, 5)
                .heterogeneity(0.1)
                .siteNoise(0.2)
                .offsets(0.5)
                .confounders(1)
                .units(SimulatedStudy.Units.OF_SITES)
                .seed(9)
                .build();
        SimulatedSites same = SimulatedSites.of(new ErdosRenyi(5, 6))
                .sites(3)
                .rowsPerSite(7)
                .noise(Noise.LAPLACE)
                .noiseVariances(1, 2, 3, 4, 5)
                .heterogeneity(0.1)
                .siteNoise(0.2)
                .offsets(0.5)
                .confounders(1)
                .units(SimulatedSites.Units.OF_SITES)
                .seed(9)
                .build();
        assertEquals(3, study.sites());
        assertEquals(same.truth(), study.truth());
        assertEquals(same.model(2).weights(), study.weights(2));
        assertArrayEquals(rows(same.rows(2)), rows(study.rows(2)));
    }

    @Test
    void otherConditions_areThoseOfTheSimulation() {
        SimulatedStudy study = SimulatedStudy.of(6, 5)
                .rowsPerSite(7)
                .mechanism(SimulatedStudy.Mechanism.MLP)
                .noiseDeviations(0.5, 2)
                .mixedColumns()
                .build();
        SimulatedSites same = SimulatedSites.of(new ErdosRenyi(6, 5))
                .rowsPerSite(7)
                .mechanism(Mechanism.MLP)
                .noiseDeviations(0.5, 2)
                .mixedColumns()
                .build();
        assertArrayEquals(rows(same.rows(0)), rows(study.rows(0)));
    }

    @Test
    void givenGraph_isTheTruth() {
        WeightMatrix graph = new ErdosRenyi(4, 3).generate(1);
        assertEquals(graph, SimulatedStudy.of(graph).seed(2).build().truth());
        assertEquals(graph, SimulatedStudy.of(graph).build().weights(7));
    }
}
