// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.internal.design.Lagged;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the order of rows in time series, and for the number of lags. */
public final class OrderOptions {

    /** Of which {@code --lags auto} chooses. */
    private static final int MOST_CHOSEN = 3;

    private static final String AUTO = "auto";

    @Option(
            names = "--realisation",
            paramLabel = "COLUMN",
            description = "The column that names each row's series, by a number or a name. For dynamic networks.")
    private @Nullable String realisation;

    @Option(
            names = "--time",
            paramLabel = "COLUMN",
            description = "The column of times, which must rise within a realisation. Without it consecutive "
                    + "rows are one step apart.")
    private @Nullable String time;

    @Option(
            names = "--step",
            paramLabel = "X",
            description = "How far apart times are; default the most common difference. A longer one is a gap, which"
                    + " no lag crosses.")
    private @Nullable Double step;

    @Option(
            names = "--lags",
            paramLabel = "P",
            description = "How many steps back a cause may be, or auto: up to " + MOST_CHOSEN
                    + ", by Akaike's criterion; default 1. 0 is a static network, for methods in rounds.")
    private @Nullable String lags;

    Optional<String> realisation() {
        return Optional.ofNullable(realisation);
    }

    Optional<String> time() {
        return Optional.ofNullable(time);
    }

    Optional<String> firstGiven() {
        if (realisation != null || time != null) {
            return Optional.of(realisation != null ? "--realisation" : "--time");
        }
        if (step != null) {
            return Optional.of("--step");
        }
        return lags == null ? Optional.empty() : Optional.of("--lags");
    }

    boolean choosing() {
        return AUTO.equals(lags);
    }

    int lags() {
        if (lags == null || choosing()) {
            return lags == null ? 1 : MOST_CHOSEN;
        }
        try {
            int number = Integer.parseInt(lags);
            if (number >= 0 && number <= 50) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("--lags must be auto or a whole number from 0 to 50, was " + lags);
    }

    Lagged.Order order() {
        return new Lagged.Order(realisation(), time(), step == null ? OptionalDouble.empty() : OptionalDouble.of(step));
    }

    /** What was given, under the names that a plan has for it. */
    public Map<String, String> parameters() {
        Map<String, String> said = new TreeMap<>();
        realisation().ifPresent(column -> said.put("realisation", column));
        time().ifPresent(column -> said.put("time", column));
        if (step != null) {
            said.put("step", step.toString());
        }
        if (lags != null) {
            said.put("lags", choosing() ? AUTO : Integer.toString(lags()));
        }
        return said;
    }
}
