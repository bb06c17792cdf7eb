// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.search.missing.CellExchange;
import io.hedgerow.core.internal.search.missing.CellInformation;
import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The messages of a study with categories whose rows may have missing cells. A site's vector has, one after another:
 *
 * <ul>
 *   <li>the vector of {@link CategoryLayout}; its tables have one level more of each category, that the cell is
 *       missing, unless no site has a missing cell
 *   <li>the {@link CellSums} of the numbers, if there are any
 *   <li>the messages of a {@link CellExchange} over the numbers and the indicators of levels that were chosen
 *   <li>of each two of these indicators, Σ n m_a m_b over the sites that know both, m being expected means, and Σ n
 * </ul>
 *
 * <p>An announcement has at the places of an answer what is asked about it, and then the number of the question and
 * which indicators were chosen. Immutable.
 */
final class SeenLayout {

    /** The questions. */
    enum Question {
        FIRST,
        CELLS,
        BETWEEN,
        TABLES,
        TABLES_OF_WHOLE_ROWS
    }

    private final CategoryColumns columns;
    private final CategoryLayout whole;
    private final CategoryLayout open;
    private final int numbers;
    private final int cells;
    private final int between;
    private final int question;
    private final int size;

    SeenLayout(CategoryColumns columns) {
        this.columns = columns;
        this.whole = new CategoryLayout(columns);
        this.open = new CategoryLayout(columns.withMissing());
        int count = columns.numbers().length;
        this.numbers = open.layout().size();
        this.cells = numbers + (count > 0 ? CellSums.size(count) : 0);
        int most = most();
        int fewer = Math.min(most, CellInformation.MOST_COLUMNS); // these have an information
        this.between = cells
                + Math.max(
                        CellExchange.layout(most).size(),
                        CellExchange.layout(fewer).size());
        int indicators = most - count;
        this.question = between + indicators * (indicators + 1);
        int end = question + 1 + whole.indicators();
        this.size = (end + columns.size() - 1) / columns.size() * columns.size();
    }

    /** The most columns: one level of each category follows from the others. */
    private int most() {
        return Math.max(1, columns.numbers().length + whole.indicators() - columns.categories().length);
    }

    ParameterLayout layout() {
        int d = columns.size();
        return ParameterLayout.of(d, List.of(new ParameterLayout.Block("sums", size / d, 0, 0)));
    }

    /** The most rounds: of first sums twice, of cells, of means, and of tables. */
    int rounds() {
        return 2 + roundsAfterCells() + CellExchange.rounds(Math.min(most(), CellInformation.MOST_COLUMNS)) - 1;
    }

    int fewestRounds() {
        return 2 + roundsAfterCells() + CellExchange.fewestRounds(Math.min(most(), CellInformation.MOST_COLUMNS)) - 1;
    }

    /** The rounds that are needed when covariances are known. */
    int roundsAfterCells() {
        return open.rounds();
    }

    CategoryLayout whole() {
        return whole;
    }

    CategoryLayout open() {
        return open;
    }

    int numbers() {
        return numbers;
    }

    int cells() {
        return cells;
    }

    /** Where the sums of pairs of means begin, and then those of rows. */
    int between() {
        return between;
    }

    /** An announcement of something at a place. */
    Parameters ask(Question what, int at, Parameters about, int[] indicators) {
        double[] told = new double[size];
        about.copyTo(0, told, at, about.size());
        told[question] = Arrays.asList(Question.values()).indexOf(what);
        for (int i : indicators) {
            told[question + 1 + i] = 1;
        }
        return Parameters.takeOver(told);
    }

    Question question(Parameters told) {
        double what = told.get(question);
        Question[] all = Question.values();
        if (!(what >= 0 && what < all.length) || what != Math.rint(what)) {
            throw new ProtocolException(
                    "the question of a round must be from 0 to " + (all.length - 1) + ", was " + what);
        }
        return all[(int) what];
    }

    /** The indicators that were chosen, rising. */
    int[] indicators(Parameters told) {
        int[] chosen = IntStream.range(0, whole.indicators())
                .filter(i -> told.get(question + 1 + i) == 1)
                .toArray();
        int columnsOf = columns.numbers().length + chosen.length;
        if (columnsOf == 0 || columnsOf > most()) {
            throw new ProtocolException("indicators must leave one level of each category out, were " + chosen.length);
        }
        return chosen;
    }

    /** A part of a message. */
    static Parameters part(Parameters message, int from, int length) {
        return Parameters.takeOver(Arrays.copyOfRange(message.toArray(), from, from + length));
    }
}
