// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.privacy;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.samples.accounting.AccountCase;
import io.hedgerow.samples.accounting.AccountCase.AccountedCase;
import io.hedgerow.samples.accounting.AccountTable;
import io.hedgerow.samples.accounting.CallList;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "account",
        description = {
            "Compute the privacy cost of several calls together, by every accountant.",
            "",
            "Either of the calls given as options, or of a CSV file with one composition a line (--batch) and the "
                    + "columns"
                    + " gaussian_mu, gaussian_count, selection_eps0, selection_count, laplace_scale, laplace_count,"
                    + " pure_eps, pure_count and delta, where an empty parameter and count mean no such call."
        })
public final class AccountCommand extends SubCommand {

    private static final int THREADS = 2;

    @Option(
            names = "--gaussian",
            paramLabel = "mu=MU,count=N",
            description = "Gaussian calls; MU is the sensitivity over the standard deviation. May be repeated.")
    private List<String> gaussians = new ArrayList<>();

    @Option(
            names = "--selection",
            paramLabel = "eps0=E,count=N",
            description = "Selections by the exponential mechanism; E is the bounded range. May be repeated.")
    private List<String> selections = new ArrayList<>();

    @Option(
            names = "--laplace",
            paramLabel = "scale=B,count=N",
            description = "Laplace calls; B is the scale in units of the sensitivity. May be repeated.")
    private List<String> laplaces = new ArrayList<>();

    @Option(
            names = "--pure",
            paramLabel = "eps=E,count=N",
            description = "Calls known to be E-differentially private only. May be repeated.")
    private List<String> pures = new ArrayList<>();

    @Option(
            names = "--delta",
            paramLabel = "DELTA",
            description = "The delta at which epsilon is wanted; at least 0 and below 1.")
    private @Nullable Double delta;

    @Option(names = "--batch", paramLabel = "FILE", description = "Read compositions from FILE.")
    private @Nullable Path batch;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Write the lines of the batch to FILE, each with eps_basic, eps_zcdp, eps_rdp and eps_certified.")
    private @Nullable Path out;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "A hundred rounds with twenty selections and twenty updates each",
                        "account --gaussian mu=0.01,count=2000 --selection eps0=0.02,count=2000 --delta 4e-8"),
                new Example(
                        "The same after a release with Laplace noise, as JSON",
                        "account --gaussian mu=0.01,count=2000 --selection eps0=0.02,count=2000"
                                + " --laplace scale=20,count=1 --delta 4e-8 --json"),
                new Example("Many compositions", "account --batch plans.csv --out costs.csv"));
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        List<MechanismEvent> calls = calls();
        if (batch == null) {
            if (out != null) {
                throw new IllegalArgumentException(
                        "--out must come with --batch, which is missing: give --batch FILE, or leave --out out");
            }
            return single(calls);
        }
        if (!calls.isEmpty() || delta != null) {
            throw new IllegalArgumentException(
                    "--batch must come without calls and --delta: both are read from its file");
        }
        if (out == null) {
            throw new IllegalArgumentException(
                    "--batch must come with --out, which is missing: say where the lines go with --out FILE");
        }
        return many(batch, out, context);
    }

    private List<MechanismEvent> calls() {
        List<MechanismEvent> calls = new ArrayList<>();
        gaussians.forEach(text -> calls.add(CallList.parse(CallList.Kind.GAUSSIAN, text)));
        selections.forEach(text -> calls.add(CallList.parse(CallList.Kind.SELECTION, text)));
        laplaces.forEach(text -> calls.add(CallList.parse(CallList.Kind.LAPLACE, text)));
        pures.forEach(text -> calls.add(CallList.parse(CallList.Kind.PURE, text)));
        return calls;
    }

    private Result single(List<MechanismEvent> calls) {
        if (calls.isEmpty()) {
            throw new IllegalArgumentException(
                    "account must have a call (--gaussian, --selection, --laplace or --pure) or --batch, has none");
        }
        if (delta == null) {
            throw new IllegalArgumentException(
                    "--delta must be given, is missing: say at which delta epsilon is wanted, such as --delta 1e-6");
        }
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("--delta must be at least 0 and < 1, was " + delta);
        }
        AccountedCase epsilons = AccountedCase.of(AccountCase.of(calls, delta), new CertifiedAccountant());
        return new Costs(delta, epsilons);
    }

    private static Result many(Path from, Path to, CommandContext context) throws IOException, InterruptedException {
        Path name = to.getFileName();
        if (name == null) {
            throw new IllegalArgumentException("--out must be a file, was " + to);
        }
        Path parent = to.toAbsolutePath().getParent();
        AccountTable table = AccountTable.read(from);
        try (OutputDirectory directory = OutputDirectory.prepare(parent == null ? Path.of(".") : parent)) {
            ExecutorService executor = Executors.newFixedThreadPool(THREADS);
            try {
                directory.write(name.toString(), table.account(executor, context.progress()));
            } finally {
                executor.shutdownNow();
            }
            directory.commit();
        }
        return new Written(table.size(), to.toString());
    }

    private record Costs(double delta, AccountedCase epsilons) implements Result {

        private Map<String, Double> byName() {
            Map<String, Double> byName = new LinkedHashMap<>();
            byName.put("basic", epsilons.basic());
            byName.put("formula", epsilons.formula());
            byName.put("zcdp", epsilons.zcdp());
            byName.put("rdp", epsilons.rdp());
            byName.put("certified", epsilons.certified());
            return byName;
        }

        @Override
        public Object json() {
            // JSON has no infinity: an accountant that certifies no epsilon is left out.
            Map<String, Double> finite = byName();
            finite.values().removeIf(value -> value == Double.POSITIVE_INFINITY);
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("delta", delta);
            document.put("epsilon", finite);
            return document;
        }

        @Override
        public void describe(PrintWriter out) {
            Map<String, String> method = Map.of(
                    "basic", "the sum of all epsilons, delta divided among Gaussian calls",
                    "formula", "rho + 2 sqrt(rho ln 1/delta)",
                    "zcdp", "concentrated privacy, best conversion",
                    "rdp", "Renyi privacy with tight curves",
                    "certified", "privacy losses composed, for plans that are fixed in advance");
            out.printf("epsilon at delta = %s%n", delta);
            byName().forEach((name, value) -> out.printf(
                    "%-10s %12s  %s%n",
                    name, value == Double.POSITIVE_INFINITY ? "none" : String.format("%.6f", value), method.get(name)));
        }
    }

    private record Written(int compositions, String file) implements Result {
        @Override
        public void describe(PrintWriter out) {
            out.printf("wrote %s with %d compositions%n", file, compositions);
        }
    }
}
