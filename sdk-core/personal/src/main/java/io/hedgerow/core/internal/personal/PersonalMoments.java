// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.sums.WithinSites;

/** Σ z zᵀ over n rows of a client, less their mean, [q, q]. Sums of them are moments again. Immutable. */
final class PersonalMoments {

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
