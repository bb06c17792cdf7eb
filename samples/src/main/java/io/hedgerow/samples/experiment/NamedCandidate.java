package io.hedgerow.samples.experiment;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Baseline;
import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.core.method.Learning;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A method by its name in the catalogue of methods, or a baseline by its own, with the settings that both have by
 * themselves.
 *
 * @param name such as {@code gram} or {@code notears}
 */
record NamedCandidate(String name) {

    private Optional<Baseline> baseline() {
        String constant = name.toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(Baseline.values())
                .filter(known -> known.name().equals(constant))
                .findFirst();
    }

    /** Refuses a name that means nothing, and methods that such rows do not suit, in their words. */
    void require(int variables, int sites) {
        boolean ofSeries = baseline().filter(Baseline::isDynamic).isPresent();
        if (baseline().isEmpty()) {
            VariableSchema schema = VariableSchema.numbered(variables);
            UploadProtection plain = UploadProtection.insecurePlain();
            Method method = Method.named(name).on(Agreement.inProcess("experiment", schema, sites, plain));
            ofSeries = !method.study().schema().equals(schema);
        }
        if (ofSeries) {
            throw new IllegalArgumentException(
                    "--named-methods must learn from rows that are no series, was " + name + ": leave it out");
        }
    }

    LearnedNetwork learn(List<SiteData> sites, WeightMatrix truth) throws InterruptedException {
        Optional<Baseline> baseline = baseline();
        return baseline.isPresent()
                ? baseline.get().learn(sites, baseline.get().settings(), Optional.of(truth))
                : Learning.of(Method.named(name)).learnFrom(sites);
    }
}
