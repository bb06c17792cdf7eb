// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import java.util.List;

/**
 * The fitted local models of a network with categories: counts of each category with its parents, and a regression of
 * each number. As private as the sums that it follows from.
 *
 * @param tables of each category, in the order of the schema
 * @param equations of each number, in the order of the schema
 */
public record CategoricalModel(List<FamilyCounts> tables, List<Line> equations) {
    public CategoricalModel {
        tables = List.copyOf(tables);
        equations = List.copyOf(equations);
    }

    /**
     * The counts of a category and its parents among the categories; parents that are numbers are not in it.
     *
     * @param target the category's position
     * @param parents positions, ascending
     * @param levels how many levels the target has
     * @param counts rows with each level of the target and each combination of the parents' levels: the target's level
     *     changes fastest, then that of the last parent
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

        /** {@return how many combinations the parents' levels have} */
        public int combinations() {
            return counts.size() / levels;
        }

        /**
         * {@return the rows with a combination}
         *
         * @param combination of the parents' levels, from 0
         */
        public double rows(int combination) {
            return counts.subList(combination * levels, (combination + 1) * levels).stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
        }

        /**
         * The mean of the posterior of a probability, (n + α / (q k)) / (n_c + α / q), q combinations of k levels.
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
     * @param target the number's position
     * @param intercept in its unit: of the left-out level of each category among the causes
     * @param noiseVariance in the square of its unit, within sites
     * @param terms of its causes
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
     * @param level of a category, whose indicator it is, from 0; −1 of a number
     * @param weight in the unit of the effect, for a number over that of the cause
     */
    public record Term(int cause, int level, double weight) {}
}
