// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * The rows of {@link RowSource#inUnits}, rescaled with public constants: those computed from the rows would be a
 * release of their own. A cell that is not finite in the new unit is NaN, since a failure that one record can cause
 * would tell about it: private solvers count it as 0, moments without privacy refuse it. Levels stay as they are. As
 * thread-safe as the source.
 */
final class RescaledRows extends WrappedRows {

    private final Units units;

    private RescaledRows(RowSource source, Units units) {
        super(source);
        this.units = units;
    }

    /** Takes a public centre and unit of each variable, finite and the unit &gt; 0; copied. */
    static RescaledRows of(RowSource source, double[] centre, double[] unit) {
        Objects.requireNonNull(source, "source");
        int d = source.schema().size();
        for (double[] constants : new double[][] {centre, unit}) {
            if (constants.length != d) {
                throw new IllegalArgumentException("centre and unit must have one value for each of " + d
                        + " variables, have " + centre.length + " and " + unit.length);
            }
        }
        for (int j = 0; j < d; j++) {
            if (!Double.isFinite(centre[j])) {
                throw new IllegalArgumentException(
                        "centre of " + source.schema().names().get(j) + " must be finite, was " + centre[j]);
            }
            if (!(unit[j] > 0) || unit[j] == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException(
                        "unit of " + source.schema().names().get(j) + " must be finite and > 0, was " + unit[j]);
            }
        }
        Units units = new Units(centre.clone(), unit.clone());
        for (String name : source.schema().categorical()) {
            int place = source.schema().indexOf(name);
            units.centre[place] = 0;
            units.unit[place] = 1;
        }
        return new RescaledRows(source, units);
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        double[] rescaled = units.row();
        source.forEachRow(row -> consumer.accept(units.rescale(row, rescaled)));
    }

    @Override
    public void forEachUserRow(UserRowConsumer consumer) {
        double[] rescaled = units.row();
        source.forEachUserRow((user, row) -> consumer.accept(user, units.rescale(row, rescaled)));
    }

    @Override
    public <S extends UnitSum<S>> S sumOfRows(S empty) {
        return source.sumOfRows(new RescaledSum<>(empty, units)).sum;
    }

    @Override
    public <S extends UnitSum<S>> S sumOfUsers(S empty) {
        return source.sumOfUsers(new RescaledSum<>(empty, units)).sum;
    }

    private static final class Units implements Serializable {
        private final double[] centre;
        private final double[] unit;

        Units(double[] centre, double[] unit) {
            this.centre = centre;
            this.unit = unit;
        }

        double[] rescale(double[] row, double[] into) {
            for (int j = 0; j < into.length; j++) {
                double value = (row[j] - centre[j]) / unit[j];
                into[j] = Double.isFinite(value) ? value : Double.NaN;
            }
            return into;
        }

        double[] row() {
            return new double[centre.length];
        }
    }

    private static final class RescaledSum<S extends UnitSum<S>> implements UnitSum<RescaledSum<S>> {
        private final S sum;
        private final Units units;
        private final double[] rescaled;

        RescaledSum(S sum, Units units) {
            this.sum = sum;
            this.units = units;
            this.rescaled = units.row();
        }

        @Override
        public void add(double[] row) {
            sum.add(units.rescale(row, rescaled));
        }

        @Override
        public void addUser(List<double[]> rows) {
            sum.addUser(
                    rows.stream().map(row -> units.rescale(row, units.row())).toList());
        }

        @Override
        public void merge(RescaledSum<S> other) {
            sum.merge(other.sum);
        }
    }
}
