package io.hedgerow.samples.learn;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.method.MethodSettings;
import java.util.Optional;

/**
 * Everything that decides a run besides the data.
 *
 * @param algorithm what to run
 * @param method parameters of a method that runs in rounds; empty for the others
 * @param lambda λ of NOTEARS; read by algorithms without rounds
 * @param threshold smallest weight of an edge; 0 keeps what a search found
 * @param centring what is subtracted from the rows
 * @param seed for restarts of the search
 */
public record LearnSettings(
        Algorithm algorithm,
        Optional<MethodSettings> method,
        double lambda,
        double threshold,
        Centring centring,
        long seed) {

    /** The same run with other parameters of the method. */
    LearnSettings withMethod(MethodSettings other) {
        return new LearnSettings(algorithm, Optional.of(other), lambda, threshold, centring, seed);
    }
}
