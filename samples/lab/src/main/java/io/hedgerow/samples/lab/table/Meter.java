// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import com.sun.management.OperatingSystemMXBean;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Measures the resources that a computation takes from this process: wall time, processor time of all threads (compiler
 * and collector too), and the most heap in use, as the sum of the peaks of the heap's parts, garbage included.
 */
public final class Meter {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final long wall;
    private final long cpu;

    private Meter() {
        heap().forEach(MemoryPoolMXBean::resetPeakUsage);
        this.wall = System.nanoTime();
        this.cpu = SYSTEM.getProcessCpuTime();
    }

    public static Meter start() {
        return new Meter();
    }

    public Reading read() {
        long peak =
                heap().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        return new Reading((System.nanoTime() - wall) / 1e9, (SYSTEM.getProcessCpuTime() - cpu) / 1e9, peak / 1e6);
    }

    public interface Measured {
        void run() throws InterruptedException;
    }

    /**
     * The readings of several runs.
     *
     * @param wall seconds, as a clock on the wall shows
     * @param cpu seconds of all threads of the process
     * @param peakHeapMegabytes of the worst run
     */
    public record Readings(Range wall, Range cpu, double peakHeapMegabytes) {

        /** Adds the columns of readings after other columns. */
        public static <R> List<Column<R>> columns(List<Column<R>> first, Function<R, Readings> of) {
            List<Column<R>> columns = new ArrayList<>(first);
            columns.add(Column.of(
                    "wall s (min / median / max)", row -> of.apply(row).wall.text()));
            columns.add(Column.of(
                    "CPU s (min / median / max)", row -> of.apply(row).cpu.text()));
            columns.add(Column.number("peak heap MB", 0, row -> of.apply(row).peakHeapMegabytes));
            return columns;
        }
    }

    /** Runs several times, of which the first are not counted. */
    public static Readings repeat(String label, int warmUps, int repetitions, CommandContext context, Measured measured)
            throws InterruptedException {
        List<Reading> readings = new ArrayList<>();
        for (int run = -warmUps; run < repetitions; run++) {
            context.progress().update(new Progress.Step(label, run + warmUps, (long) warmUps + repetitions, 0));
            System.gc(); // what earlier runs left must not count in the peak
            Meter meter = start();
            measured.run();
            if (run >= 0) {
                readings.add(meter.read());
            }
        }
        return new Readings(
                Range.of(readings.stream().mapToDouble(Reading::wallSeconds).toArray()),
                Range.of(readings.stream().mapToDouble(Reading::cpuSeconds).toArray()),
                readings.stream().mapToDouble(Reading::peakHeapMegabytes).max().orElseThrow());
    }

    private static List<MemoryPoolMXBean> heap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }

    /** Describes the machine; a time means nothing without it. */
    public static String machine() {
        double load = SYSTEM.getSystemLoadAverage();
        return String.format(
                Locale.ROOT,
                "%d processors, %s %s, %s %s, heap up to %d MB, load at the start %s.",
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name"),
                Runtime.version(),
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().maxMemory() / 1_000_000,
                load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load));
    }

    public record Reading(double wallSeconds, double cpuSeconds, double peakHeapMegabytes) {}

    /** The median and range of repeated timings; the median of an even number is the mean of two. */
    public record Range(double least, double median, double most) {

        public static Range of(double... values) {
            if (values.length == 0) {
                throw new IllegalArgumentException("values must not be empty");
            }
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            int n = sorted.length;
            return new Range(sorted[0], (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[n - 1]);
        }

        public String text() {
            return String.format(Locale.ROOT, "%.3f / %.3f / %.3f", least, median, most);
        }
    }
}
