package io.hedgerow.samples.cli;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.enrol.FactList;
import io.hedgerow.samples.enrol.PlanTasks;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.samples.learn.UnknownCentre;
import io.hedgerow.samples.operate.PlannedSeveralSites;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.Officers;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hedgerow study}: what sites and coordinator agree on. */
@Command(
        name = "study",
        description = {
            "Check, sign and verify the plan of a study, see docs/study-file.md.",
            "",
            "check and sign refuse a plan that its sites and coordinator could not run, as these would: an "
                    + "algorithm or parameter"
                    + " that does not exist, a value out of range, messages that could not be sent.",
            "",
            "With --rules, check says whether a site would join and, if not, every reason; exit code 5 means that "
                    + "it would"
                    + " not. No data is opened. Signatures are in a file beside the plan, whose name ends in .sig.",
            "",
            "algorithm.id is one of dp-gram, dp-dynamic-gram, dp-feature-gram, dp-fed-sparse and dp-fed-bnsl,"
                    + " which need privacy and the public "
                    + "rows.SITE of every"
                    + " site, or fed-sparse, fed-bnsl, gram and direct-lingam, which need insecureNoPrivacy."
                    + " What a site is charged for a plan follows from the plan."
        })
public final class StudyCommand extends SubCommand {

    /** What to do, and with which options. */
    enum Action {
        CHECK("--rules", "--site"),
        DIGEST(""),
        SIGN("--key"),
        VERIFY("--rules", "--officer", "--threshold");

        private final String options;

        Action(String... options) {
            this.options = String.join(" ", options);
        }

        List<String> options() {
            return List.of(options.split(" "));
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

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

    @Option(names = "--key", paramLabel = "FILE", description = "sign: the officer's or analyst's private key.")
    private @Nullable Path key;

    @Option(names = "--officer", paramLabel = "KEY", description = "verify: an officer's public key. May be repeated.")
    private List<String> officers = new ArrayList<>();

    @Option(
            names = "--threshold",
            paramLabel = "K",
            description = "verify: how many of the officers must have signed; default all.")
    private @Nullable Integer threshold;

    /** Nothing chosen. */
    public StudyCommand() {}

    @Override
    protected List<Example> examples() {
        return List.of(
                new Example("Check a plan", "study check study.yaml"),
                new Example(
                        "Find out whether a site would join", "study check study.yaml --rules join.yaml --site north"),
                new Example("See what sites allow and officers sign", "study digest study.yaml"),
                new Example("Sign it", "study sign study.yaml --key officer.key"),
                new Example("Verify the signatures", "study verify study.yaml --rules join.yaml"));
    }

    @Override
    protected Result run(CommandContext context) {
        GivenOptions.requireOnly(spec, action, action.options());
        Path path = Objects.requireNonNull(file, "file");
        StudyPlan plan = StudyPlan.read(path);
        Path signatures = DocumentSignatures.beside(path);
        return switch (action) {
            case CHECK -> check(plan, signatures);
            case DIGEST -> PlanTasks.digest(plan);
            case SIGN -> sign(plan, signatures);
            case VERIFY -> SignedDocuments.verify(plan.digest(), board(), signatures);
        };
    }

    /** What nobody could run is not worth a signature. */
    private Result sign(StudyPlan plan, Path signatures) {
        Path officer = GivenOptions.required(action, "--key", key);
        PlannedMethod.checked(plan);
        return SignedDocuments.sign(plan.digest(), officer, signatures);
    }

    private Result check(StudyPlan plan, Path signatures) {
        if ((rules == null) != (site == null)) {
            throw new IllegalArgumentException("--rules and --site must be given together, one is missing");
        }
        PlannedMethod.checked(plan);
        FactList facts = rules == null
                ? PlanTasks.describe(plan)
                : PlanTasks.check(plan, signatures, SiteRules.read(rules), new SiteId(Objects.requireNonNull(site)));
        FactList all = PlannedSeveralSites.described(plan)
                .map(text -> facts.fact("atSeveralSites", text))
                .orElse(facts);
        return UnknownCentre.ofPlan(
                        plan.algorithm().id(), plan.algorithm().parameters().keySet())
                .map(text -> all.fact("note", text))
                .orElse(all);
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
