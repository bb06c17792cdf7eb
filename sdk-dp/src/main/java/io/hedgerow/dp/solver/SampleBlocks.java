package io.hedgerow.dp.solver;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import java.util.ArrayList;
import java.util.List;

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
    /** [block][variable][row in block]. */
    private final List<double[][]> blocks;
    /** [block][variable]: largest absolute value. */
    private final List<double[]> largest;

    private SampleBlocks(int variables, int rows, List<double[][]> blocks) {
        this.variables = variables;
        this.rows = rows;
        this.blocks = blocks;
        this.largest = blocks.stream().map(SampleBlocks::largest).toList();
    }

    /** Reads all rows of an open view. */
    static SampleBlocks read(DataView view) {
        int q = view.schema().size();
        List<double[][]> blocks = new ArrayList<>();
        int[] count = {0};
        view.forEachRow(row -> {
            int at = count[0] % LENGTH;
            if (at == 0) {
                blocks.add(new double[q][LENGTH]);
            }
            double[][] block = blocks.get(blocks.size() - 1);
            for (int i = 0; i < q; i++) {
                block[i][at] = Double.isFinite(row[i]) ? row[i] : 0;
            }
            count[0] = Math.incrementExact(count[0]);
        });
        if (count[0] == 0) {
            throw new DataException("the data must hold at least one row, holds none");
        }
        return new SampleBlocks(q, count[0], blocks);
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
        return new SampleBlocks(variables, rows, moved);
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
