package io.hedgerow.core.internal.search;

import java.util.Arrays;

/**
 * What is known about edges before there are data: required and forbidden ones, tiers, and columns that are parents
 * only. In a score it is one number for each ordered pair: the log odds of the edge.
 *
 * <p>Immutable.
 */
public final class EdgeKnowledge {

    /** Far above any difference of scores, far below where doubles lose them. */
    static final double CERTAIN = 1e7;

    private final int variables;
    private final double[] bias;

    private EdgeKnowledge(int variables, double[] bias) {
        this.variables = variables;
        this.bias = bias;
    }

    /**
     * Nothing is known.
     *
     * @param variables d
     * @return no edge is preferred
     */
    public static EdgeKnowledge none(int variables) {
        return new EdgeKnowledge(variables, new double[variables * variables]);
    }

    /**
     * Also: an edge that cannot be.
     *
     * @param from i
     * @param to j
     * @return the knowledge with it
     * @throws IllegalArgumentException when it is required
     */
    public EdgeKnowledge forbidden(int from, int to) {
        return with(from, to, -CERTAIN);
    }

    /**
     * Also: an edge that must be; its reverse then cannot.
     *
     * @param from i
     * @param to j
     * @return the knowledge with it
     * @throws IllegalArgumentException when it is forbidden, or its reverse required
     */
    public EdgeKnowledge required(int from, int to) {
        return with(from, to, CERTAIN).with(to, from, -CERTAIN);
    }

    /**
     * Also: no edge leads to an earlier tier.
     *
     * @param tiers of each variable; [d]
     * @return the knowledge with it
     */
    public EdgeKnowledge tiers(int... tiers) {
        EdgeKnowledge result = this;
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                if (tiers[j] < tiers[i]) {
                    result = result.forbidden(i, j);
                }
            }
        }
        return result;
    }

    /**
     * Also: a variable without parents, such as one of an earlier time.
     *
     * @param variable j
     * @return the knowledge with it
     */
    public EdgeKnowledge parentOnly(int variable) {
        EdgeKnowledge result = this;
        for (int i = 0; i < variables; i++) {
            if (i != variable) {
                result = result.forbidden(i, variable);
            }
        }
        return result;
    }

    private EdgeKnowledge with(int from, int to, double value) {
        if (from == to) {
            throw new IllegalArgumentException("an edge must join two variables, was " + from + " -> " + to);
        }
        double before = bias[from * variables + to];
        if (before * value < 0) {
            throw new IllegalArgumentException("edge " + from + " -> " + to
                    + " must not be both required and forbidden, by itself or by its reverse");
        }
        double[] changed = bias.clone();
        changed[from * variables + to] = value;
        return new EdgeKnowledge(variables, changed);
    }

    boolean allows(int from, int to) {
        return bias[from * variables + to] >= 0;
    }

    boolean requires(int from, int to) {
        return bias[from * variables + to] > 0;
    }

    boolean isEmpty() {
        return Arrays.stream(bias).allMatch(value -> value == 0);
    }

    /** Log odds of every edge when edges in general have the given ones. */
    double[] logOdds(double general) {
        double[] odds = new double[bias.length];
        for (int k = 0; k < odds.length; k++) {
            odds[k] = bias[k] == 0 ? general : bias[k];
        }
        return odds;
    }

    int variables() {
        return variables;
    }

    /**
     * The required edges.
     *
     * @throws IllegalArgumentException when they form a cycle
     */
    ParentSets requiredParents() {
        ParentSets graph = GraphClimb.empty(variables);
        for (int j = 0; j < variables; j++) {
            for (int i = 0; i < variables; i++) {
                if (requires(i, j)) {
                    if (graph.full(j)) {
                        throw new IllegalArgumentException("a variable must have at most " + LocalScores.MAX_PARENTS
                                + " required parents, has more: variable " + j);
                    }
                    graph.add(j, i);
                }
            }
        }
        try {
            OpenGraph.classOf(graph);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("required edges must form no cycle: " + e.getMessage(), e);
        }
        return graph;
    }
}
