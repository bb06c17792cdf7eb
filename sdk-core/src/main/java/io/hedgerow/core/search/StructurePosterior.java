package io.hedgerow.core.search;

import io.hedgerow.core.graph.WeightMatrix;

/** Draft. */
public record StructurePosterior(
        NoiseAssumption assumption,
        double margin,
        WeightMatrix network,
        double[] edges,
        double[] directed,
        double[] open,
        int droppedChains,
        double gap) {}
