// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.GivenOptions.OptionsOfAction;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.study.options.MemberOptions;
import io.hedgerow.samples.cli.study.options.PlanOptions;
import io.hedgerow.samples.cli.study.options.ServiceOptions;
import io.hedgerow.samples.doctor.Checkup;
import io.hedgerow.samples.learn.PersonalWeights;
import io.hedgerow.samples.learn.SiteFileNames;
import io.hedgerow.samples.network.NetworkFiles;
import io.hedgerow.samples.operate.SiteReport;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog.LogEvent;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.output.Result;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteEvent;
import io.hedgerow.transport.node.StudyEnd;
import io.hedgerow.transport.security.SecurityNotices;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "site",
        description = {
            "Join a study with the rows of this site.",
            "",
            "join: checks the plan against the site's own rules, asks the coordinator whether this site is "
                    + "welcome, and answers until the study ends. The budget of the data set is charged for the whole "
                    + "study with the first task, when the sites that it needs are there. If it is killed, start it "
                    + "again: it continues where it was and sends what it had stored. If the rules refuse the plan it "
                    + "ends with exit code 5 before any data is opened.",
            "",
            "doctor: checks everything that could keep the site from joining, and says how to fix it. It compares "
                    + "a file with what this site has charged, by digests of its rows, computes nothing else from "
                    + "rows, charges nothing and changes nothing. --coordinator may be left out. Ends with 0 if "
                    + "nothing failed, 5 if the study would be refused, 3 if a file or certificate must be "
                    + "repaired, 7 if the coordinator cannot be reached."
        })
public final class SiteCommand extends SubCommand {

    public enum Action implements OptionsOfAction {
        JOIN,
        DOCTOR;

        @Override
        public List<String> options() {
            List<String> read = GivenOptions.names(MemberOptions.class, PlanOptions.class);
            if (this == JOIN) {
                read.addAll(List.of("--patience", "--personalise", "--out"));
            } else {
                read.removeAll(ServiceOptions.OF_A_RUN);
            }
            return read;
        }
    }

    @Parameters(index = "0", paramLabel = "ACTION", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Action action = Action.JOIN;

    @Mixin
    private MemberOptions own = new MemberOptions();

    @Mixin
    private PlanOptions plan = new PlanOptions();

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            description = "join: give up after this long without a coordinator, or without the database of the "
                    + "rows; default a day.")
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
        GivenOptions.requireOnly(spec(), action);
        return action == Action.DOCTOR ? Checkup.of(own.setup(plan, context), context.clock()) : join(context);
    }

    private Result join(CommandContext context) throws IOException, InterruptedException {
        String address = GivenOptions.required(
                action, MemberOptions.COORDINATOR, own.coordinator().orElse(null));
        if (patience < 1) {
            throw new IllegalArgumentException("--patience must be at least 1 s, was " + patience);
        }
        if (personalise != (out != null)) {
            throw new IllegalArgumentException(
                    personalise
                            ? "--personalise writes a file: give --out DIR"
                            : "--out is where --personalise writes: give --personalise, or leave --out out");
        }
        SignedPlan signed = plan.read();
        Site here = own.site(context.clock());
        Optional<SecurityNotices> notices = own.service().securityNotices();
        long began = System.nanoTime();
        try {
            for (int attempts = 0; ; attempts++) {
                try (Membership membership = joined(here, signed, address, notices, context)) {
                    return result(membership, context, signed);
                } catch (DataException e) {
                    Duration pause = pause(attempts);
                    if (!e.isTemporary()
                            || System.nanoTime() - began + pause.toNanos() > TimeUnit.SECONDS.toNanos(patience)) {
                        throw e;
                    }
                    context.warn(event(signed, "site-waits", "tries again to join: " + Words.reason(e)));
                    Thread.sleep(pause.toMillis());
                }
            }
        } finally {
            ServiceOptions.close(notices, context);
        }
    }

    /** How long to wait before a source is asked again that was away: a second, and up to half a minute. */
    private static Duration pause(int attempts) {
        return Duration.ofSeconds(Math.min(30, 1L << Math.min(attempts, 5)));
    }

    private Result result(Membership membership, CommandContext context, SignedPlan signed)
            throws IOException, InterruptedException {
        own.withKeys(membership).withPatience(Duration.ofSeconds(patience));
        if (out == null) {
            return SiteReport.of(run(membership, context, signed), signed.plan(), Optional.empty());
        }
        membership.personalised();
        try (OutputDirectory directory = OutputDirectory.prepare(out)) {
            StudyEnd end = run(membership, context, signed);
            return SiteReport.of(end, signed.plan(), personal(end, directory));
        }
    }

    private Membership joined(
            Site here, SignedPlan signed, String address, Optional<SecurityNotices> notices, CommandContext context)
            throws IOException {
        try {
            return here.join(
                    signed,
                    own.rows(signed, context),
                    address,
                    notice -> notices.ifPresent(open -> open.accept(notice)));
        } catch (PrivacyException e) {
            own.decline(here, signed, e);
            throw e;
        }
    }

    private StudyEnd run(Membership membership, CommandContext context, SignedPlan signed) throws InterruptedException {
        AtomicBoolean tasked = new AtomicBoolean();
        ServiceOptions service = own.service();
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
        return LogEvent.of(name, text).ofStudy(signed.plan().name()).ofSite(own.name());
    }

    private Optional<Path> personal(StudyEnd end, OutputDirectory directory) throws IOException {
        if (end.personal().isEmpty()) {
            return Optional.empty();
        }
        String name = SiteFileNames.of(List.of(own.name())).get(0) + ".csv";
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
            case WAITING -> context.warn(event(signed, "site-waits", event.text()));
            case WARNING -> context.warn(event(signed, "site-warning", event.text()));
        }
    }
}
