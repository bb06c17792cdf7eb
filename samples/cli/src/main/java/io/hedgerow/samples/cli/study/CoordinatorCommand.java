// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.truth.TruthReader;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.GivenOptions.OptionsOfAction;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.study.options.HostOptions;
import io.hedgerow.samples.cli.study.options.PlanOptions;
import io.hedgerow.samples.cli.study.options.ServiceOptions;
import io.hedgerow.samples.cli.study.options.StatusOptions;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.operate.PageOperator;
import io.hedgerow.samples.operate.StudyReport;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog.LogEvent;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.status.server.StatusAccess;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.security.SecurityNotices;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "coordinator",
        description = {
            "Coordinate a study: wait for its sites to dial in, and run its rounds.",
            "",
            "If it is killed, start it again with the same --data: it continues with the current round, and no "
                    + "site computes or spends anything twice. It ends by itself, in one state with a reason; exit "
                    + "code 7 means that there is no result. If a file cannot be written, as on a full disk, it "
                    + "waits for room. If there is none it ends with exit code 75: start it again.",
            "",
            "exclude SITE: the study that runs with the same --data goes on without a site that it waits for. "
                    + "Possible in rounds without secure aggregation, as long as the plan's quorum is left, and in "
                    + "a study that is one exact sum, before it is opened. Refused with exit code 5 and the reason "
                    + "elsewhere; exit code 7 if no coordinator took the request up, which waits for its next start.",
            "",
            "learn: learns a network from the release of a dp-inspect study that has ended with the same --data. No "
                    + "site is asked and no budget is spent."
        })
public final class CoordinatorCommand extends SubCommand {

    /** The longest wait for an answer; a running coordinator looks several times a second. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    enum Action implements OptionsOfAction {
        START("--status-users --status-linger --patience --truth --out"),
        EXCLUDE(""),
        LEARN("--parameter --truth --out");

        private final String more;

        Action(String more) {
            this.more = more;
        }

        @Override
        public List<String> options() {
            List<String> read = GivenOptions.names(PlanOptions.class);
            read.addAll(this == START ? GivenOptions.names(HostOptions.class) : List.of("--data"));
            read.addAll(List.of(more.split(" ")));
            return read;
        }
    }

    @Parameters(index = "0", paramLabel = "ACTION", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Action action = Action.START;

    @Parameters(index = "1", arity = "0..1", paramLabel = "SITE", description = "exclude: the site's name in the plan.")
    private @Nullable String site;

    @Mixin
    private PlanOptions planned = new PlanOptions();

    @Mixin
    private HostOptions host = new HostOptions();

    @Option(
            names = "--status-users",
            paramLabel = "FILE",
            description = "Ask users of the page for a token: lines of a name, read or operate, and the SHA-256 of a"
                    + " token. With operate a user may go on without a site. Default no one is asked.")
    private @Nullable Path statusUsers;

    @Option(
            names = "--status-linger",
            paramLabel = "SECONDS",
            description = "Keep the page this long after the end of the study, even without a result; default "
                    + "${DEFAULT-VALUE}. Ctrl-C ends it.")
    private long linger;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            description = "Wait this long for room if a file in --data cannot be written, then end with exit code 75; "
                    + "default the plan's deadline.")
    private @Nullable Long patience;

    @Option(
            names = "--parameter",
            paramLabel = "NAME=VALUE",
            description = "learn: a parameter of {USED:under-budget}'s search, as in a plan: threshold, hidden-causes,"
                    + " required, forbidden or tiers. May be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--truth", paramLabel = "FILE", description = "The known network to compare with.")
    private @Nullable Path truth;

    @Option(names = "--out", paramLabel = "DIR", description = NetworkResult.OUT)
    private @Nullable Path out;

    /** The watch after the end, while the page is open. */
    private @Nullable CoordinatorWatch ended;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "Start a study",
                        "coordinator start --study study.yaml --identity identity --data state --out result"),
                new Example(
                        "With secure aggregation, for sites on other machines",
                        "coordinator start --study study.yaml --roster roster.yaml --identity identity --data state"
                                + " --listen 0.0.0.0:7433 --status 8080"),
                new Example(
                        "Go on without a site that lost its home, where that is possible",
                        "coordinator exclude north --study study.yaml --data state"),
                new Example(
                        "Learn from a private look", "coordinator learn --study look.yaml --data state --out result"),
                new Example("As a service, with these options in a file", "coordinator start --config hub.yaml"));
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        GivenOptions.requireOnly(spec(), action);
        if ((site != null) != (action == Action.EXCLUDE)) {
            throw new IllegalArgumentException(
                    site == null
                            ? "exclude needs the name of a site: coordinator exclude SITE"
                            : "only exclude takes the name of a site, " + Words.dashed(action) + " was given " + site);
        }
        return switch (action) {
            case START -> start(context);
            case EXCLUDE -> exclude(context.clock(), new SiteId(String.valueOf(site)));
            case LEARN -> learn(context.clock());
        };
    }

    private Result exclude(InstantSource clock, SiteId excluded) throws InterruptedException {
        SignedPlan signed = planned.read();
        boolean gone = withoutKeys(clock).exclude(signed, excluded, ANSWER);
        return new ExclusionReport(
                signed.plan().name(), excluded.value(), gone, host.data().toString());
    }

    private Result learn(InstantSource clock) throws IOException, InterruptedException {
        SignedPlan look = planned.roster().isEmpty() ? SignedPlan.read(planned.study()) : planned.read();
        NetworkResult learned =
                StudyReport.result(look.plan(), withoutKeys(clock).learn(look, parameters), known(look));
        if (out != null) {
            try (OutputDirectory directory = OutputDirectory.prepare(out)) {
                learned.writeTo(directory);
            }
        }
        return learned;
    }

    /** Neither keys nor certificate are read. */
    private CoordinatorNode withoutKeys(InstantSource clock) {
        return host.node(new IdentityDirectory(host.data()), clock);
    }

    private Optional<WeightMatrix> known(SignedPlan signed) {
        return Optional.ofNullable(truth)
                .map(file -> TruthReader.read(file, signed.method().study().schema()));
    }

    private Result start(CommandContext context) throws IOException, InterruptedException {
        InetSocketAddress address = host.address();
        OptionalInt page = host.page();
        StatusOptions.requireLinger(linger, page.isPresent());
        if (statusUsers != null && page.isEmpty()) {
            throw new IllegalArgumentException("--status-users is for the status page: also give --status PORT");
        }
        Optional<StatusAccess> access = Optional.ofNullable(statusUsers).map(StatusAccess::read);
        IdentityDirectory own =
                new IdentityDirectory(GivenOptions.required(action, HostOptions.IDENTITY, host.identity()));
        SignedPlan signed = planned.read();
        CoordinatorNode node = host.node(own, context.clock()).listeningAt(address);
        if (patience != null) {
            if (patience < 1) {
                throw new IllegalArgumentException("--patience must be at least 1 s, was " + patience);
            }
            node.withPatience(Duration.ofSeconds(patience));
        }
        Optional<WeightMatrix> known = known(signed); // before it listens
        StudyPlan plan = signed.plan();
        context.note(LogEvent.of(
                        "study-started",
                        "study " + plan.name() + ": quorum " + plan.quorum() + " of "
                                + Words.count(plan.sites().size(), "site") + ", at most "
                                + Words.count(plan.rounds(), "round") + " of at most "
                                + Words.time(plan.deadline()) + " each")
                .ofStudy(plan.name()));
        Optional<SecurityNotices> notices = host.service().securityNotices();
        notices.ifPresent(node::withSecurityNotices);
        CoordinatorWatch watch = new CoordinatorWatch(
                context,
                plan,
                signed.method(),
                page,
                access.map(who -> new CoordinatorWatch.Users(who, new PageOperator(node, signed, notices, context))),
                host.service());
        try {
            NetworkResult outcome = run(node, signed, watch, known);
            ended = watch;
            return outcome;
        } finally {
            ServiceOptions.close(notices, context);
            if (ended == null) {
                watch.close();
            }
        }
    }

    private NetworkResult run(
            CoordinatorNode node, SignedPlan signed, CoordinatorWatch watch, Optional<WeightMatrix> known)
            throws IOException, InterruptedException {
        if (out == null) {
            return StudyReport.result(signed.plan(), node.run(signed, watch), known);
        }
        try (RestartableOutput output = RestartableOutput.prepare(out, () -> node.hasBegun(signed))) {
            NetworkResult outcome = StudyReport.result(signed.plan(), node.run(signed, watch), known);
            output.write(outcome);
            return outcome;
        }
    }

    @Override
    public void afterwards(CommandContext context) throws InterruptedException {
        if (ended != null) {
            try (CoordinatorWatch watch = ended) {
                watch.linger(linger);
            }
        }
    }
}
