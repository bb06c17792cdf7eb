// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.trial;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.Baseline;
import io.hedgerow.core.internal.catalogue.SearchSettings;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.samples.learn.method.Algorithm;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A method or baseline by name, with its default settings unless others are given: {@code name:parameter=value}, with
 * parameters as in a plan, and {@code rounds}.
 *
 * @param text such as {@code gram}, {@code notears} or {@code notears:threshold=0.5}
 */
public record NamedCandidate(String text) {

    public String name() {
        return text.split(":", 2)[0];
    }

    private Map<String, String> parameters() {
        Map<String, String> said = new LinkedHashMap<>();
        String[] parts = text.split(":", -1);
        for (int k = 1; k < parts.length; k++) {
            String[] pair = parts[k].split("=", 2);
            if (pair.length != 2) {
                throw new IllegalArgumentException("--named-methods must be NAME or NAME:PARAMETER=VALUE, was " + text);
            }
            said.put(pair[0], pair[1]);
        }
        return said;
    }

    public NamedMethod method() {
        NamedMethod method = Method.named(name());
        for (Map.Entry<String, String> one : parameters().entrySet()) {
            method = one.getKey().equals("rounds")
                    ? method.withRounds(number(one.getValue()).intValue())
                    : method.with(one.getKey(), one.getValue());
        }
        return method;
    }

    /** The settings of a baseline, whose weight of sparsity may be named as that of edges within a step. */
    private SearchSettings settings(Baseline baseline) {
        NamedMethod method = Method.named(name());
        for (Map.Entry<String, String> one : parameters().entrySet()) {
            method = method.with(one.getKey().equals("lambda-w") ? "lambda" : one.getKey(), one.getValue());
        }
        return baseline.settings(method);
    }

    private BigDecimal number(String value) {
        try {
            return new BigDecimal(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--named-methods must have numbers for rounds, threshold and lambda, was " + text, e);
        }
    }

    private Optional<Baseline> baseline() {
        return Words.constant(Baseline.class, name());
    }

    /** Refuses a name that means nothing, and methods that such rows do not suit, with their own messages. */
    public void require(int variables, int sites) {
        baseline().ifPresent(this::settings);
        boolean ofSeries = baseline().filter(Baseline::isDynamic).isPresent();
        if (baseline().isEmpty()) {
            VariableSchema schema = VariableSchema.numbered(variables);
            UploadProtection plain = UploadProtection.insecurePlain();
            Method method = method().on(Agreement.inProcess("experiment", schema, sites, plain));
            ofSeries = !method.study().schema().equals(schema);
        }
        if (ofSeries) {
            throw new IllegalArgumentException(
                    "--named-methods must learn from rows that are no series, was " + text + ": leave it out");
        }
    }

    /** The same with one more parameter. */
    public NamedCandidate with(String parameter, String value) {
        return new NamedCandidate(text + ":" + parameter + "=" + value);
    }

    public Algorithm algorithm() {
        return Algorithm.find(name())
                .orElseThrow(() -> new IllegalArgumentException(
                        "--named-methods must name methods that learn knows, was " + text));
    }

    /** Refuses parameters that the method does not have; one with a budget refuses them when it runs. */
    public void requireParameters(VariableSchema schema, int sites) {
        baseline().ifPresent(this::settings);
        if (baseline().isEmpty() && !algorithm().has(MethodTrait.PROMISE)) {
            method().on(Agreement.inProcess("experiment", schema, sites, UploadProtection.insecurePlain()));
        }
    }

    public LearnedNetwork learn(List<SiteData> sites, WeightMatrix truth) throws InterruptedException {
        Optional<Baseline> baseline = baseline();
        return baseline.isPresent()
                ? baseline.get().learn(sites, settings(baseline.get()), Optional.of(truth))
                : Learning.of(method()).learnFrom(sites);
    }
}
