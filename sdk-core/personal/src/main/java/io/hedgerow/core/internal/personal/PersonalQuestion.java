// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The coordinator's request to all clients in a round, enough for the next answer with their rows and their last one:
 * the round for random numbers; common settings under every assumption on noises that is still considered, not empty;
 * the mode of sharing in question; n and Σ x of all rows, [1 + q], zeros where clients subtract means of their own.
 */
@SuppressWarnings("ArrayRecordComponent") // within this package, and modified nowhere
record PersonalQuestion(
        Kind kind,
        int round,
        int lags,
        Map<NoiseAssumption, HyperParameters> settings,
        SharingMode mode,
        double[] centre) {

    static final int HEAD = 13;

    private static final int SETTINGS = 4;
    private static final List<Kind> KINDS = List.of(Kind.values());

    enum Kind {
        START,
        /** The sums that graphs give the settings. */
        SETTINGS,
        /** How well rows are predicted alone. */
        LIKELIHOOD,
        /** Probabilities of edges under a prior: that of the settings, or of the last answers' sum. */
        EDGES,
        SCORES,
        /** The gain of a mode, with the sums that it needs. */
        GAIN,
        /** The network of a mode, with the sums that it needs. */
        NETWORK
    }

    PersonalQuestion {
        settings = Map.copyOf(settings);
        settings.values().forEach(HyperParameters::checked);
    }

    NoiseAssumption assumption() {
        return settings.keySet().iterator().next();
    }

    HyperParameters settings(NoiseAssumption assumption) {
        HyperParameters known = settings.get(assumption);
        if (known == null) {
            throw new IllegalArgumentException("a question must have settings of " + assumption);
        }
        return known;
    }

    double[] told(PersonalSumLayout layout) {
        double[] all = new double[layout.size()];
        all[0] = KINDS.indexOf(kind) + 1;
        all[1] = round;
        all[2] = lags;
        all[3] = SharingMode.KINDS.indexOf(mode.kind());
        all[4] = mode.weight();
        settings.forEach((assumption, one) -> {
            int at = 5 + SETTINGS * PersonalSumLayout.position(assumption);
            all[at] = one.noise();
            all[at + 1] = one.slab();
            all[at + 2] = one.share();
            all[at + 3] = one.shareOfParentsOnly();
        });
        System.arraycopy(centre, 0, all, HEAD, centre.length);
        return all;
    }

    static boolean isFirst(double[] told) {
        return told[0] == 0;
    }

    /** Reads a question, which comes from the coordinator and so is checked. */
    static PersonalQuestion of(PersonalSumLayout layout, double[] told) {
        int lags = within("lags", told[2], 1, layout.columns() / layout.targets() - 1);
        Map<NoiseAssumption, HyperParameters> settings = new EnumMap<>(NoiseAssumption.class);
        for (NoiseAssumption assumption : NoiseAssumption.values()) {
            int at = 5 + SETTINGS * PersonalSumLayout.position(assumption);
            if (told[at] > 0) {
                settings.put(assumption, new HyperParameters(told[at], told[at + 1], told[at + 2], told[at + 3]));
            }
        }
        if (settings.isEmpty()) {
            throw new IllegalArgumentException("a question must have settings, had none");
        }
        double[] centre = Arrays.copyOfRange(told, HEAD, HEAD + 1 + layout.columns());
        if (!(centre[0] >= 0) || !Arrays.stream(centre).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("the centre of a question must be finite, of n >= 0 rows, was not");
        }
        SharingMode.Kind kind = SharingMode.KINDS.get(within("mode", told[3], 0, SharingMode.KINDS.size() - 1));
        return new PersonalQuestion(
                KINDS.get(within("kind", told[0], 1, KINDS.size()) - 1),
                within("round", told[1], 0, Integer.MAX_VALUE),
                lags,
                settings,
                SharingMode.of(kind, told[4]),
                centre);
    }

    static int within(String what, double value, int least, int most) {
        if (!(value >= least && value <= most) || value != Math.rint(value)) {
            throw new IllegalArgumentException(
                    what + " of a question must be from " + least + " to " + most + ", was " + value);
        }
        return (int) value;
    }
}
