package io.hedgerow.core.simulation;

import io.hedgerow.core.federation.StudyResult;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.Objects;

/**
 * What a federation inside one process yields.
 *
 * @param result the coordinator's result
 * @param network the learned network: edges on which more than half of the voting rounds agree, acyclic
 * @param confidence for each possible edge the share of voting rounds that had it
 * @param formulaBytes bytes as the papers count them
 */
public record FederationOutcome(StudyResult result, WeightMatrix network, WeightMatrix confidence, long formulaBytes) {
    public FederationOutcome {
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(confidence, "confidence");
    }
}
