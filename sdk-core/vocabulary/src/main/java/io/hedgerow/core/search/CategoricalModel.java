// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import java.util.List;

/**
 * The families of a network with categories: counts of each category with its parents, and an equation of each number.
 * As private as the sums that it follows from.
 *
 * @param tables counts of each categorical variable, in the order of the schema
 * @param equations the equation of each numeric variable, in the order of the schema
 */
public record CategoricalModel(List<FamilyCounts> tables, List<Line> equations) {
    public CategoricalModel {
        tables = List.copyOf(tables);
        equations = List.copyOf(equations);
    }

    /**
     * The counts of a categorical variable and its categorical parents; numeric parents are left out.
     *
     * @param target the variable's position
     * @param parents positions, ascending
     * @param levels how many levels the target has
     * @param counts numbers of rows with each level of the target and each combination of the parents' levels: the
     *     target's level changes fastest, then that of the last parent
     * @param priorRows the equivalent sample size α of a uniform Dirichlet prior
     */
    public record FamilyCounts(int target, List<Integer> parents, int levels, List<Double> counts, double priorRows) {
        public FamilyCounts {
            parents = List.copyOf(parents);
            counts = List.copyOf(counts);
            if (levels < 2 || counts.isEmpty() || counts.size() % levels != 0) {
                throw new IllegalArgumentException("counts must be of " + levels
                        + " levels, at least 2, and of each combination of parents, were " + counts.size());
            }
            if (!(priorRows > 0 && priorRows < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("priorRows must be finite and > 0, was " + priorRows);
            }
        }

        /** {@return the number of combinations of the parents' levels} */
        public int combinations() {
            return counts.size() / levels;
        }

        /**
         * {@return the number of rows with a combination}
         *
         * @param combination of the parents' levels, from 0
         */
        public double rows(int combination) {
            return counts.subList(combination * levels, (combination + 1) * levels).stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
        }

        /**
         * Returns the posterior mean of a level's probability, (n + α / (q k)) / (n_c + α / q), q combinations of k
         * levels.
         *
         * @param combination of the parents' levels, from 0
         * @param level of the target
         */
        public double probability(int combination, int level) {
            double own = priorRows / counts.size();
            return (counts.get(combination * levels + level) + own) / (rows(combination) + own * levels);
        }
    }

    /**
     * The least-squares equation of a numeric variable.
     *
     * @param target the variable's position
     * @param intercept in the variable's unit, at the left-out level of each categorical cause
     * @param noiseVariance in the square of its unit, within sites
     * @param terms the terms of its causes
     */
    public record Line(int target, double intercept, double noiseVariance, List<Term> terms) {
        public Line {
            terms = List.copyOf(terms);
        }
    }

    /**
     * A term of an equation.
     *
     * @param cause position of a cause
     * @param level the level whose indicator the term has, from 0, of a categorical cause; −1 of a numeric one
     * @param weight in the unit of the effect, of a numeric cause per unit of the cause
     */
    public record Term(int cause, int level, double weight) {}
}
