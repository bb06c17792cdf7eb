// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation;

import io.hedgerow.core.internal.random.RandomStream;

/** The type of a simulated column, which transforms a variable u with standard deviation 1 into recorded values. */
public enum ColumnKind {
    /** 1 where u &gt; 0, else 0. */
    BINARY {
        @Override
        public double recorded(double u) {
            return u > 0 ? 1 : 0;
        }
    },
    /** ⌊exp(1 + u/2)⌋: whole numbers with median 2, skewed to the right. */
    COUNT {
        @Override
        public double recorded(double u) {
            return Math.floor(StrictMath.exp(1 + u / 2));
        }
    },
    /** exp(u): positive, strongly skewed to the right. */
    AMOUNT {
        @Override
        public double recorded(double u) {
            return StrictMath.exp(u);
        }
    };

    public abstract double recorded(double u);

    /** A third of the columns of each kind, up to one, chosen by the seed. */
    public static ColumnKind[] assign(int variables, long seed) {
        int[] order = new RandomStream(seed).nextPermutation(variables);
        ColumnKind[] kinds = new ColumnKind[variables];
        for (int k = 0; k < variables; k++) {
            kinds[order[k]] = values()[k % values().length];
        }
        return kinds;
    }
}
