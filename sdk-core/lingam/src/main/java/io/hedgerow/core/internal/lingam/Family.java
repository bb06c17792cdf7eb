// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A variable j and its parents, which never change after they were given. */
public record Family(int child, BitSet parents) {

    public static List<Family> of(Dag graph) {
        List<Family> families = new ArrayList<>();
        for (int j = 0; j < graph.variables(); j++) {
            BitSet parents = new BitSet();
            for (int parent : graph.parents(j)) {
                parents.set(parent);
            }
            families.add(new Family(j, parents));
        }
        return families;
    }

    Family with(int parent) {
        BitSet more = (BitSet) parents.clone();
        more.set(parent);
        return new Family(child, more);
    }

    Family without(int parent) {
        BitSet fewer = (BitSet) parents.clone();
        fewer.clear(parent);
        return new Family(child, fewer);
    }

    Family having(int[] others) {
        BitSet set = new BitSet();
        for (int parent : others) {
            set.set(parent);
        }
        return new Family(child, set);
    }

    /** The least-squares regression of the child on its parents; those that are combinations of others are left out. */
    TargetRegression regression(int variables, double[] covariance) {
        TargetRegression regression = new TargetRegression(variables, covariance, child, parents.cardinality());
        parents.stream().forEach(regression::add);
        return regression;
    }

    /** Least-squares coefficients; 0 of a parent that is a combination of others. */
    public static WeightMatrix weights(List<Family> families, double[] covariance) {
        int d = families.size();
        double[] weights = new double[d * d];
        for (Family family : families) {
            TargetRegression regression = family.regression(d, covariance);
            int[] parents = regression.parents();
            double[] b = regression.coefficients(new double[parents.length]);
            for (int a = 0; a < b.length; a++) {
                weights[parents[a] * d + family.child()] = b[a];
            }
        }
        return WeightMatrix.ofRows(d, weights);
    }
}
