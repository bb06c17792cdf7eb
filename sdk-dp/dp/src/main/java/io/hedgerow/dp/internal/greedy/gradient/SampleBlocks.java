// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.gradient;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A site's rows in memory, variable by variable in blocks of equal length, so that loops over rows run over whole
 * arrays. The blocks of a variable follow each other, which is the order in which sums read them. The last block is
 * filled up with zero rows, which add 0 to every clipped sum.
 *
 * <p>Cells that are not finite are read as 0 and counted nowhere: neither a message nor the time of a later step may
 * show that there were any. As sensitive as the records; a caller that keeps it checks it against the next view before
 * using it again.
 */
public final class SampleBlocks {

    /** Short enough that a block's arrays stay in the fastest cache, long enough that loops run at full width. */
    static final int LENGTH = 256;

    private final int variables;
    private final int rows;
    /** The user of each row, [rows], from 0 in order of first appearance; empty when every row is of another one. */
    private final int[] user;

    private final int users;
    /** The cells, [variable][block][row in block]. */
    private final double[][][] cells;

    private SampleBlocks(int rows, int[] user, int users, double[][][] cells) {
        this.variables = cells.length;
        this.rows = rows;
        this.user = user;
        this.users = users;
        this.cells = cells;
    }

    /**
     * Reads all rows of an open view, with the user of each row where asked to. Where the number of units is secret, no
     * row at all is read as one of zeros, which adds 0 to every sum: a refusal would tell that there is none.
     *
     * @throws DataException when there is no row and the number of units is public
     */
    public static SampleBlocks read(DataView view, boolean byUser) {
        Reader reader = new Reader(view.schema().size());
        if (byUser) {
            view.forEachUserRow(reader::accept);
        } else {
            view.forEachRow(reader::accept);
        }
        if (reader.rows == 0) {
            if (!view.hidesNumberOfUnits()) {
                throw new DataException("the data must hold at least one row, holds none");
            }
            reader.accept(0, new double[view.schema().size()]);
        }
        return new SampleBlocks(
                reader.rows,
                Arrays.copyOf(reader.user, byUser ? reader.rows : 0),
                byUser ? reader.index.size() : reader.rows,
                reader.byVariable());
    }

    private static final class Reader {
        private final int variables;
        private final List<double[][]> blocks = new ArrayList<>();
        private final Map<Long, Integer> index = new HashMap<>();
        private int[] user = new int[0];
        private int rows;

        Reader(int variables) {
            this.variables = variables;
        }

        void accept(long key, double[] row) {
            if (rows == user.length) {
                user = Arrays.copyOf(user, Math.max(LENGTH, Math.multiplyExact(rows, 2)));
            }
            Integer known = index.putIfAbsent(key, index.size());
            user[rows] = known == null ? index.size() - 1 : known;
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

        /** Copies the rows so that those of one variable are neighbours in memory; releases the old ones one by one. */
        double[][][] byVariable() {
            double[] none = {};
            double[][][] cells = new double[variables][blocks.size()][];
            for (int i = 0; i < variables; i++) {
                for (int b = 0; b < blocks.size(); b++) {
                    cells[i][b] = blocks.get(b)[i].clone();
                    blocks.get(b)[i] = none;
                }
            }
            return cells;
        }
    }

    /** The rows minus a centre; rows of zeros only, such as those of a unit that was zeroed out, stay zero. */
    public SampleBlocks minus(double[] centre) {
        boolean[][] filled = new boolean[count()][LENGTH];
        for (int i = 0; i < variables; i++) {
            for (int b = 0; b < filled.length; b++) {
                for (int k = 0; k < LENGTH; k++) {
                    filled[b][k] |= cells[i][b][k] != 0;
                }
            }
        }
        double[][][] moved = new double[variables][count()][LENGTH];
        for (int i = 0; i < variables; i++) {
            for (int b = 0; b < filled.length; b++) {
                for (int k = 0; k < LENGTH; k++) {
                    moved[i][b][k] = filled[b][k] ? cells[i][b][k] - centre[i] : 0;
                }
            }
        }
        return new SampleBlocks(rows, user, users, moved);
    }

    /** Exact mean squares; not private. */
    public double[] secondMoments() {
        double[] moments = new double[variables];
        for (int i = 0; i < variables; i++) {
            for (double[] block : cells[i]) {
                for (double cell : block) {
                    moments[i] += cell * cell;
                }
            }
            moments[i] /= rows;
        }
        return moments;
    }

    public int variables() {
        return variables;
    }

    public int rows() {
        return rows;
    }

    /** The number of different users; of rows, when they were read as such. */
    public int users() {
        return users;
    }

    /** The user of a row, from 0 in order of first appearance. */
    public int user(int row) {
        return user.length == 0 ? row : user[row];
    }

    int count() {
        return (rows - 1) / LENGTH + 1;
    }

    /** The blocks of variable i, each [LENGTH]; not to be modified. */
    double[][] blocks(int variable) {
        return cells[variable];
    }

    public double cell(int row, int variable) {
        return cells[variable][row / LENGTH][row % LENGTH];
    }
}
