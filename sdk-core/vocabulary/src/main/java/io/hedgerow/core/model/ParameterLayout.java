// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.model;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The layout of a flat parameter vector, which defines where acyclicity and ℓ1 apply. Every model is d target
 * variables, each with a slice of q parameters of the same shape; the flat index of parameter s of target j is {@code j
 * * q + s}. One federation loop serves every model because it sees only this.
 *
 * <p>Symbols: d targets, q slice length. In a static linear model q = d and parameter s of target j is W[s, j], so the
 * vector is W column by column. A dynamic linear model of p lags has q = (p + 1)·d: the slice is column j of W followed
 * by column j of the stacked lag weights A. A network with m hidden units per target gives each edge m parameters.
 * Immutable.
 */
public final class ParameterLayout {

    private final int targets;
    private final int sliceLength;
    private final List<Block> blocks;
    private final int[] source;
    private final double[] l1Weight;

    private ParameterLayout(int targets, List<Block> blocks) {
        if (targets < 1) {
            throw new IllegalArgumentException("targets must be at least 1, was " + targets);
        }
        if (blocks.isEmpty()) {
            throw new IllegalArgumentException("blocks must hold at least one block, was empty");
        }
        this.targets = targets;
        this.blocks = List.copyOf(blocks);
        this.sliceLength = this.blocks.stream().mapToInt(Block::length).reduce(0, Math::addExact);
        Math.multiplyExact(targets, sliceLength);
        this.source = new int[sliceLength];
        this.l1Weight = new double[sliceLength];
        int at = 0;
        for (Block block : this.blocks) {
            int perEdge = block.parametersPerEdge();
            if (perEdge > 0 && block.length() != targets * perEdge) {
                throw new IllegalArgumentException("block " + block.name() + " must have " + targets * perEdge
                        + " parameters, one group for each of " + targets + " sources, was " + block.length());
            }
            for (int i = 0; i < block.length(); i++, at++) {
                source[at] = perEdge > 0 ? i / perEdge : -1;
                l1Weight[at] = block.l1Weight();
            }
        }
    }

    /**
     * A layout of the given blocks.
     *
     * @param targets number of target variables d; at least 1
     * @param blocks the blocks of one slice, in order
     */
    public static ParameterLayout of(int targets, List<Block> blocks) {
        return new ParameterLayout(targets, blocks);
    }

    /**
     * {@return the static linear model: one block W, [d, d]}
     *
     * @param variables d
     */
    public static ParameterLayout linear(int variables) {
        return of(variables, List.of(new Block("W", variables, 1, 1)));
    }

    /**
     * {@return the layout of the dynamic linear model on the stacked design [X | lag 1 | … | lag p], q = (p + 1)·d: W
     * sees acyclicity, A does not}
     *
     * @param variables d
     * @param lags p; at least 1
     * @param lagL1Weight λ_A / λ_W
     */
    public static ParameterLayout dynamicLinear(int variables, int lags, double lagL1Weight) {
        if (lags < 1) {
            throw new IllegalArgumentException("lags must be at least 1, was " + lags);
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block("W", variables, 1, 1));
        blocks.add(new Block("A", Math.multiplyExact(variables, lags), 0, lagL1Weight));
        return of(variables, blocks);
    }

    /** {@return d, the number of target variables} */
    public int targets() {
        return targets;
    }

    /** {@return q, the number of parameters per target} */
    public int sliceLength() {
        return sliceLength;
    }

    /** {@return d·q, the length of the flat vector} */
    public int size() {
        return targets * sliceLength;
    }

    /** {@return the blocks of one slice, in order; unmodifiable} */
    public List<Block> blocks() {
        return blocks;
    }

    /**
     * {@return the variable whose edge a parameter s carries, 0 ≤ s &lt; q: i of i → j, or -1 when the parameter
     * carries no edge}
     *
     * @param inSlice s, 0 ≤ s &lt; q
     */
    public int source(int inSlice) {
        return source[inSlice];
    }

    /**
     * {@return the ℓ1 weight of parameter s, 0 ≤ s &lt; q: its factor on λ}
     *
     * @param inSlice s, 0 ≤ s &lt; q
     */
    public double l1Weight(int inSlice) {
        return l1Weight[inSlice];
    }

    /**
     * {@return the graph that parameters describe: W, with 0 on the diagonal} An edge carried by one parameter weighs
     * what the parameter says; one carried by several weighs their Euclidean norm.
     *
     * @param parameters of this layout
     */
    public WeightMatrix edgeWeights(Parameters parameters) {
        if (parameters.size() != size()) {
            throw new IllegalArgumentException(
                    "parameters must have " + size() + " entries to match the layout, have " + parameters.size());
        }
        int[] carriers = new int[targets];
        for (int i : source) {
            if (i >= 0) {
                carriers[i]++;
            }
        }
        double[] weight = new double[targets * targets];
        for (int j = 0; j < targets; j++) {
            for (int s = 0; s < sliceLength; s++) {
                int i = source[s];
                if (i >= 0 && i != j) {
                    double value = parameters.get(j * sliceLength + s);
                    weight[i * targets + j] += carriers[i] == 1 ? value : value * value;
                }
            }
        }
        for (int k = 0; k < weight.length; k++) {
            if (carriers[k / targets] > 1) {
                weight[k] = Math.sqrt(weight[k]);
            }
        }
        return WeightMatrix.ofRows(targets, weight);
    }

    /**
     * Returns a linear model as one network over the columns that it regresses on: W and A of a dynamic network, in
     * which no edge leads into the past.
     *
     * @param parameters of this layout; entries of a slice behind the columns are no weights
     * @param columns q′, of which the first d are the targets; at most q
     * @return [q′, q′]: parameter s of target j at [s, j], with 0 on the diagonal
     */
    public WeightMatrix columnWeights(Parameters parameters, int columns) {
        if (parameters.size() != size() || columns < targets || columns > sliceLength) {
            throw new IllegalArgumentException("a layout of " + targets + " targets and " + sliceLength
                    + " parameters each has no network of " + parameters.size() + " parameters over " + columns
                    + " columns");
        }
        double[] weight = new double[columns * columns];
        for (int j = 0; j < targets; j++) {
            for (int s = 0; s < columns; s++) {
                weight[s * columns + j] = s == j ? 0 : parameters.get(j * sliceLength + s);
            }
        }
        return WeightMatrix.ofRows(columns, weight);
    }

    /**
     * {@return whether parameter s of target j would be an edge from a variable to itself, which the consensus holds at
     * 0}
     *
     * @param target j
     * @param inSlice s
     */
    public boolean isSelfEdge(int target, int inSlice) {
        return source[inSlice] == target;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ParameterLayout that && targets == that.targets && blocks.equals(that.blocks);
    }

    @Override
    public int hashCode() {
        return 31 * targets + blocks.hashCode();
    }

    @Override
    public String toString() {
        return "ParameterLayout[targets=" + targets + ", blocks=" + blocks + "]";
    }

    /**
     * A named run of parameters inside every target variable's slice.
     *
     * @param name the block's name, such as {@code W}
     * @param length number of parameters in the block; at least 1
     * @param parametersPerEdge how many consecutive parameters carry one edge; 0 when the block carries no edges, so
     *     that acyclicity does not see it
     * @param l1Weight factor on the study's λ for this block; finite and at least 0
     */
    public record Block(String name, int length, int parametersPerEdge, double l1Weight) {
        public Block {
            Objects.requireNonNull(name, "name");
            if (length < 1) {
                throw new IllegalArgumentException("length must be at least 1, was " + length);
            }
            if (parametersPerEdge < 0 || (parametersPerEdge > 0 && length % parametersPerEdge != 0)) {
                throw new IllegalArgumentException(
                        "parametersPerEdge must be 0 or divide the length " + length + ", was " + parametersPerEdge);
            }
            if (!(l1Weight >= 0) || l1Weight == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("l1Weight must be finite and >= 0, was " + l1Weight);
            }
        }
    }
}
