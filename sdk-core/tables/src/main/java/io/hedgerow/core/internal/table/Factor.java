// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.table;

import java.util.Arrays;
import java.util.List;

/** A function of a few categorical variables, as an array in which the first variable changes slowest. */
final class Factor {
    private final int[] variables;
    private final int[] sizes;
    private final double[] values;

    /** Takes distinct variables and a value for each configuration; nothing is copied, or to be changed. */
    Factor(int[] variables, int[] sizes, double[] values) {
        this.variables = variables;
        this.sizes = sizes;
        this.values = values;
    }

    int[] variables() {
        return variables;
    }

    double[] values() {
        return values;
    }

    /** The number of configurations of some variables; {@link Double} so that it cannot overflow. */
    static double cells(int[] sizes) {
        return Arrays.stream(sizes).asDoubleStream().reduce(1, (a, b) -> a * b);
    }

    /** The same function of fewer variables, those with evidence being fixed. */
    Factor given(int[] evidence) {
        int[] free = Arrays.stream(variables).filter(v -> evidence[v] < 0).toArray();
        if (free.length == variables.length) {
            return this;
        }
        int offset = 0;
        int stride = 1;
        for (int k = variables.length - 1; k >= 0; k--) {
            offset += Math.max(evidence[variables[k]], 0) * stride;
            stride *= sizes[k];
        }
        int[] kept = sizesOf(free);
        double[] reduced = new double[(int) cells(kept)];
        Places places = new Places(kept, List.of(stridesOf(free)), new int[] {offset});
        for (int cell = 0; cell < reduced.length; cell++) {
            reduced[cell] = values[places.at(0)];
            places.next();
        }
        return new Factor(free, kept, reduced);
    }

    /** The step in {@code values} from one level to the next of each of some variables; 0 of others. */
    int[] stridesOf(int[] scope) {
        int[] strides = new int[scope.length];
        int stride = 1;
        for (int k = variables.length - 1; k >= 0; k--) {
            for (int s = 0; s < scope.length; s++) {
                if (scope[s] == variables[k]) {
                    strides[s] = stride;
                }
            }
            stride *= sizes[k];
        }
        return strides;
    }

    private int[] sizesOf(int[] scope) {
        return Arrays.stream(scope)
                .map(v -> {
                    int k = 0;
                    while (variables[k] != v) {
                        k++;
                    }
                    return sizes[k];
                })
                .toArray();
    }

    Factor dividedBy(double unit) {
        return new Factor(
                variables,
                sizes,
                Arrays.stream(values).map(value -> value / unit).toArray());
    }

    boolean contains(int variable) {
        return Arrays.stream(variables).anyMatch(v -> v == variable);
    }

    /** Iterates over all configurations of a scope, and tracks the position of each in several arrays. */
    static final class Places {
        private final int[] sizes;
        private final List<int[]> strides;
        private final int[] levels;
        private final int[] at;

        Places(int[] sizes, List<int[]> strides, int[] start) {
            this.sizes = sizes;
            this.strides = strides;
            this.levels = new int[sizes.length];
            this.at = start;
        }

        int at(int array) {
            return at[array];
        }

        /** Goes on to the next configuration, the last variable first; from the last one back to the first. */
        void next() {
            for (int k = sizes.length - 1; k >= 0; k--) {
                boolean wraps = ++levels[k] == sizes[k];
                int steps = wraps ? 1 - sizes[k] : 1;
                for (int a = 0; a < at.length; a++) {
                    at[a] += steps * strides.get(a)[k];
                }
                if (!wraps) {
                    return;
                }
                levels[k] = 0;
            }
        }
    }
}
