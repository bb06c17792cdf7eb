// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.sums.WithinSites;
import java.util.Arrays;

/**
 * The centred second moments of a client's n rows, Σ z zᵀ less their mean, [q, q]. Sums of them are moments again.
 * Immutable.
 */
final class PersonalMoments {

    /** Of a variance: correlations may be off by as much. */
    private static final double TOLERANCE = 1e-6;
    /** Behind masks a part is rounded to 2⁻³⁰ or finer, and a sum is of a thousand parts at most. */
    private static final double ROUNDING = 0x1p-20;

    private final int columns;
    private final double rows;
    private final double[] products;

    private PersonalMoments(int columns, double rows, double[] products) {
        this.columns = columns;
        this.rows = rows;
        this.products = products;
    }

    /** From products [q, q], not copied, of n rows. */
    static PersonalMoments of(int columns, double rows, double[] products) {
        return new PersonalMoments(columns, rows, products);
    }

    /** From {@link #message}, or from a sum of such. */
    static PersonalMoments of(int columns, double[] message) {
        double[] products = new double[columns * columns];
        System.arraycopy(message, 1, products, 0, products.length);
        return new PersonalMoments(columns, message[0], products);
    }

    /**
     * The same moments, if some rows have them: n is above 0, and products are finite, symmetric and positive
     * semi-definite, up to {@value #TOLERANCE} of a correlation or the rounding of masked sums. O(q³).
     *
     * @throws IllegalArgumentException when no rows have them
     */
    PersonalMoments checked() {
        if (!(rows > 0 && rows < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("moments must be of a finite number of rows > 0, were of " + rows);
        }
        double[] slack = new double[columns];
        Arrays.setAll(slack, j -> TOLERANCE * product(j, j) + ROUNDING);
        double[] factor = products.clone();
        for (int i = 0; i < columns; i++) {
            for (int j = 0; j < i; j++) {
                if (!(Math.abs(product(i, j) - product(j, i)) <= Math.sqrt(slack[i]) * Math.sqrt(slack[j]))) {
                    throw unlikeRows("finite and symmetric, were not at columns " + j + " and " + i);
                }
            }
            factor[i * (columns + 1)] += slack[i];
            if (!Double.isFinite(factor[i * (columns + 1)])) {
                throw unlikeRows("finite, were not at column " + i);
            }
        }
        if (!SmallCholesky.factor(factor, columns, 0)) {
            throw unlikeRows("positive semi-definite, were not");
        }
        return this;
    }

    private static IllegalArgumentException unlikeRows(String what) {
        return new IllegalArgumentException("moments must be those of rows: " + what
                + ": look for a site whose rows or software differ, and leave it out");
    }

    double[] message() {
        double[] message = new double[products.length + 1];
        message[0] = rows;
        System.arraycopy(products, 0, message, 1, products.length);
        return message;
    }

    PersonalMoments plus(PersonalMoments other, double factor) {
        double[] sum = products.clone();
        for (int k = 0; k < sum.length; k++) {
            sum[k] += factor * other.products[k];
        }
        return new PersonalMoments(columns, rows + factor * other.rows, sum);
    }

    int columns() {
        return columns;
    }

    double rows() {
        return rows;
    }

    double product(int i, int j) {
        return products[i * columns + j];
    }

    double[] covariance() {
        double[] covariance = products.clone();
        for (int k = 0; k < covariance.length; k++) {
            covariance[k] /= rows;
        }
        return covariance;
    }

    /** The number n_eff, see {@link WithinSites#effectiveRows}. */
    double worth() {
        return Math.max(StructureSearch.LEAST_ROWS, rows);
    }
}
