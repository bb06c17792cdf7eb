// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The knowledge that clients share beyond settings; the weight of {@link Kind#POOL} is a_0, otherwise it is 0. */
public record SharingMode(Kind kind, double weight) {

    static final SharingMode LOCAL = new SharingMode(Kind.LOCAL, 0);

    private static final double[] WEIGHTS = {0.05, 0.1, 0.2, 0.4, 1};

    private static final double ROUNDING = 1e-6;

    static final List<SharingMode> ALL = all();

    static final List<Kind> KINDS = List.of(Kind.values());

    public enum Kind {
        LOCAL(""),
        /** A power prior: rows of others count a part of one (Ibrahim and Chen 2000). */
        POOL("moments of rows in five blocks"),
        /** One structure, weights of each client's own. */
        STRUCTURE("scores of all graphs that the search met"),
        /** Others' posterior probabilities are a prior of edges. */
        EDGES("probabilities of edges");

        private final String told;

        Kind(String told) {
            this.told = told;
        }

        /** The sums over clients, in words. */
        String told() {
            return told;
        }

        List<SharingMode> modes() {
            return ALL.stream().filter(mode -> mode.kind == this).toList();
        }
    }

    private static List<SharingMode> all() {
        List<SharingMode> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (double weight : kind == Kind.POOL ? WEIGHTS : new double[1]) {
                all.add(new SharingMode(kind, weight));
            }
        }
        return List.copyOf(all);
    }

    /** The mode of a kind with one of its weights, which a message may have rounded. */
    static SharingMode of(Kind kind, double weight) {
        return kind.modes().stream()
                .filter(mode -> Math.abs(mode.weight - weight) <= ROUNDING)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the weight of mode " + kind + " must be one of "
                        + kind.modes().stream().map(SharingMode::weight).toList() + ", was " + weight));
    }

    int position() {
        return IntStream.range(0, ALL.size())
                .filter(m -> ALL.get(m).equals(this))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + (kind == Kind.POOL ? " " + weight : "");
    }
}
