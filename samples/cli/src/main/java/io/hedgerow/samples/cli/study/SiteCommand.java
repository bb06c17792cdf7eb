// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.OptionsOfAction;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.doctor.Checkup;
import io.hedgerow.samples.doctor.SiteDoctor;
import io.hedgerow.samples.doctor.SiteSetup;
import io.hedgerow.samples.learn.PersonalWeights;
import io.hedgerow.samples.learn.SiteFileNames;
import io.hedgerow.samples.learn.sites.FormatOptions;
import io.hedgerow.samples.network.NetworkFiles;
import io.hedgerow.samples.operate.SiteReport;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.LogEvent;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.source.SourceFile;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.link.HttpProxy;
import io.hedgerow.transport.internal.link.NodeAddress;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteEvent;
import io.hedgerow.transport.node.SiteHome;
import io.hedgerow.transport.node.StudyEnd;
import io.hedgerow.transport.security.SecurityNotices;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hedgerow site}: runs one site of a study between processes. */
@Command(
        name = "site",
        description = {
            "Join a study with the rows of this site.",
            "",
            "join: checks the plan against the site's own rules, asks the coordinator whether this site is "
                    + "welcome, charges the budget of the data set for the whole study and answers until the study "
                    + "ends. If it is killed, start it again: it continues where it was and sends what it had "
                    + "stored. If the rules refuse the plan it ends with exit code 5 before any data is opened.",
            "",
            "doctor: checks everything that could keep the site from joining, and says how to fix it. It reads "
                    + "no row, charges nothing and changes nothing. --coordinator may be left out. Ends with 0 if "
                    + "nothing failed, 5 if the study would be refused, 3 if a file or certificate must be "
                    + "repaired, 7 if the coordinator cannot be reached."
        })
public final class SiteCommand extends SubCommand {

    public enum Action implements OptionsOfAction {
        JOIN("--patience --personalise --out --probes " + ServiceOptions.NOTICES),
        DOCTOR("");

        private final String more;

        Action(String more) {
            this.more = more;
        }

        @Override
        public List<String> options() {
            String both = "--site --study --rules --policy --identity --data --home --anchors --roster"
                    + " --coordinator --config --log-format --proxy --proxy-credentials "
                    + String.join(" ", PassphraseOptions.NAMES) + " " + FormatOptions.NAMES + " ";
            return List.of((both + more).split(" "));
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ACTION", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Action action = Action.JOIN;

    @Option(names = "--site", required = true, paramLabel = "NAME", description = "This site's name in the plan.")
    @SuppressWarnings("NullAway.Init") // required
    private String site;

    @Option(names = "--study", required = true, paramLabel = "FILE", description = "The plan, as officers signed it.")
    @SuppressWarnings("NullAway.Init") // required
    private Path study;

    @Option(
            names = "--rules",
            required = true,
            paramLabel = "FILE",
            description = "What this site insists on, a YAML file with the section join.")
    @SuppressWarnings("NullAway.Init") // required
    private Path rules;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "The policy of the data set, with its budget; needed if the plan has a budget.")
    private @Nullable Path policy;

    @Option(
            names = "--identity",
            required = true,
            paramLabel = "DIR",
            description = "The site's keys and certificate, see enrol.")
    @SuppressWarnings("NullAway.Init") // required
    private Path identity;

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description =
                    "The rows: a CSV file, plain or .gz, a file of a connector (Arrow, Parquet), or a .yaml file with"
                            + " a database query that gives them.")
    @SuppressWarnings("NullAway.Init") // required
    private Path data;

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = "--home",
            required = true,
            paramLabel = "DIR",
            description =
                    "The directory of what must survive a restart: ledger, journals, egress log, security " + "log.")
    @SuppressWarnings("NullAway.Init") // required
    private Path home;

    @Option(
            names = "--anchors",
            paramLabel = "DIR",
            description = "Keep the last hash of the ledger in DIR too, outside of --home and of its backups, so that "
                    + "an older home that was put back is refused. Asked for again as the policy says.")
    private @Nullable Path anchors;

    @Option(
            names = "--roster",
            paramLabel = "FILE",
            description = "The roster of secure aggregation, as officers signed it.")
    private @Nullable Path roster;

    @Option(
            names = "--coordinator",
            paramLabel = "HOST:PORT",
            description = "Where the coordinator listens. HOST must be in its certificate.")
    private @Nullable String coordinator;

    @Option(
            names = "--proxy",
            paramLabel = "HOST:PORT",
            description = "Dial through this proxy, by HTTP's CONNECT. TLS stays between site and coordinator.")
    private @Nullable String proxy;

    @Option(
            names = "--proxy-credentials",
            paramLabel = "FILE",
            description = "A file with one line, USER:PASSWORD, for a proxy that wants a password; only its "
                    + "owner may read it.")
    private @Nullable Path proxyCredentials;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            description = "join: give up after this long without a coordinator; default a day.")
    private long patience = 86_400;

    @Option(
            names = "--personalise",
            fallbackValue = "true",
            description = "join: after the study refit the network's weights by this site's rows alone, and write "
                    + "personal/SITE.csv to the directory of --out. Nothing leaves. The site's rules must say "
                    + "personalWeights: true; not with a privacy budget. With {METHODS-OF-PLANS:network-to-sites}"
                    + " the plan must say network-to-sites: true.")
    private boolean personalise;

    @Option(names = "--out", paramLabel = "DIR", description = "join: where --personalise writes.")
    private @Nullable Path out;

    @Mixin
    private PassphraseOptions passphrase = new PassphraseOptions();

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Override
    public EventLog.Format logFormat() {
        return service.logFormat();
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "Join a study with a budget",
                        "site join --site north --study study.yaml --rules join.yaml --policy policy.yaml --identity"
                                + " identity --data rows.csv --home state --coordinator hub.example.org:7433"),
                new Example(
                        "Find out beforehand what would keep the site from joining",
                        "site doctor --site north --study study.yaml --rules join.yaml --policy policy.yaml --identity"
                                + " identity --data rows.csv --home state --coordinator hub.example.org:7433"),
                new Example(
                        "Write this site's own weights on the network that was learned",
                        "site join --site north --study study.yaml --rules join.yaml --identity identity --data"
                                + " rows.csv --home state --coordinator hub.example.org:7433 --personalise --out"
                                + " result"),
                new Example(
                        "With secure aggregation",
                        "site join --site north --study study.yaml --roster roster.yaml --rules join.yaml --policy"
                                + " policy.yaml --identity identity --data rows.csv --home state --coordinator"
                                + " hub.example.org:7433"),
                new Example("As a service, with these options in a file", "site join --config site.yaml"));
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        GivenOptions.requireOnly(spec, action);
        return action == Action.DOCTOR ? doctor(context) : join(context);
    }

    private Checkup doctor(CommandContext context) {
        Optional<SiteSetup.Address> address = Optional.ofNullable(coordinator)
                .map(text -> NodeAddress.parse("--coordinator", text, 1))
                .map(parsed -> new SiteSetup.Address(parsed.getHostString(), parsed.getPort()));
        return new SiteDoctor(
                        new SiteSetup(
                                site,
                                study,
                                Optional.ofNullable(roster),
                                rules,
                                Optional.ofNullable(policy),
                                new IdentityDirectory(identity),
                                data,
                                reading -> format.ofSite(data, reading),
                                new SiteHome(home),
                                Optional.ofNullable(anchors),
                                address,
                                proxied(),
                                passphrase.of(signingKey())),
                        context.clock())
                .examine();
    }

    private Path signingKey() {
        return new IdentityDirectory(identity).signingKey();
    }

    private Optional<HttpProxy> proxied() {
        if (proxy == null && proxyCredentials != null) {
            throw new IllegalArgumentException("--proxy-credentials needs a proxy: also give --proxy HOST:PORT");
        }
        return Optional.ofNullable(proxy).map(text -> HttpProxy.of(text, Optional.ofNullable(proxyCredentials)));
    }

    private Result join(CommandContext context) throws IOException, InterruptedException {
        String address = GivenOptions.required(action, "--coordinator", coordinator);
        NodeAddress.parse("--coordinator", address, 1);
        if (patience < 1) {
            throw new IllegalArgumentException("--patience must be at least 1 s, was " + patience);
        }
        if (personalise != (out != null)) {
            throw new IllegalArgumentException(
                    personalise
                            ? "--personalise writes a file: give --out DIR"
                            : "--out is where --personalise writes: give --personalise, or leave --out out");
        }
        SignedPlan signed = SignedPlan.read(study, Optional.ofNullable(roster));
        if (policy != null && SourceFile.dataset(data).isPresent()) {
            SourceFile.requireOf(data, SitePolicy.read(policy).dataset());
        }
        Site own = new Site(
                new SiteId(site),
                new IdentityDirectory(identity),
                rules,
                Optional.ofNullable(policy),
                new SiteHome(home),
                context.clock(),
                Optional.ofNullable(anchors));
        Optional<SecurityNotices> notices = service.securityNotices();
        try (Membership membership = own.join(
                signed,
                SourceFile.open(data, format.ofSite(data, signed.reading(own.name()))),
                address,
                notice -> notices.ifPresent(open -> open.accept(notice)))) {
            membership.withPatience(Duration.ofSeconds(patience)).withPassphrase(passphrase.typed(signingKey()));
            if (proxied().isPresent()) {
                membership.withProxy(String.valueOf(proxy), Optional.ofNullable(proxyCredentials));
            }
            if (out == null) {
                return SiteReport.of(run(membership, context, signed), Optional.empty());
            }
            membership.personalised();
            try (OutputDirectory directory = OutputDirectory.prepare(out)) {
                StudyEnd end = run(membership, context, signed);
                return SiteReport.of(end, personal(end, directory));
            }
        } finally {
            ServiceOptions.close(notices, context);
        }
    }

    private StudyEnd run(Membership membership, CommandContext context, SignedPlan signed) throws InterruptedException {
        AtomicBoolean tasked = new AtomicBoolean();
        Optional<StatusServer> probes = service.probes(
                context,
                Optional.of(signed.plan()),
                () -> tasked.get() ? Optional.empty() : Optional.of("no task has come from the coordinator yet"));
        StudyEnd end;
        try {
            end = membership.run(event -> {
                tasked.compareAndSet(false, event.kind() == SiteEvent.Kind.TASK);
                tell(context, signed, event);
            });
        } finally {
            probes.ifPresent(StatusServer::close);
        }
        String how =
                end.before() ? "had ended before" : end.state().map(Enum::name).orElse("without a result");
        context.step(event(signed, "study-ended", how));
        return end;
    }

    private LogEvent event(SignedPlan signed, String name, String text) {
        return LogEvent.of(name, text).ofStudy(signed.plan().name()).ofSite(site);
    }

    private Optional<Path> personal(StudyEnd end, OutputDirectory directory) throws IOException {
        if (end.personal().isEmpty()) {
            return Optional.empty();
        }
        String name = SiteFileNames.of(List.of(site)).get(0) + ".csv";
        directory.writeIn(
                PersonalWeights.FOLDER, name, NetworkFiles.csv(end.personal().get()));
        return Optional.of(directory.commit().get(0));
    }

    private void tell(CommandContext context, SignedPlan signed, SiteEvent event) {
        switch (event.kind()) {
            case TASK -> {
                context.step(event(signed, "task", event.text()).ofRound(event.round()));
                context.progress()
                        .update(new Progress.Step(
                                "round", event.round() + 1L, signed.plan().rounds(), 0));
            }
            case NOTE -> context.note(event(signed, "site-note", event.text()));
        }
    }
}
