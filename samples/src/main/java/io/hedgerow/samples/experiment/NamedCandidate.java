package io.hedgerow.samples.experiment;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Baseline;
import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.core.method.Learning;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.SearchSettings;
import io.hedgerow.core.method.UploadProtection;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A method by its name in the catalogue of methods, or a baseline by its own, with the settings that both have by
 * themselves, unless it says others: {@code name:parameter=value}, with parameters as in a plan, and {@code rounds}; of
 * a baseline its {@code threshold}.
 *
 * @param text such as {@code gram}, {@code notears} or {@code notears:threshold=0.5}
 */
record NamedCandidate(String text) {

    private String name() {
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

    private NamedMethod method() {
        NamedMethod method = Method.named(name());
        for (Map.Entry<String, String> one : parameters().entrySet()) {
            method = one.getKey().equals("rounds")
                    ? method.withRounds(number(one.getValue()).intValue())
                    : method.with(one.getKey(), one.getValue());
        }
        return method;
    }

    private SearchSettings settings(Baseline baseline) {
        SearchSettings settings = baseline.settings();
        Map<String, String> said = parameters();
        String threshold = said.remove("threshold");
        if (!said.isEmpty()) {
            throw new IllegalArgumentException(
                    "--named-methods can say the threshold of a baseline and nothing else, was " + text);
        }
        return threshold == null
                ? settings
                : settings.with(number(threshold).doubleValue(), settings.centring(), settings.seed());
    }

    private BigDecimal number(String value) {
        try {
            return new BigDecimal(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--named-methods must have a number, was " + text, e);
        }
    }

    private Optional<Baseline> baseline() {
        String constant = name().toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(Baseline.values())
                .filter(known -> known.name().equals(constant))
                .findFirst();
    }

    /** Refuses a name that means nothing, and methods that such rows do not suit, in their words. */
    void require(int variables, int sites) {
        baseline().ifPresent(this::settings);
        if (baseline().isEmpty()) {
            VariableSchema schema = VariableSchema.numbered(variables);
            UploadProtection plain = UploadProtection.insecurePlain();
            Method method = method().on(Agreement.inProcess("experiment", schema, sites, plain));
            if (!method.study().schema().equals(schema)) {
                throw new IllegalArgumentException(
                        "--named-methods must learn from rows that are no series, was " + text + ": leave it out");
            }
        }
    }

    LearnedNetwork learn(List<SiteData> sites, WeightMatrix truth) throws InterruptedException {
        Optional<Baseline> baseline = baseline();
        return baseline.isPresent()
                ? baseline.get().learn(sites, settings(baseline.get()), Optional.of(truth))
                : Learning.of(method()).learnFrom(sites);
    }
}
