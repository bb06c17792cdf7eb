// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.speed;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.samples.lab.speed.SiteSwarm.LoopbackKeys;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Meter;
import io.hedgerow.samples.lab.table.NumberList;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * Measures the speed of transport alone: a coordinator in this process, sites in another one, mutual TLS over loopback.
 * In every round each site gets a message and answers with as many bytes at once; nothing is computed.
 *
 * @param sizes bytes of payload of a message
 * @param sites P
 * @param warmUps rounds before the measured ones
 * @param rounds the measured ones
 * @param idle how long the sites stay connected and silent before those; zero to leave it out
 * @param directory where keys are put for the run
 */
public record TransportTable(List<Integer> sizes, int sites, int warmUps, int rounds, Duration idle, Path directory) {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** For the first message, before which a thousand sites load their keys and connect. */
    private static final Duration CONNECTED = Duration.ofMinutes(15);

    private static final Duration LONGEST_SILENCE = Duration.ofDays(1);
    /** Where Linux says what memory a process has. */
    private static final Path STATUS = Path.of("/proc/self/status");

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.of("message bytes", Row::bytes),
            Column.number("rounds/s", 1, Row::roundsPerSecond),
            Column.number("payload MB/s", 1, Row::payloadMegabytesPerSecond),
            Column.number("CPU s per round", 3, Row::cpuSecondsPerRound),
            Column.number("peak heap MB", 0, Row::peakHeapMegabytes),
            Column.number("down: wire / payload", 3, Row::wireDown),
            Column.number("up: wire / payload", 3, Row::wireUp));

    public TransportTable {
        sizes = List.copyOf(sizes);
        if (sites < 1 || rounds < 1 || warmUps < 0) {
            throw new IllegalArgumentException("--sites and --runs must be at least 1 and --warmup at least 0, were "
                    + sites + ", " + rounds + " and " + warmUps);
        }
        if (idle.isNegative() || idle.compareTo(LONGEST_SILENCE) > 0) {
            throw new IllegalArgumentException(
                    "--idle must be 0 to " + LONGEST_SILENCE.toSeconds() + " seconds, was " + idle.toSeconds());
        }
    }

    /** One size's figures; of the coordinator's process. */
    private record Row(
            int bytes,
            double roundsPerSecond,
            double payloadMegabytesPerSecond,
            double cpuSecondsPerRound,
            double peakHeapMegabytes,
            double wireDown,
            double wireUp) {}

    public TableResult run(CommandContext context) throws IOException, InterruptedException {
        String machine = Meter.machine();
        Path folder = Files.createTempDirectory(directory, "hedgerow-transport-");
        List<Row> measured = new ArrayList<>();
        List<String> silences = new ArrayList<>();
        try {
            LoopbackKeys keys = new LoopbackKeys(folder);
            keys.make(sites);
            for (int i = 0; i < sizes.size(); i++) {
                context.progress().update(new Progress.Step("message size", i, sizes.size(), 0));
                measured.add(measure(sizes.get(i), keys, folder, silences));
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        List<String> remarks = new ArrayList<>();
        remarks.add(machine);
        remarks.add(sites + " sites in one other process, " + rounds + " rounds after " + warmUps
                + "; time, memory and bytes are the coordinator's.");
        remarks.addAll(silences);
        return TableResult.of(remarks, 0, COLUMNS, measured);
    }

    private Row measure(int bytes, LoopbackKeys keys, Path folder, List<String> silences)
            throws IOException, InterruptedException {
        Set<SiteId> names = new TreeSet<>();
        for (int p = 0; p < sites; p++) {
            names.add(LoopbackKeys.site(p));
        }
        CoordinatorOptions options = keys.coordinator(names);
        try (GrpcCoordinator coordinator =
                new GrpcCoordinator(options, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of())) {
            Process swarm = swarm(folder, coordinator.port());
            try {
                Payload payload = Payload.copyOf(content(bytes));
                for (int round = 0; round < Math.max(1, warmUps); round++) {
                    round(coordinator, round, payload);
                }
                System.gc(); // what the connections left must not count in the peak
                if (!idle.isZero()) {
                    silences.add(silence(coordinator, bytes));
                }
                List<SiteLink> before = coordinator.links();
                Meter meter = Meter.start();
                for (int round = 0; round < rounds; round++) {
                    round(coordinator, Math.max(1, warmUps) + round, payload);
                }
                Row row = row(bytes, meter.read(), before, coordinator.links());
                coordinator.broadcast(new CoordinatorMessage.Outcome(
                        SiteSwarm.PIN.study(), StudyState.ROUNDS_COMPLETED, Payload.empty()));
                coordinator.awaitDelivery(PATIENCE);
                return row;
            } finally {
                swarm.destroy();
                swarm.waitFor(30, TimeUnit.SECONDS);
            }
        }
    }

    private String silence(GrpcCoordinator coordinator, int bytes) throws InterruptedException {
        List<SiteLink> before = coordinator.links();
        Meter meter = Meter.start();
        Thread.sleep(idle.toMillis());
        double minutes = idle.toMillis() / 60_000.0;
        double cpu = meter.read().cpuSeconds() / minutes;
        List<SiteLink> after = coordinator.links();
        double in = sum(after, SiteLink.Traffic::wireIn) - sum(before, SiteLink.Traffic::wireIn);
        double out = sum(after, SiteLink.Traffic::wireOut) - sum(before, SiteLink.Traffic::wireOut);
        System.gc();
        double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
        return String.format(
                Locale.ROOT,
                "Connected and silent for %d s after messages of %d bytes: %.2f s of processor time a minute, %d"
                        + " threads, %.0f MB of heap, %s; a site and minute %.0f bytes in and %.0f out.",
                idle.toSeconds(),
                bytes,
                cpu,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                heap,
                resident(),
                in / sites / minutes,
                out / sites / minutes);
    }

    private static String resident() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .findFirst()
                    .map(line -> line.replaceAll("\\D", ""))
                    .map(kilobytes -> Math.round(Long.parseLong(kilobytes) * 1.024e-3) + " MB resident")
                    .orElse("resident memory unknown");
        } catch (IOException e) {
            return "resident memory unknown";
        }
    }

    private Row row(int bytes, Meter.Reading reading, List<SiteLink> before, List<SiteLink> after) {
        double messages = (double) rounds * sites;
        double payload = messages * bytes;
        return new Row(
                bytes,
                rounds / reading.wallSeconds(),
                2 * payload / 1e6 / reading.wallSeconds(),
                reading.cpuSeconds() / rounds,
                reading.peakHeapMegabytes(),
                (sum(after, SiteLink.Traffic::wireOut) - sum(before, SiteLink.Traffic::wireOut)) / payload,
                (sum(after, SiteLink.Traffic::wireIn) - sum(before, SiteLink.Traffic::wireIn)) / payload);
    }

    private static double sum(List<SiteLink> links, ToLongFunction<SiteLink.Traffic> of) {
        return links.stream().mapToLong(link -> of.applyAsLong(link.traffic())).sum();
    }

    private void round(GrpcCoordinator coordinator, int round, Payload payload) throws InterruptedException {
        coordinator.broadcast(new Task(SiteSwarm.PIN.study(), round, 1, payload, Set.of()));
        Duration patience = round == 0 ? CONNECTED : PATIENCE;
        for (int p = 0; p < sites; p++) {
            if (coordinator.awaitReply(patience).isEmpty()) {
                throw new IllegalStateException("round " + round + " had " + p + " of " + sites + " answers within "
                        + patience + ": is the machine overloaded?");
            }
        }
    }

    private Process swarm(Path folder, int port) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "-Xmx" + Math.max(1024, Runtime.getRuntime().maxMemory() >> 20) + "m",
                        "-cp",
                        System.getProperty("java.class.path", "." + File.pathSeparator),
                        SiteSwarm.class.getName(),
                        folder.toString(),
                        String.valueOf(port),
                        String.valueOf(sites))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Any bytes: the wire does not compress. */
    private static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = (byte) (i * 31);
        }
        return content;
    }

    /** The options of the transport measurement. */
    public static final class TransportOptions {

        @Option(
                names = "--bytes",
                paramLabel = "LIST",
                description = "transport: sizes of messages, both ways; default ${DEFAULT-VALUE}.")
        private String messageBytes = "1000,10000,80000";

        @Option(
                names = "--idle",
                paramLabel = "SECONDS",
                description =
                        "transport: how long all sites stay connected and silent before the measured rounds, to see"
                                + " what that takes; 0 to 86400, default ${DEFAULT-VALUE}.")
        private int idle;

        public TransportTable table(int sites, int warmUps, int rounds, Path directory) {
            return new TransportTable(
                    NumberList.parse("--bytes", messageBytes, 1),
                    sites,
                    warmUps,
                    rounds,
                    Duration.ofSeconds(idle),
                    directory);
        }
    }
}
