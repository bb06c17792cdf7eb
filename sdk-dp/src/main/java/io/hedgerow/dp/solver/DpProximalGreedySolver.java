package io.hedgerow.dp.solver;

import io.hedgerow.core.model.Diagonal;

public final class DpProximalGreedySolver {
    public record Steps(int count, double gamma, double clipFactor, Diagonal diagonal) {}
    private DpProximalGreedySolver() {}
}
