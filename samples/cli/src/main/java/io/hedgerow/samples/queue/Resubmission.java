// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.identity.DocumentDigest;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.identity.Officers;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks that a study is resubmitted to the queue only with its own plan. */
final class Resubmission {

    private Resubmission() {}

    /**
     * Requires that a study may be submitted again: it is over, or its files cannot be read, and the plan is its own.
     *
     * @param rules those of a site that are submitted with it: they name the officers only of a study without its own
     */
    static void require(QueuedStudy before, SignedPlan signed, Optional<Path> rules) {
        Path plan = before.folder().resolve(QueuedStudy.PLAN);
        try {
            requireSame(before, signed.plan(), StudyPlan.read(plan).digest());
        } catch (StudyPlanException e) {
            signatures(plan).ifPresent(known -> requireSame(before, signed.plan(), known.digest()));
            requireSuccessor(before, signed, before.rules().or(() -> rules), e);
        }
        if (before.state().isOpen() && isReadable(before)) {
            throw new IllegalArgumentException("study " + before.name() + " is " + Words.dashed(before.state())
                    + " already: cancel it first, or let it go on");
        }
    }

    private static void requireSame(QueuedStudy before, StudyPlan plan, DocumentDigest known) {
        if (!known.equals(plan.digest())) {
            throw new IllegalArgumentException("there is a study " + before.name() + " with another plan, "
                    + known.hex().substring(0, 16) + "…: a name belongs to one plan, also when its study has"
                    + " ended; have this one signed under another name");
        }
    }

    private static boolean isReadable(QueuedStudy study) {
        try {
            study.plan();
            return true;
        } catch (StudyPlanException e) {
            return false;
        }
    }

    /** The signatures of a plan, which also say which plan it was; empty where they cannot be read either. */
    private static Optional<DocumentSignatures> signatures(Path plan) {
        try {
            return Optional.of(DocumentSignatures.read(DocumentSignatures.beside(plan), StudyPlan.KIND));
        } catch (IdentityException e) {
            return Optional.empty();
        }
    }

    /**
     * Requires that a plan can take the place of one that cannot be read. Journals at both ends are bound to the plan
     * besides, so that no study goes on with another one.
     */
    private static void requireSuccessor(
            QueuedStudy before, SignedPlan signed, Optional<Path> rules, StudyPlanException damage) {
        DocumentDigest digest = signed.plan().digest();
        DocumentSignatures signatures = signed.signatures();
        try {
            if (!before.name().equals(signed.plan().name())) {
                throw new IllegalArgumentException("there is a study " + before.name() + ", and names must not differ"
                        + " by capitals alone: have this one signed under another name");
            }
            Officers officers = rules.map(file -> SiteRules.read(file).officers())
                    .orElseGet(() -> new Officers(signers(signatures), 1));
            officers.require(digest, signatures);
        } catch (IdentityException e) {
            throw new IdentityException(
                    e.reason(),
                    "the plan with which study " + before.name() + " was submitted cannot be read ("
                            + Words.reason(damage) + "), so only one with the signatures of its officers beside it"
                            + " takes its place: " + Words.reason(e),
                    e);
        }
    }

    private static List<PublicSigningKey> signers(DocumentSignatures signatures) {
        List<PublicSigningKey> keys = signatures.signers();
        if (keys.isEmpty()) {
            throw new IdentityException(
                    Reason.SIGNATURES, "there is no good signature: submit the plan with the file of its signatures");
        }
        return keys;
    }
}
