package io.hedgerow.dp.solver;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A site's rows in memory, variable by variable in blocks of equal length, so that loops over rows run over whole arrays.
 * The last block is filled up with zero rows, which add 0 to every clipped sum.
 *
 * <p>Cells that are not finite are read as 0 and counted nowhere: neither a message nor the time of a later step may tell
 * that there were any. As sensitive as the records; whoever keeps it asks the next view before using it again.
 */
final class SampleBlocks {

    /** Short enough that a block's working arrays stay in the fastest cache, long enough that loops run at full width. */
    static final int LENGTH = 256;

    private final int variables;
    private final int rows;
    /** Whose row it is, [rows], from 0 in order of first appearance; empty when every row is of another one. */
    private final int[] person;

    private final int persons;
    /** [block][variable][row in block]. */
    private final List<double[][]> blocks;
    /** [block][variable]: largest absolute value. */
    private final List<double[]> largest;

    private SampleBlocks(int variables, int rows, int[] person, int persons, List<double[][]> blocks) {
        this.variables = variables;
        this.rows = rows;
        this.person = person;
        this.persons = persons;
        this.blocks = blocks;
        this.largest = blocks.stream().map(SampleBlocks::largest).toList();
    }

    /**
     * Reads all rows of an open view.
     *
     * @param byPerson whether to take note of whose row is whose
     */
    static SampleBlocks read(DataView view, boolean byPerson) {
        Reader reader = new Reader(view.schema().size());
        if (byPerson) {
            view.forEachPersonRow(reader::accept);
        } else {
            view.forEachRow(reader::accept);
        }
        if (reader.rows == 0) {
            throw new DataException("the data must hold at least one row, holds none");
        }
        return new SampleBlocks(
                reader.variables,
                reader.rows,
                Arrays.copyOf(reader.person, byPerson ? reader.rows : 0),
                byPerson ? reader.index.size() : reader.rows,
                reader.blocks);
    }

    private static final class Reader {
        private final int variables;
        private final List<double[][]> blocks = new ArrayList<>();
        private final Map<Long, Integer> index = new HashMap<>();
        private int[] person = new int[0];
        private int rows;

        Reader(int variables) {
            this.variables = variables;
        }

        void accept(long key, double[] row) {
            if (rows == person.length) {
                person = Arrays.copyOf(person, Math.max(LENGTH, Math.multiplyExact(rows, 2)));
            }
            Integer known = index.putIfAbsent(key, index.size());
            person[rows] = known == null ? index.size() - 1 : known;
            accept(row);
        }

        void accept(double[] row) {
            int at = rows % LENGTH;
            if (at == 0) {
                blocks.add(new double[variables][LENGTH]);
            }
            double[][] block = blocks.get(blocks.size() - 1);
            for (int i = 0; i < variables; i++) {
                block[i][at] = Double.isFinite(row[i]) ? row[i] : 0;
            }
            rows = Math.incrementExact(rows);
        }
    }

    private static double[] largest(double[][] block) {
        double[] max = new double[block.length];
        for (int i = 0; i < max.length; i++) {
            for (double cell : block[i]) {
                max[i] = Math.max(max[i], Math.abs(cell));
            }
        }
        return max;
    }

    /** The rows minus a centre; rows of zeros only, such as those of a unit that was zeroed out, stay zero. */
    SampleBlocks minus(double[] centre) {
        List<double[][]> moved = new ArrayList<>();
        for (double[][] block : blocks) {
            double[][] copy = new double[variables][LENGTH];
            for (int k = 0; k < LENGTH; k++) {
                boolean empty = true;
                for (int i = 0; i < variables; i++) {
                    empty &= block[i][k] == 0;
                }
                for (int i = 0; i < variables && !empty; i++) {
                    copy[i][k] = block[i][k] - centre[i];
                }
            }
            moved.add(copy);
        }
        return new SampleBlocks(variables, rows, person, persons, moved);
    }

    /** Exact mean squares; not private. */
    double[] secondMoments() {
        double[] moments = new double[variables];
        for (double[][] block : blocks) {
            for (int i = 0; i < variables; i++) {
                for (double cell : block[i]) {
                    moments[i] += cell * cell;
                }
            }
        }
        for (int i = 0; i < variables; i++) {
            moments[i] /= rows;
        }
        return moments;
    }

    int variables() {
        return variables;
    }

    int rows() {
        return rows;
    }

    /** Number of different persons; of rows, when they were read as such. */
    int persons() {
        return persons;
    }

    /** The person of a row, from 0 in order of first appearance. */
    int person(int row) {
        return person.length == 0 ? row : person[row];
    }

    int count() {
        return blocks.size();
    }

    /** Variable i of one block, [LENGTH]; not to be modified. */
    double[] cells(int block, int variable) {
        return blocks.get(block)[variable];
    }

    double largest(int block, int variable) {
        return largest.get(block)[variable];
    }

    double cell(int row, int variable) {
        return blocks.get(row / LENGTH)[variable][row % LENGTH];
    }
}
