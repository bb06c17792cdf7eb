// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import java.util.Arrays;
import java.util.List;

/**
 * The messages of a study of rows with missing cells: an announcement of covariances S, and the values that sites
 * answer. In the first round nothing is announced, and {@link CellSums} are answered.
 *
 * <p>An announcement is the number of the question, the correlations of S, its upper triangle, and its deviations: 1
 * asks for the products that S lets expect, in deviations of S; 2 and more for a part of the information about the
 * correlations. Answers of different kinds have places of their own, and 0 elsewhere: messages are sent as changes, in
 * which a large number would take the last digits of a small one that follows at its place. Immutable.
 */
final class CellLayout {

    /** The rounds in which the information is answered. */
    static final int PARTS = 8;

    /**
     * Of information; behind masks a larger number would end the study. Columns that determine each other have more.
     */
    private static final double MOST = 0x1p58;

    private static final double PRODUCTS = 1;
    private static final double FIRST_PART = 2;

    private final int d;
    private final int pairs;
    private final int part;

    CellLayout(int variables) {
        this.d = variables;
        this.pairs = d * (d + 1) / 2;
        this.part = d > CellInformation.MOST_COLUMNS ? 0 : ceiling(CellInformation.size(d), PARTS);
    }

    private static int ceiling(int all, int parts) {
        return (all + parts - 1) / parts;
    }

    /** The layout of both, without edges. */
    ParameterLayout layout() {
        int values = firstPart() + part;
        return ParameterLayout.of(d, List.of(new ParameterLayout.Block("cells", ceiling(values, d), 0, 0)));
    }

    private int firstProduct() {
        return CellSums.size(d);
    }

    private int firstPart() {
        return firstProduct() + pairs + 2 * d + 1;
    }

    boolean hasInformation() {
        return part > 0;
    }

    Parameters filled(double[] values) {
        return Parameters.takeOver(Arrays.copyOf(values, layout().size()));
    }

    static boolean isFirst(Parameters announced) {
        return announced.get(0) == 0;
    }

    Parameters askProducts(double[] s) {
        return ask(PRODUCTS, s);
    }

    Parameters askPart(int which, double[] s) {
        return ask(FIRST_PART + which, s);
    }

    private Parameters ask(double question, double[] s) {
        double[] announced = new double[1 + pairs + d];
        announced[0] = question;
        int at = 1;
        for (int a = 0; a < d; a++) {
            for (int b = a; b < d; b++) {
                announced[at++] = s[a * d + b] / unit(s, a, b);
            }
        }
        for (int j = 0; j < d; j++) {
            announced[at + j] = Math.sqrt(s[j * (d + 1)]);
        }
        return filled(announced);
    }

    /** S of an announcement: [d, d]. */
    double[] covariance(Parameters announced) {
        double[] s = correlation(announced);
        for (int k = 0; k < s.length; k++) {
            s[k] *= announced.get(1 + pairs + k / d) * announced.get(1 + pairs + k % d);
        }
        return s;
    }

    /** The correlations of an announcement: [d, d]. */
    double[] correlation(Parameters announced) {
        double[] s = new double[d * d];
        int at = 1;
        for (int a = 0; a < d; a++) {
            for (int b = a; b < d; b++) {
                s[a * d + b] = announced.get(at);
                s[b * d + a] = announced.get(at++);
            }
        }
        return s;
    }

    /** Which part of the information is asked for; below 0 where products are. */
    static int part(Parameters announced) {
        double question = announced.get(0);
        if (question != Math.rint(question) || question < PRODUCTS || question >= FIRST_PART + PARTS) {
            throw new ProtocolException(
                    "the question of a round must be from 1 to " + (1 + PARTS) + ", was " + question);
        }
        return (int) (question - FIRST_PART);
    }

    /** Products in deviations of S, Σ x, the rows of which they are, [d] each, and the deviance. */
    Parameters products(SeenCells.Expected expected, double[] s) {
        double[] values = new double[firstPart()];
        int at = firstProduct();
        for (int a = 0; a < d; a++) {
            for (int b = a; b < d; b++) {
                values[at++] = expected.products()[a * d + b] / unit(s, a, b);
            }
        }
        System.arraycopy(expected.sums(), 0, values, at, d);
        System.arraycopy(expected.located(), 0, values, at + d, d);
        values[at + 2 * d] = expected.deviance();
        return filled(values);
    }

    SeenCells.Expected expected(Parameters sum, double[] s) {
        double[] products = new double[d * d];
        int at = firstProduct();
        for (int a = 0; a < d; a++) {
            for (int b = a; b < d; b++) {
                products[a * d + b] = sum.get(at++) * unit(s, a, b);
                products[b * d + a] = products[a * d + b];
            }
        }
        double[] sums = new double[d];
        double[] located = new double[d];
        for (int j = 0; j < d; j++) {
            sums[j] = sum.get(at + j);
            located[j] = sum.get(at + d + j);
        }
        return new SeenCells.Expected(products, sums, located, sum.get(at + 2 * d));
    }

    private double unit(double[] s, int a, int b) {
        return Math.sqrt(s[a * (d + 1)] * s[b * (d + 1)]);
    }

    Parameters informing(int which, double[] information) {
        double[] values = new double[firstPart() + part];
        int from = Math.min(which * part, information.length);
        int to = Math.min((which + 1) * part, information.length);
        for (int k = from; k < to; k++) {
            values[firstPart() + k - from] = Math.max(-MOST, Math.min(MOST, information[k]));
        }
        return filled(values);
    }

    void take(int which, Parameters sum, double[] information) {
        for (int k = which * part; k < Math.min((which + 1) * part, information.length); k++) {
            information[k] = sum.get(firstPart() + k - which * part);
        }
    }
}
