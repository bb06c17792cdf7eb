// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.GivenOptions.OptionsOfAction;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.study.options.PassphraseOptions;
import io.hedgerow.samples.columns.MappingFile;
import io.hedgerow.samples.enrol.EarlierPlans;
import io.hedgerow.samples.enrol.InsecurePlanDraft;
import io.hedgerow.samples.enrol.PlanTasks;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.samples.learn.options.CentreWarning;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.samples.output.Result;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.Officers;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "study",
        description = {
            "Begin, check, sign and verify the plan of a study (docs/study-file.md).",
            "",
            "init writes a plan with the columns of --data. It suggests bounds from the data, which is not "
                    + "private, and marks every value that a person must confirm. Every command, site and "
                    + "coordinator refuses a plan with a mark. Where a column may say whose a row is, --person or "
                    + "--rows-are-units must say what is protected.",
            "",
            "check and sign refuse a plan that its sites and coordinator could not run: an unknown algorithm or "
                    + "parameter, a value out of range, messages too large to send, a centre that bounds contradict, a "
                    + "budget that is expected to find nothing unless the plan says despiteForecast: true.",
            "",
            "With --rules, check says whether a site would join; if not, it gives every reason and ends with "
                    + "exit code 5. No data is opened. Signatures are in a file beside the plan, whose name ends "
                    + "in .sig.",
            "",
            "check and sign name earlier plans whose exact sums would tell too much together with those of this one,"
                    + " as where one hospital more or less takes part.",
            "",
            "algorithm.id is one of {METHODS-OF-PLANS:promise}, which need privacy and the public number of rows or"
                    + " users of every site, or {METHODS-OF-PLANS:open}, which need insecureNoPrivacy."
                    + " The plan alone decides what a site is charged."
        })
public final class StudyCommand extends SubCommand {

    private static final String PASSPHRASE = String.join(" ", PassphraseOptions.NAMES);

    public enum Action implements OptionsOfAction {
        INIT("--data", "--mapping", "--person", "--rows-are-units", "--sites", "--coordinator", "--name"),
        CHECK("--rules", "--site", "--earlier"),
        DIGEST(""),
        SIGN("--key", PASSPHRASE, "--earlier"),
        VERIFY("--rules", "--officer", "--threshold");

        private final String options;

        Action(String... options) {
            this.options = String.join(" ", options);
        }

        @Override
        public List<String> options() {
            return List.of(options.split(" "));
        }
    }

    @Parameters(index = "0", paramLabel = "ACTION", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Action action = Action.CHECK;

    @Parameters(index = "1", paramLabel = "FILE", description = "The plan, a YAML file.")
    private @Nullable Path file;

    @Option(
            names = "--rules",
            paramLabel = "FILE",
            description = "check, verify: a site's rules for joining, a YAML file with the section join.")
    private @Nullable Path rules;

    @Option(names = "--site", paramLabel = "NAME", description = "check: the site whose rules they are.")
    private @Nullable String site;

    @Option(
            names = "--earlier",
            paramLabel = "PATH",
            description = "check, sign: an earlier plan, or a directory with signed ones. May be repeated. Signed plans"
                    + " beside the new one are looked at anyway.")
    private List<Path> earlier = new ArrayList<>();

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "init: a file of rows as for learn, with names of columns and numbers.")
    private @Nullable Path data;

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description = "init: what its columns mean, in YAML, as for learn.")
    private @Nullable Path mapping;

    @Option(
            names = "--person",
            paramLabel = "COLUMN",
            description = "init: the column that says whose a row is; individuals are protected with all their rows.")
    private @Nullable String user;

    @Option(
            names = "--rows-are-units",
            description = "init: every row is another individual's, also where a column looks as if it said whose.")
    private boolean rowsAreUnits;

    @Option(
            names = "--sites",
            split = ",",
            paramLabel = "NAME",
            description = "init: names of the sites; default site-1,site-2,site-3.")
    private List<String> sites = new ArrayList<>();

    @Option(names = "--coordinator", paramLabel = "NAME", description = "init: its name; default hub.")
    private @Nullable String coordinator;

    @Option(names = "--name", paramLabel = "NAME", description = "init: of the study; default my-study.")
    private @Nullable String name;

    @Option(names = "--key", paramLabel = "FILE", description = "sign: the officer's or analyst's private key.")
    private @Nullable Path key;

    @Mixin
    private PassphraseOptions passphrase = new PassphraseOptions();

    @Option(names = "--officer", paramLabel = "KEY", description = "verify: an officer's public key. May be repeated.")
    private List<String> officers = new ArrayList<>();

    @Option(
            names = "--threshold",
            paramLabel = "K",
            description = "verify: how many of the officers must have signed; default all.")
    private @Nullable Integer threshold;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("Begin a plan", "study init study.yaml --data mine.csv --sites north,south,west"),
                new Example("Check a plan", "study check study.yaml"),
                new Example(
                        "Find out whether a site would join", "study check study.yaml --rules join.yaml --site north"),
                new Example("See what sites allow and officers sign", "study digest study.yaml"),
                new Example("Sign it", "study sign study.yaml --key officer.key"),
                new Example("Verify the signatures", "study verify study.yaml --rules join.yaml"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        GivenOptions.requireOnly(spec(), action);
        if (file == null) {
            throw new IllegalArgumentException(
                    "the plan's file must be given after the action, such as study check study.yaml");
        }
        Path path = file;
        if (action == Action.INIT) {
            return init(path);
        }
        StudyPlan plan = StudyPlan.read(path);
        Path signatures = DocumentSignatures.beside(path);
        return switch (action) {
            case INIT -> throw new IllegalStateException("done before");
            case CHECK -> new EarlierPlans(path, earlier).tell(plan, check(plan, signatures));
            case DIGEST -> PlanTasks.digest(plan);
            case SIGN -> new EarlierPlans(path, earlier).tell(plan, sign(plan, signatures));
            case VERIFY -> SignedDocuments.verify(plan.digest(), board(), signatures);
        };
    }

    private Result init(Path plan) throws IOException {
        Path rows = GivenOptions.required(action, "--data", data);
        if (Files.exists(plan)) {
            throw new IllegalArgumentException(plan + " exists, and a plan is not replaced: name another file");
        }
        List<String> names = sites.isEmpty() ? List.of("site-1", "site-2", "site-3") : sites;
        if (user != null && rowsAreUnits) {
            throw new IllegalArgumentException(
                    "--person and --rows-are-units contradict each other: leave one of them" + " out");
        }
        return InsecurePlanDraft.write(
                rows,
                mapping == null ? MappingFile.none() : MappingFile.read(mapping),
                user != null
                        ? new InsecurePlanDraft.Unit.User(user)
                        : rowsAreUnits ? new InsecurePlanDraft.Unit.Rows() : new InsecurePlanDraft.Unit.Unsaid(),
                Objects.requireNonNullElse(name, "my-study"),
                Objects.requireNonNullElse(coordinator, "hub"),
                names.stream().map(SiteId::new).toList(),
                plan);
    }

    /** Signs a plan, after checking that it can run. */
    private FactList sign(StudyPlan plan, Path signatures) {
        Path officer = GivenOptions.required(action, "--key", key);
        PlannedMethod.checked(plan);
        return PlanTasks.forecast(
                plan, SignedDocuments.sign(plan.digest(), officer, passphrase.of(officer), signatures));
    }

    private FactList check(StudyPlan plan, Path signatures) {
        if ((rules == null) != (site == null)) {
            throw new IllegalArgumentException("--rules and --site must be given together: also give "
                    + (rules == null ? "--rules FILE" : "--site NAME"));
        }
        PlannedMethod.checked(plan);
        FactList facts = rules == null
                ? PlanTasks.describe(plan)
                : PlanTasks.check(plan, signatures, SiteRules.read(rules), new SiteId(Objects.requireNonNull(site)));
        FactList all = PlanTasks.multiSiteCost(plan)
                .map(text -> facts.fact("atSeveralSites", text))
                .orElse(facts);
        FactList judged = PlanTasks.forecast(plan, all);
        return CentreWarning.ofPlan(
                        plan.algorithm().id(),
                        plan.algorithm().parameters().keySet(),
                        plan.schema().hasCategories())
                .map(text -> judged.fact("note", text))
                .orElse(judged);
    }

    private Officers board() {
        Optional<Officers> given = SignedDocuments.officers(officers, Optional.ofNullable(threshold));
        if (given.isPresent() == (rules != null)) {
            throw new IllegalArgumentException("either --rules or --officer must be given with the action verify");
        }
        return given.orElseGet(
                () -> SiteRules.read(Objects.requireNonNull(rules)).officers());
    }
}
