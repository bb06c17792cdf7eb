// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.search.ReleasedFigures.Margin;
import io.hedgerow.core.search.ReleasedFigures.Pair;
import io.hedgerow.core.search.ReleasedFigures.Statistic;

/**
 * The figures of rows that {@link io.hedgerow.core.search.ReleasedFigures} has intervals of, computed from the rows:
 * for rows that were drawn. Not private.
 */
public final class RowFigures {

    private final VariableSchema schema;
    /** The first column of each variable: a number has one, a category one for each level. */
    private final int[] first;

    private final double[] means;
    private final double[] covariance;

    private RowFigures(VariableSchema schema, int[] first, double[] means, double[] covariance) {
        this.schema = schema;
        this.first = first;
        this.means = means;
        this.covariance = covariance;
    }

    /**
     * Reads rows once.
     *
     * @param rows without missing cells; levels by their places
     */
    public static RowFigures of(RowSource rows) {
        VariableSchema schema = rows.schema();
        int[] first = new int[schema.size() + 1];
        for (int j = 0; j < schema.size(); j++) {
            first[j + 1] = first[j] + Math.max(1, schema.levels(j).size());
        }
        int q = first[schema.size()];
        double[] means = new double[q];
        double[] products = new double[q * q];
        double[] about = new double[q];
        double[] columns = new double[q];
        long[] count = new long[1];
        rows.forEachRow(row -> {
            for (int j = 0; j < row.length; j++) {
                boolean number = schema.levels(j).isEmpty();
                for (int a = first[j]; a < first[j + 1]; a++) {
                    columns[a] = number ? row[j] : row[j] == a - first[j] ? 1 : 0;
                    // the first row is near enough to a mean for products not to lose digits
                    about[a] = count[0] == 0 && number ? row[j] : about[a];
                }
            }
            count[0]++;
            for (int a = 0; a < q; a++) {
                double own = columns[a] - about[a];
                means[a] += own;
                for (int b = 0; own != 0 && b < q; b++) {
                    products[a * q + b] += own * (columns[b] - about[b]);
                }
            }
        });
        for (int k = 0; k < products.length; k++) {
            products[k] = products[k] / count[0] - means[k / q] / count[0] * (means[k % q] / count[0]);
        }
        for (int a = 0; a < q; a++) {
            means[a] = about[a] + means[a] / count[0];
        }
        return new RowFigures(schema, first, means, products);
    }

    private double covariance(int a, int b) {
        return covariance[a * means.length + b];
    }

    /**
     * {@return the value of a figure of one variable}
     *
     * @param margin the figure
     */
    public double of(Margin margin) {
        int column = first[margin.variable()] + Math.max(0, margin.level());
        return margin.statistic() == Statistic.DEVIATION ? Math.sqrt(covariance(column, column)) : means[column];
    }

    /**
     * {@return how far two variables depend on each other; 0 where one is constant}
     *
     * @param pair the variables
     */
    public double of(Pair pair) {
        int i = pair.one();
        int j = pair.other();
        double size = Math.sqrt(norm(i, i) * norm(j, j));
        if (size == 0) {
            return 0;
        }
        boolean numbers = schema.levels(i).isEmpty() && schema.levels(j).isEmpty();
        return (numbers ? covariance(first[i], first[j]) : norm(i, j)) / size;
    }

    private double norm(int i, int j) {
        double squares = 0;
        for (int a = first[i]; a < first[i + 1]; a++) {
            for (int b = first[j]; b < first[j + 1]; b++) {
                squares += covariance(a, b) * covariance(a, b);
            }
        }
        return Math.sqrt(squares);
    }
}
