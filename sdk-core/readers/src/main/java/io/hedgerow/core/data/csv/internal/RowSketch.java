// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv.internal;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.internal.text.NumberToken;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The rows of a CSV file under a key, whatever the file looks like: ends of lines, a byte-order mark, quotes, the
 * separator, names and order of columns and the order of rows do not count, and numbers of one double are one cell. A
 * row is the HMAC of its sorted cells. Their number and their sum modulo 2¹²⁸ tell whether two files have the same
 * rows; the least ones, which are a sample of the distinct rows, how many they share (Broder 1997). Without the key it
 * says nothing about a row; with the key, whether a guessed row is there. It stays at the site. Immutable.
 *
 * @param rows that have a cell
 * @param sum of their HMACs
 * @param least of the distinct HMACs, in their order
 */
public record RowSketch(long rows, BigInteger sum, List<Long> least) {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEPT = 256;
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

    /** Fewer common rows may be chance. */
    private static final int FEWEST = 8;

    public RowSketch {
        least = List.copyOf(least);
    }

    /**
     * Reads a file; empty for one that is no CSV file with a header, or has no row. Columns whose name is blank are
     * left out; other names are not looked at.
     */
    public static Optional<RowSketch> of(Path file, byte[] key) {
        CsvOptions plain = CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN);
        try {
            Summing summing = new Summing(key, 0);
            read(file, plain, new Cells(), summing::add);
            return summing.result();
        } catch (DataException | IllegalArgumentException e) {
            requireNotInterrupted(e);
        }
        try {
            return withoutNames(file, plain.withoutHeader(), key);
        } catch (DataException | IllegalArgumentException e) {
            requireNotInterrupted(e);
            return Optional.empty(); // then only its bytes say what it is
        }
    }

    /** Reads a file whose first line has names that are no names here, such as one that two columns have. */
    private static Optional<RowSketch> withoutNames(Path file, CsvOptions lines, byte[] key) {
        List<double[]> first = new ArrayList<>();
        read(file, lines, new Names(), row -> {
            if (first.isEmpty()) {
                first.add(row.clone());
            }
        });
        int[] named = IntStream.range(0, first.get(0).length)
                .filter(column -> !Double.isNaN(first.get(0)[column]))
                .toArray();
        if (named.length == 0) {
            return Optional.empty();
        }
        Summing summing = new Summing(key, 1);
        read(
                file,
                lines,
                new Cells(),
                row -> summing.add(
                        Arrays.stream(named).mapToDouble(column -> row[column]).toArray()));
        return summing.result();
    }

    private static void read(Path file, CsvOptions options, VariableKind.Coding cells, RowSource.RowConsumer rows) {
        Map<String, VariableKind.Coding> texts = new LinkedHashMap<>();
        CsvRowSource.of(file, options).schema().names().forEach(name -> texts.put(name, cells));
        CsvRowSource.of(file, options.withCells(options.cells().withTexts(texts)))
                .forEachRow(rows);
    }

    private static void requireNotInterrupted(RuntimeException e) {
        if (Thread.currentThread().isInterrupted()) {
            throw e;
        }
    }

    /** Whether both have the same rows. */
    public boolean isSame(RowSketch other) {
        return rows == other.rows && sum.equals(other.sum);
    }

    /**
     * The share of the rows of the smaller one that the other one has, too, as the least HMACs estimate it; 0 where few
     * rows are distinct, which files of other people also have, and for fewer common rows than chance may bring.
     */
    public double shared(RowSketch other) {
        if (distinct() < rows / 2.0 || other.distinct() < other.rows / 2.0) {
            return 0;
        }
        Set<Long> here = new HashSet<>(least);
        Set<Long> there = new HashSet<>(other.least);
        TreeSet<Long> either = new TreeSet<>(Long::compareUnsigned);
        either.addAll(least);
        either.addAll(other.least);
        List<Long> sample = either.stream().limit(KEPT).toList();
        long common = sample.stream()
                .filter(row -> here.contains(row) && there.contains(row))
                .count();
        double both = common * distinct(sample) / sample.size();
        return common < FEWEST ? 0 : Math.min(1, both / Math.min(distinct(), other.distinct()));
    }

    private double distinct() {
        return distinct(least);
    }

    private static double distinct(List<Long> least) {
        if (least.size() < KEPT) {
            return least.size();
        }
        long last = least.get(KEPT - 1);
        return (KEPT - 1) / ((last >>> 11) * 0x1p-53 + 0x1p-54);
    }

    /** The fields of a line. */
    public List<String> fields() {
        List<String> numbers = least.stream().map(Long::toHexString).toList();
        return List.of(Long.toString(rows), sum.toString(16), String.join(",", numbers));
    }

    /** Reads what {@link #fields} wrote. */
    public static RowSketch parse(List<String> fields) {
        List<Long> least = new ArrayList<>();
        for (String number : fields.get(2).split(",", -1)) {
            least.add(Long.parseUnsignedLong(number, 16));
        }
        return new RowSketch(Long.parseLong(fields.get(0)), new BigInteger(fields.get(1), 16), least);
    }

    @Override
    public String toString() {
        return "RowSketch[rows=" + rows + "]";
    }

    /** Distinguishes columns with a name from those without. A line that holds no text is no line of names. */
    private static final class Names implements VariableKind.Coding {

        @Override
        public VariableKind kind() {
            return VariableKind.NUMERIC;
        }

        @Override
        public double code(String cell) {
            return cell.isBlank() || cell.indexOf('\0') >= 0 ? Double.NaN : 1;
        }

        @Override
        public String complaint(String text) {
            return NumberToken.missing(text);
        }
    }

    /** Gives each cell a number that follows from its meaning: the double that it is, or its letters. */
    private static final class Cells implements VariableKind.Coding {

        @Override
        public VariableKind kind() {
            return VariableKind.NUMERIC;
        }

        @Override
        public double code(String cell) {
            String text = cell.strip();
            if (NumberToken.isMissing(text)) {
                return Double.NaN;
            }
            double number = number(text);
            if (Double.isNaN(number) && text.indexOf(',') == text.lastIndexOf(',') && text.indexOf('.') < 0) {
                number = number(text.replace(',', '.'));
            }
            long bits;
            if (Double.isNaN(number)) {
                // spreadsheets write TRUE for true
                bits = text.toLowerCase(Locale.ROOT)
                        .chars()
                        .asLongStream()
                        .reduce(1_125_899_906_842_597L, (hash, letter) -> 31 * hash + letter);
            } else {
                bits = Double.doubleToLongBits(number + 0.0); // -0 is 0
            }
            long mixed = (bits ^ (bits >>> 32)) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ (mixed >>> 29)) * 0x94D049BB133111EBL;
            return Double.longBitsToDouble(0x3ff0000000000000L | (mixed >>> 12));
        }

        private static double number(String text) {
            return NumberToken.parse(text.toCharArray(), 0, text.length());
        }

        @Override
        public String complaint(String text) {
            return NumberToken.missing(text);
        }
    }

    private static final class Summing {
        private final Mac mac;
        private final TreeSet<Long> least = new TreeSet<>(Long::compareUnsigned);
        private BigInteger sum = BigInteger.ZERO;
        private long rows;
        private int skipped;

        /** {@code skipped}: lines of names before the rows. */
        Summing(byte[] key, int skipped) {
            this.skipped = skipped;
            try {
                mac = Mac.getInstance(ALGORITHM);
                mac.init(new SecretKeySpec(key, ALGORITHM));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java has " + ALGORITHM, e);
            }
        }

        void add(double[] row) {
            if (skipped > 0) {
                skipped--;
                return;
            }
            double[] cells = row.clone();
            Arrays.sort(cells);
            if (Double.isNaN(cells[0])) {
                return; // an empty line, as some programs write at the end
            }
            ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * cells.length);
            for (double cell : cells) {
                bytes.putDouble(cell);
            }
            byte[] digest = mac.doFinal(bytes.array());
            sum = sum.add(new BigInteger(1, Arrays.copyOf(digest, 16))).mod(MODULUS);
            least.add(ByteBuffer.wrap(digest, 16, Long.BYTES).getLong());
            if (least.size() > KEPT) {
                least.pollLast();
            }
            rows++;
        }

        Optional<RowSketch> result() {
            return rows == 0 ? Optional.empty() : Optional.of(new RowSketch(rows, sum, List.copyOf(least)));
        }
    }
}
