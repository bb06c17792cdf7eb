// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.source.QueryFixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A masked study with a budget in which one site's rows are in a database. */
@Tag("slow")
@Timeout(300)
class QueryStudyTest {

    @TempDir
    Path temp;

    @Test
    void study_withASiteThatQueriesADatabase_isDone_andItsLedgerIsChargedOnce() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp, 3, true, 60)) {
            Child coordinator = federation.coordinator();
            String asking = federation.sites().get(2);
            List<String> arguments = new ArrayList<>(federation.siteArguments(asking));
            int data = arguments.indexOf("--data") + 1;
            Path csv = Path.of(arguments.get(data));
            String names = Files.readAllLines(csv).get(0);
            Path database = QueryFixtures.table(temp.resolve("rows.db"), csv);
            Path query = QueryFixtures.sqlite(temp, database, "SELECT " + names + ", 1 AS ward FROM measured");
            Files.delete(csv);
            arguments.set(data, query.toString());
            List<Child> sites = new ArrayList<>();
            for (String site : federation.sites().subList(0, 2)) {
                sites.add(federation.site(site));
            }
            sites.add(Child.inThisProcess(asking, temp.resolve("asking"), arguments));
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertEquals("rounds-completed", federation.state());
            federation.requireSpentOnce(asking);
        }
    }
}
