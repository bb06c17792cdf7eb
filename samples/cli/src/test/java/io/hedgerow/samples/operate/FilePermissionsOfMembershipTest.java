// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteHome;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site that is embedded looks at the permissions of its files like one of the command line. */
class FilePermissionsOfMembershipTest {

    @TempDir
    Path temp;

    private static void mode(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void membership_withRulesThatOthersMayWrite_isRefusedBeforeTheyAreRead() throws IOException {
        LocalStudy study = new LocalStudy(
                temp.resolve("study"),
                new LocalStudy.Terms("fed-sparse", Map.of(), Optional.empty(), false, 4, 0, Duration.ofSeconds(60)),
                InstantSource.system());
        study.create(TestFederation.rows(3));
        SignedPlan signed = SignedPlan.read(study.plan(), study.roster());
        Path site = study.site("site-1");
        Site member = new Site(
                new SiteId("site-1"),
                new IdentityDirectory(site.resolve("identity")),
                Files.writeString(site.resolve("join.yaml"), "no rules"),
                Optional.empty(),
                new SiteHome(site.resolve("home")),
                InstantSource.system());
        RowSource rows = TestFederation.rows(3).get(0);
        assertThrows(StudyPlanException.class, () -> member.join(signed, rows, "127.0.0.1:1"));
        mode(site, "rwxr-xr-x"); // otherwise nobody else could reach them
        mode(member.rules(), "rw-rw-rw-");
        IdentityException e = assertThrows(IdentityException.class, () -> member.join(signed, rows, "127.0.0.1:1"));
        assertEquals(IdentityException.Reason.PERMISSIONS, e.reason());
    }
}
