// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.TestFederation;
import io.hedgerow.samples.siteapp.DoorSite.Agreed;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.node.CoordinatorNode.Finished;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rules that refuse no plan, but say what a site does in a study. */
@Tag("slow")
@Timeout(180)
class RulesAtWorkTest {

    static final Set<String> KEYS = Set.of(
            "holdAndApprove",
            "approvalTime",
            "reportSpending",
            "personalWeights",
            "severalExactStudies", // at work in ExactCohortsTest
            "revocationListRequired",
            "minimumRevocationList",
            "maxRevocationListAge");
    private static final SiteId CAREFUL = new SiteId("site-1");

    @TempDir
    Path folder;

    @Test
    void holdAndApprove_withoutAUser_letsNothingLeave() throws Exception {
        LocalStudy study = Agreed.PLAIN.study(folder.resolve("study"), 2, 2);
        Finished finished = run(study, "  holdAndApprove: true\n  approvalTime: 1s\n");
        assertEquals(0, finished.ended().participation().rounds(CAREFUL));
        assertEquals(2, finished.ended().participation().rounds(new SiteId("site-2")));
        Site careful = Site.open(study.site(CAREFUL.value()));
        // that there is no update is all that the coordinator heard
        assertEquals(
                Set.of("failure"),
                EgressLog.verify(careful.home().egress()).bytesByType().keySet());
        String events = Files.readString(careful.home().security());
        assertTrue(events.contains("POLICY_REFUSED"), events);
        assertTrue(events.contains("no one decided within 1 s"), events);
    }

    @Test
    void reportSpending_whenItIsOff_keepsTheCostAtTheSite() throws Exception {
        LocalStudy study = Agreed.PRIVATE.study(folder.resolve("study"), 4, 0);
        Finished finished = run(study, "  reportSpending: false\n");
        assertEquals(
                StudyState.ROUNDS_COMPLETED,
                finished.ended().state(),
                finished.ended().reason());
        for (SiteLink link : finished.links()) {
            assertEquals(link.site().equals(CAREFUL), link.reported().isEmpty(), link.site() + " told");
        }
    }

    @Test
    void revocationList_thatTheRulesDemand_isNeededBeforeAnythingElse_andItsNumberStays() throws Exception {
        LocalStudy study = Agreed.PLAIN.study(folder.resolve("study"), 2, 2);
        Path own = study.site(CAREFUL.value());
        Path newest = study.coordinator().resolve("revoked.crl");
        Files.writeString(
                own.resolve("join.yaml"),
                "  revocationListRequired: true\n  minimumRevocationList: 1\n  maxRevocationListAge: 24h\n",
                StandardOpenOption.APPEND);
        Site careful = Site.open(own);
        UntouchedRows rows = new UntouchedRows(TestFederation.rows(3).get(0));
        PolicyRefusedException e = assertThrows(
                PolicyRefusedException.class, () -> careful.join(SignedPlan.read(study.plan()), rows, "127.0.0.1:1"));
        assertTrue(String.valueOf(e.getMessage()).contains("the rule revocationListRequired demands"), e.getMessage());
        assertEquals(0, rows.readings());

        Files.copy(newest, careful.identity().revocations());
        Finished finished = LocalHub.wholeStudy(study);
        assertEquals(2, finished.ended().participation().rounds(CAREFUL));
        assertTrue(
                Files.readString(careful.home().path().resolve("revocations")).endsWith(" 1\n"));

        Files.delete(careful.identity().revocations());
        Files.writeString(
                own.resolve("join.yaml"),
                Files.readString(own.resolve("join.yaml"))
                        .replaceAll("(?m)^ .*Revocation.*$", "")
                        .replaceAll("(?m)^ .*revocation.*$", ""));
        Membership again = careful.join(SignedPlan.read(study.plan()), rows, "127.0.0.1:1");
        IdentityException gone = assertThrows(IdentityException.class, () -> again.run(event -> {}));
        assertTrue(String.valueOf(gone.getMessage()).contains("list number 1 was here before"), gone.getMessage());
    }

    /** Officers may sign another plan under the same name; a site that began the first refuses it. */
    @Test
    void changedPlan_underTheNameOfAStudyThatWasBegun_isRefused() throws Exception {
        LocalStudy study = Agreed.PLAIN.study(folder.resolve("study"), 2, 0);
        run(study, "");
        Path file = study.plan();
        String before = StudyPlan.read(file).digest().toString();
        Files.writeString(file, Files.readString(file).replaceAll("deadline: .*", "deadline: 2m"));
        Files.delete(DocumentSignatures.beside(file));
        SignedPlan changed = SignedPlan.read(file);
        SignedDocuments.sign(
                changed.plan().digest(), folder.resolve("study/officer.key"), DocumentSignatures.beside(file));
        Path rules = study.site(CAREFUL.value()).resolve("join.yaml");
        Files.writeString(
                rules,
                Files.readString(rules).replace(before, changed.plan().digest().toString()));
        UntouchedRows rows = new UntouchedRows(TestFederation.rows(3).get(0));
        Membership membership = Site.open(study.site(CAREFUL.value())).join(SignedPlan.read(file), rows, "127.0.0.1:1");
        JournalException e = assertThrows(JournalException.class, () -> membership.run(event -> {}));
        assertTrue(String.valueOf(e.getMessage()).contains("is of plan " + before), e.getMessage());
        assertEquals(0, rows.readings());
    }

    /** A whole study, in which the first site has more rules. */
    private static Finished run(LocalStudy study, String more) throws Exception {
        Path rules = study.site(CAREFUL.value()).resolve("join.yaml");
        Files.writeString(rules, more, StandardOpenOption.APPEND);
        return LocalHub.wholeStudy(study);
    }
}
