// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The data of a site has one budget, whatever its home and its policy are called. */
@Tag("slow")
@Timeout(300)
class SecondHomeTest {

    private static final int REFUSED = 5;
    private static final String SITE = "site-1";

    @TempDir
    Path temp;

    @Test
    void anotherHome_orAnotherDataSet_forDataThatWasCharged_isRefused_andNothingIsCharged() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, 120)) {
            List<Child> sites = new ArrayList<>();
            for (int p = 1; p <= 3; p++) {
                sites.add(federation.site("site-" + p));
            }
            federation.coordinator().ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            double spent = federation.ledger(SITE).spent().spentEpsilon();
            int dialled = federation.network(SITE).attempts();

            Path second = temp.resolve("second");
            refused(federation, second, "a second home would give a second budget");
            Path policy = federation.study().site(SITE).resolve("policy.yaml");
            String own = Files.readString(policy);
            Files.writeString(policy, own.replaceFirst("id: *[^,}\\s]+", "id: renamed"));
            assertTrue(Files.readString(policy).contains("id: renamed"), own);
            refused(federation, second, "known to these ledgers as dataset");

            assertTrue(federation.network(SITE).attempts() <= dialled + 2, "each dials once, to say what refuses");
            assertEquals(spent, federation.ledger(SITE).spent().spentEpsilon());
        }
    }

    private static void refused(TestFederation federation, Path home, String reason) {
        List<String> words = new ArrayList<>(federation.siteArguments(SITE));
        words.set(words.indexOf("--home") + 1, home.toString());
        words.addAll(List.of("--patience", "1"));
        StringWriter err = new StringWriter();
        Terminal terminal = new Terminal(
                new PrintWriter(new StringWriter()), new PrintWriter(err), false, false, InstantSource.system());
        assertEquals(REFUSED, Hedgerow.run(terminal, words.toArray(String[]::new)), err.toString());
        assertTrue(err.toString().contains(reason), err.toString());
    }
}
