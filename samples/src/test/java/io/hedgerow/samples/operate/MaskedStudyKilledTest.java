package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sites and coordinators of a masked study that are killed between its messages, and started again. */
@Timeout(300)
class MaskedStudyKilledTest {

    private static final int DEADLINE = 20;

    @TempDir
    Path temp;

    @Test
    void sitesKilledAtEveryMessageOfASlot_andStartedAgain() throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("study"), 3, 0, DEADLINE)) {
            List<Child> sites = new ArrayList<>();
            sites.add(federation.siteHalting("site-1", "egress:" + Integer.getInteger("at", 4));
            sites.add(federation.site("site-2"));
            sites.add(federation.site("site-3"));
            Child coordinator = federation.coordinator();
            sites.get(0).ends(Child.HALTED);
            System.out.println(java.nio.file.Files.readString(federation.home("site-1").egress()).replaceAll("\"(peer|sha256|previous|hash|study)\":\"[^\"]*\",?", ""));
            sites.set(0, federation.site("site-1"));
            coordinator.process().waitFor();
            System.out.println(coordinator.output() + coordinator.errors());
            for (Child site : sites) {
                site.process().waitFor();
                System.out.println(site.name() + site.process().exitValue() + site.errors());
            }
            assertEquals(federation.networkInProcess(), federation.networkFile());
        }
    }
}
