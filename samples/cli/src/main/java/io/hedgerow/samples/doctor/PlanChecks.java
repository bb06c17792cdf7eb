// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.samples.doctor.Checkup.Finding;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.internal.key.SigningTokens.OpenedKey;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.SiteRules.PlanRefusal;
import io.hedgerow.transport.study.SiteRules.PlanRefusal.Rule;
import io.hedgerow.transport.study.StudyPlan;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks the plan, its signatures, and whether this site would accept it. */
record PlanChecks(Checkup checkup, SiteSetup setup) {

    Optional<SignedPlan> examine() {
        Optional<SignedPlan> signed = checkup.attempt(
                "plan",
                "get study.yaml and study.yaml.sig, and with secure aggregation roster.yaml and roster.yaml.sig, "
                        + "from the analyst",
                () -> SignedPlan.read(setup.study(), setup.roster()));
        signed.ifPresent(plan -> checkup.add(Finding.pass(
                "plan", "study " + plan.plan().name() + ", " + plan.plan().digest())));
        Optional<SiteRules> rules = checkup.attempt(
                "rules", "docs/study-file.md describes the section join", () -> SiteRules.read(setup.rules()));
        if (signed.isEmpty() || rules.isEmpty()) {
            String first = signed.isEmpty() ? "the plan comes first" : "the rules come first";
            if (rules.isPresent()) {
                checkup.add(Finding.skip("rules", first));
            }
            checkup.add(Finding.skip("signatures", first));
            checkup.add(Finding.skip("roster", first));
        } else {
            rules(signed.get(), rules.get());
            roster(signed.get(), rules.get());
        }
        if (signed.isEmpty()) {
            skip("the plan comes first", "noise", "algorithm", "forecast");
        } else if (noise(signed.get().plan())) {
            algorithm(signed.get().plan());
        } else {
            skip("the noise comes first", "algorithm", "forecast");
        }
        return signed;
    }

    private void skip(String why, String... checks) {
        for (String check : checks) {
            checkup.add(Finding.skip(check, why));
        }
    }

    /** Opens the plan's source of noise as joining does, which draws one number of each law; false when it cannot. */
    private boolean noise(StudyPlan plan) {
        if (plan.privacy().budget().isEmpty()) {
            checkup.add(Finding.skip("noise", "the plan has no privacy budget"));
            return true;
        }
        String name = plan.privacy().budget().get().noise();
        try {
            NoiseSource.byId(name);
            checkup.add(Finding.pass("noise", "source " + name + " draws here"));
            return true;
        } catch (IllegalArgumentException e) {
            checkup.add(Finding.fail(
                    "noise",
                    ExitCode.REFUSED,
                    Words.reason(e),
                    "put the source's jar and its library, of the releases that belong together, on the class path,"
                            + " see Noise of another source in docs/guides/site-engineer.md; or ask the analyst for a"
                            + " plan with another source"));
            return false;
        }
    }

    private void rules(SignedPlan signed, SiteRules rules) {
        List<PlanRefusal> refusals = rules.refusals(signed.plan(), signed.signatures(), new SiteId(setup.site()));
        List<PlanRefusal> others =
                refusals.stream().filter(one -> one.rule() != Rule.SIGNATURES).toList();
        for (PlanRefusal refusal : others) {
            checkup.add(Finding.fail(
                    "rules",
                    ExitCode.REFUSED,
                    refusal.message(),
                    refusal.rule() == Rule.NOT_NAMED
                            ? "give the name of the plan as --site, or have a plan with this site signed"
                            : "ask for another plan; change " + setup.rules()
                                    + " only if those who answer for the data agree"));
        }
        if (others.isEmpty()) {
            checkup.add(Finding.pass("rules", "the site's rules allow the plan"));
        }
        refusals.stream()
                .filter(one -> one.rule() == Rule.SIGNATURES)
                .findFirst()
                .ifPresentOrElse(
                        refusal -> checkup.add(Finding.fail(
                                "signatures",
                                ExitCode.REFUSED,
                                refusal.message(),
                                "have officers sign it with `study sign`")),
                        () -> checkup.add(Finding.pass(
                                "signatures",
                                rules.officers().threshold() + " of "
                                        + rules.officers().keys().size() + " officers are needed and have signed")));
    }

    private void roster(SignedPlan signed, SiteRules rules) {
        if (signed.roster().isEmpty()) {
            checkup.add(Finding.skip("roster", "the plan has no secure aggregation"));
            return;
        }
        checkup.attempt("roster", "have the officers make and sign a roster that fits, see `enrol roster`", () -> {
                    signed.requireRoster(rules);
                    RosterDocument document = signed.roster().get().document();
                    return document.members().stream()
                            .filter(member -> member.site().value().equals(setup.site()))
                            .map(RosterDocument.Member::key)
                            .findFirst()
                            .map(this::own)
                            .orElseGet(() -> Finding.fail(
                                    "roster",
                                    ExitCode.REFUSED,
                                    "the roster does not name " + setup.site(),
                                    "have the officers sign a roster with this site"));
                })
                .ifPresent(checkup::add);
    }

    private Finding own(PublicSigningKey listed) {
        try (OpenedKey key = SigningKey.open(setup.identity(), setup.passphrase())) {
            return key.publicKey().equals(listed)
                    ? Finding.pass("roster", "signed, and with this site's key")
                    : Finding.fail(
                            "roster",
                            ExitCode.REFUSED,
                            "the roster has key " + listed.hex() + " for this site, " + source() + " is "
                                    + key.publicKey().hex(),
                            "use the identity whose key is in the roster, or have a roster with this key signed");
        } catch (IdentityException e) {
            return Finding.skip("roster", "signed; the keys come first");
        }
    }

    private Path source() {
        return SigningKey.isOnToken(setup.identity())
                ? setup.identity().signingToken()
                : setup.identity().signingKey();
    }

    private void algorithm(StudyPlan plan) {
        checkup.attempt(
                        "algorithm",
                        "ask the analyst for a plan that this release can run",
                        () -> PlannedMethod.of(plan))
                .ifPresentOrElse(
                        method -> {
                            checkup.add(Finding.pass(
                                    "algorithm",
                                    plan.algorithm().id() + ", at most " + Words.count(plan.rounds(), "round")
                                            + " of at most " + Words.time(plan.deadline())));
                            forecast(plan);
                        },
                        () -> checkup.add(Finding.skip("forecast", "the algorithm comes first")));
    }

    private boolean isPaid(StudyPlan plan) {
        try {
            return LedgerHistory.isIn(setup.home().ledger())
                    && LedgerHistory.read(setup.home().ledger()).spent().studies().stream()
                            .anyMatch(one -> one.study().equals(plan.name()) && one.copies() > 0);
        } catch (PrivacyException | UncheckedIOException e) {
            return false; // reported with the budget
        }
    }

    /** What the budget is expected to buy; a site that has paid goes on whatever it is. */
    private void forecast(StudyPlan plan) {
        checkup.attempt("forecast", "ask the analyst for a plan whose budget buys something", () -> {
                    if (isPaid(plan)) {
                        return Finding.skip("forecast", "this study was charged before, and goes on");
                    }
                    PlannedMethod.requireForecast(plan);
                    return PlannedMethod.forecast(plan)
                            .map(text -> plan.despiteForecast() && PlannedMethod.needsWord(plan)
                                    ? Finding.warn(
                                            "forecast",
                                            text,
                                            "the officers signed despiteForecast: true; ask them why before this"
                                                    + " site pays")
                                    : Finding.pass("forecast", text))
                            .orElseGet(() -> Finding.skip("forecast", "the plan has no privacy budget"));
                })
                .ifPresent(checkup::add);
    }
}
