// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.study.options.StatusOptions;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.operate.FederationRun;
import io.hedgerow.samples.operate.LocalFiles;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.SiteFiles;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.privacy.PrivacyRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "quickstart",
        description = {
            "Run a private study between a coordinator and three simulated sites on this machine, and explain every "
                    + "file that it makes.",
            "",
            "Each site is its own process, with a certificate, rules, a policy and a ledger. The study is "
                    + "{USED:under-budget} with secure aggregation and epsilon 4. A page shows it until Ctrl-C; its"
                    + " address is printed. The list of files goes to README.md, with three commands to try next."
        })
public final class QuickstartCommand extends SubCommand {

    private static final int SITES = 3;
    private static final int VARIABLES = 8;
    private static final int ROWS = 2000;
    private static final String EPSILON = "epsilon=4";
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where everything goes; must be missing or empty; default ${DEFAULT-VALUE}.")
    private Path out = Path.of("hedgerow-quickstart");

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Other rows and another network; default ${DEFAULT-VALUE}.")
    private long seed = 7;

    @Mixin
    private StatusOptions shown = new StatusOptions();

    private @Nullable FederationRun run;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("See a whole study", "quickstart"),
                new Example("End when the study has ended", "quickstart --out first --status-linger 0"));
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        FederationRun.Page page = shown.always();
        if (!LocalStudy.isEmpty(out)) {
            throw new IllegalArgumentException(
                    "--out must be missing or empty, " + out + " is not: name another, or remove it");
        }
        SimulatedSites simulated = SimulatedSites.of(new ErdosRenyi(VARIABLES, VARIABLES))
                .sites(SITES)
                .rowsPerSite(ROWS)
                .seed(seed)
                .build();
        LocalStudy study = new LocalStudy(
                out,
                new LocalStudy.Terms(
                        Algorithm.UNDER_BUDGET.name(),
                        Map.of("private-mean", "true"),
                        Optional.of(PrivacyRequest.parse(EPSILON)),
                        true,
                        5,
                        0,
                        DEADLINE,
                        false),
                context.clock());
        List<RowSource> shares =
                IntStream.range(0, SITES).<RowSource>mapToObj(simulated::rows).toList();
        study.create(shares);
        Path truth = Files.writeString(out.resolve("truth.csv"), SiteFiles.matrix(simulated.truth()));
        run = new FederationRun(out, study, Optional.of(truth), Optional.of(page));
        FederationRun.Verified verified =
                run.run(study.names(), DEADLINE.multipliedBy(study.terms().rounds() + 1L), context::note);
        Map<String, String> commands = next(out);
        return new Made(verified, LocalFiles.write(out, SITES, commands), commands, out);
    }

    @Override
    public void afterwards(CommandContext context) throws InterruptedException {
        if (run != null) {
            run.linger(context::note);
        }
    }

    static Map<String, String> next(Path directory) {
        String site = word(directory.resolve("site-1"));
        Map<String, String> commands = new LinkedHashMap<>();
        commands.put(
                "./hedgerow ledger show --ledger " + site + "/home/ledger",
                "What the study cost a site, and what is left");
        commands.put(
                "./hedgerow egress verify --log " + site + "/home/egress.log --ledger " + site + "/home/ledger",
                "What left the site, and that all of it was paid for");
        commands.put(
                "./hedgerow federation --data " + site + "/rows.csv --sites 3 --status --out "
                        + word(directory.resolveSibling(directory.getFileName() + "-2")),
                "The same between processes without a budget, from a file: put your own in its place");
        return commands;
    }

    private static String word(Path path) {
        String text = path.toString();
        return text.contains(" ") ? "'" + text + "'" : text;
    }

    private record Made(
            FederationRun.Verified study, Map<String, String> files, Map<String, String> next, Path directory)
            implements Result {

        @Override
        public Object json() {
            return Map.of("study", study, "files", files, "next", next);
        }

        @Override
        public void describe(PrintWriter out) {
            new FederationReport(study).describe(out);
            out.println();
            out.println("Files in " + directory + ", which " + LocalFiles.README
                    + " there lists, too; site-N is each of" + " site-1 to site-" + SITES + ":");
            int widest = files.keySet().stream().mapToInt(String::length).max().orElse(0);
            files.forEach((file, text) -> out.println("  " + file + " ".repeat(widest - file.length() + 2) + text));
            out.println();
            out.println("Try next:");
            next.forEach((command, text) -> out.println("  " + text + ":" + System.lineSeparator() + "    " + command));
        }
    }
}
