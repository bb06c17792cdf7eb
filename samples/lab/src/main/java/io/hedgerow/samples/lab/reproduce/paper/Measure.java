// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.paper;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Arrays;
import java.util.List;

/** The measures of a run; the names are those of the columns of {@code table.csv}. */
public enum Measure {
    /** Structural Hamming distance; a reversed edge counts 1. */
    SHD("shd", "SHD", -1),
    /** Share of the true edges that were found. */
    TPR("tpr", "TPR", 1),
    /** Share of the found edges that are wrong. */
    FDR("fdr", "FDR", -1),
    /** Edges found; of dynamic networks those of W and A. */
    EDGES("edges", "edges", 0),
    SKELETON("skeleton", "correct undirected edges", 1),
    V_STRUCTURES("vStructures", "correct v-structures", 1),
    /** As the papers count bytes, in megabytes. */
    MEGABYTES("megabytes", "MB, paper's count", -1),
    /** Mean over sites of the squared error of a site's weights over the square of its true ones (002, B.2.2). */
    NMSE("nmse", "normalised MSE", -1),
    /** Share of the entries of gradients of single rows that are clipped, at the true network. */
    CLIPPED("clipped", "share clipped", 0),
    EPSILON("epsilon", "epsilon", -1),
    /** The same over that of Gumbel and Gaussian noise of the same variance. */
    EPSILON_RATIO("epsilonRatio", "times that of Gumbel and Gaussian", 0),
    /** SHD within a step; a reversed edge counts 1. */
    W_SHD("wShd", "SHD of W", -1),
    /** The same where a reversed edge counts 2, as the code of the dynamic papers has it. */
    W_SHD_TWICE("wShdTwice", "SHD of W, reversals twice", -1),
    W_TPR("wTpr", "TPR of W", 1),
    W_FDR("wFdr", "FDR of W", -1),
    A_SHD("aShd", "SHD of A", -1),
    A_TPR("aTpr", "TPR of A", 1),
    A_FDR("aFdr", "FDR of A", -1),
    /** Share of sites whose search, alone, ends with weights that have no cycle, to the tolerance of NOTEARS. */
    CONVERGED("converged", "share of sites that converge", 1),
    /** Area under the receiver operating characteristic of ordered pairs of different variables. */
    AUROC("auroc", "AUROC", 1),
    /**
     * The same as the published code of 000 measures fMRI: entries of W + A, with their signs, are 1 from 0.2 on and 0
     * otherwise, and a variable paired with itself counts, as a true edge. With two values it is (1 + true positive
     * rate − false positive rate) / 2.
     */
    AUROC_OF_BINARY("aurocOfBinary", "AUROC of 0/1 with self pairs", 1),
    /** Area under the curve of precision and recall of ordered pairs of different variables. */
    AUPR("aupr", "AUPR", 1),
    /** Root of the mean squared error of forecasts of one step, from the past alone, of series that were held out. */
    RMSE("rmse", "held-out RMSE", -1),
    /** The same with causes of the same step. */
    RMSE_PARENTS("rmseParents", "held-out RMSE from parents", -1);

    private final String column;
    private final String label;
    private final int better;

    Measure(String column, String label, int better) {
        this.column = column;
        this.label = label;
        this.better = better;
    }

    public String column() {
        return column;
    }

    @JsonCreator
    static Measure of(String column) {
        return Arrays.stream(values())
                .filter(known -> known.column.equals(column))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("measure must be one of "
                        + Arrays.stream(values()).map(Measure::column).toList() + ", was " + column));
    }

    public String label() {
        return label;
    }

    /** Whether it lies between 0 and 1, which a mean and a deviation may exceed. */
    public boolean isShare() {
        return switch (this) {
            case TPR, FDR, CLIPPED, CONVERGED, W_TPR, W_FDR, A_TPR, A_FDR, AUROC, AUROC_OF_BINARY, AUPR -> true;
            default -> false;
        };
    }

    /** The distances beside which it must be read, since the number of edges alone makes it better; or empty. */
    public List<Measure> distances() {
        return switch (this) {
            case TPR, FDR, SKELETON, V_STRUCTURES -> List.of(SHD);
            case W_TPR, W_FDR -> List.of(W_SHD_TWICE, W_SHD);
            case A_TPR, A_FDR -> List.of(A_SHD);
            default -> List.of();
        };
    }

    /** Whether a difference of this sign is an improvement; never where neither sign is. */
    public boolean improves(double difference) {
        return difference * better > 0;
    }
}
