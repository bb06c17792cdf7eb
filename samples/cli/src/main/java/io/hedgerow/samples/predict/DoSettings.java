// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.predict.FittedNetwork;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parses the variables that the option {@code --do} sets. */
public final class DoSettings {

    private DoSettings() {}

    /**
     * Reads settings such as {@code dose=5} and {@code sex=F}; may be empty.
     *
     * @return values as they were written, by the names of variables
     * @throws IllegalArgumentException when one is no setting of the network's variables
     * @throws DataException when the network does not say what follows
     */
    public static Map<String, String> of(FittedNetwork network, List<String> settings) {
        Map<String, String> set = read(network.schema().names(), settings);
        Optional<String> unidentified;
        try {
            unidentified = network.unidentified(set);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--do " + Words.reason(e), e);
        }
        unidentified.ifPresent(reason -> {
            throw new DataException(network.source() + ": " + reason + " (--tiers, --required)");
        });
        return set;
    }

    private static Map<String, String> read(List<String> names, List<String> settings) {
        Map<String, String> set = new LinkedHashMap<>();
        for (String setting : settings) {
            int at = setting.indexOf('=');
            while (at >= 0 && !names.contains(setting.substring(0, at))) {
                at = setting.indexOf('=', at + 1);
            }
            if (at < 0) {
                String name = setting.split("=", 2)[0];
                throw new IllegalArgumentException("--do must be VARIABLE=VALUE of a variable of the network, "
                        + String.join(", ", names) + ", was " + setting
                        + Nearest.to(name, names)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(""));
            }
            if (set.put(setting.substring(0, at), setting.substring(at + 1)) != null) {
                throw new IllegalArgumentException(
                        "--do must set a variable once, sets " + setting.substring(0, at) + " twice");
            }
        }
        return set;
    }

    /** After how rows were predicted; empty without. */
    static String seen(@Nullable Map<String, String> set) {
        return set == null ? "" : ", seen after do(" + Printable.line(words(set)) + ")";
    }

    /** Such as <i>dose = 5, sex = F</i>. */
    static String words(Map<String, String> set) {
        return set.entrySet().stream()
                .map(one -> one.getKey() + " = " + one.getValue())
                .collect(Collectors.joining(", "));
    }
}
