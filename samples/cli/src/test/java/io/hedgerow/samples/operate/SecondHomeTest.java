// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import java.io.IOException;
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
    private static final int UNREACHABLE = 7;
    private static final String SITE = "site-1";

    @TempDir
    Path temp;

    @Test
    void anotherHome_orAnotherDataSet_forDataThatWasCharged_isRefused_andNothingIsCharged() throws Exception {
        try (TestFederation federation = charged()) {
            double spent = federation.ledger(SITE).spent().spentEpsilon();
            int dialled = federation.network(SITE).attempts();

            Path second = temp.resolve("second");
            refused(federation, second, "a second home would give a second budget");
            rename(federation);
            refused(federation, second, "known to these ledgers as dataset");

            assertTrue(federation.network(SITE).attempts() <= dialled + 2, "each dials once, to say what refuses");
            assertEquals(spent, federation.ledger(SITE).spent().spentEpsilon());
        }
    }

    /** One cell differs, so it may be another data set: people are told, and decide. */
    @Test
    void nearCopyUnderAnotherName_isNamedByDoctorAndAtTheJoin_alsoWhereNotesAreQuiet() throws Exception {
        try (TestFederation federation = charged()) {
            Path rows = data(federation);
            Path copy = temp.resolve("copy.csv");
            List<String> lines = new ArrayList<>(Files.readAllLines(rows));
            lines.set(1, lines.get(1).replaceFirst("^[^,]+", "0.125"));
            Files.write(copy, lines);
            rename(federation);
            List<String> words = words(federation, temp.resolve("second"));
            words.set(words.indexOf("--data") + 1, copy.toString());

            Shell doctor = Shell.of(doctor(words));
            assertTrue(doctor.out.contains("has most of its rows in common with " + rows.toRealPath()), doctor.all());
            assertEquals(0, doctor.code, doctor.all());

            words.addAll(List.of("--patience", "1", "--quiet"));
            Shell join = Shell.of(words);
            assertTrue(
                    join.err.contains("warning: " + copy.toRealPath() + " has most of its rows in common with "),
                    join.all());
            assertEquals(UNREACHABLE, join.code, "it is no refusal: " + join.all());
        }
    }

    /** Doctor refuses what joining refuses. */
    @Test
    void doctor_refusesRowsThatWereCharged_underAnotherHomeOrName() throws Exception {
        try (TestFederation federation = charged()) {
            List<String> words = doctor(words(federation, temp.resolve("second")));
            Shell home = Shell.of(words);
            assertTrue(home.out.contains("a second home would give a second budget"), home.all());
            assertEquals(REFUSED, home.code, home.all());
            rename(federation);
            Shell name = Shell.of(words);
            assertTrue(name.out.contains("known to these ledgers as dataset"), name.all());
            assertEquals(REFUSED, name.code, name.all());
        }
    }

    /** A study that is over and was charged at every site. */
    private TestFederation charged() throws Exception {
        TestFederation federation = TestFederation.budgeted(temp.resolve("study"), 3, false, 120);
        List<Child> sites = federation.everySite();
        federation.coordinator().ends(0);
        for (Child site : sites) {
            site.ends(0);
        }
        return federation;
    }

    private static void rename(TestFederation federation) throws IOException {
        Path policy = federation.study().site(SITE).resolve("policy.yaml");
        String own = Files.readString(policy);
        Files.writeString(policy, own.replaceFirst("id: *[^,}\\s]+", "id: renamed"));
        assertTrue(Files.readString(policy).contains("id: renamed"), own);
    }

    private static Path data(TestFederation federation) {
        List<String> words = federation.siteArguments(SITE);
        return Path.of(words.get(words.indexOf("--data") + 1));
    }

    private static List<String> words(TestFederation federation, Path home) {
        List<String> words = new ArrayList<>(federation.siteArguments(SITE));
        words.set(words.indexOf("--home") + 1, home.toString());
        return words;
    }

    /** The same options without a coordinator to dial. */
    private static List<String> doctor(List<String> joining) {
        List<String> words = new ArrayList<>(joining);
        words.set(1, "doctor");
        int coordinator = words.indexOf("--coordinator");
        words.subList(coordinator, coordinator + 2).clear();
        return words;
    }

    private static void refused(TestFederation federation, Path home, String reason) {
        List<String> words = words(federation, home);
        words.addAll(List.of("--patience", "1"));
        Shell shell = Shell.of(words);
        assertEquals(REFUSED, shell.code, shell.all());
        assertTrue(shell.err.contains(reason), shell.all());
    }

    private record Shell(int code, String out, String err) {
        static Shell of(List<String> words) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            Terminal terminal =
                    new Terminal(new PrintWriter(out), new PrintWriter(err), false, false, InstantSource.system());
            int code = Hedgerow.run(terminal, words.toArray(String[]::new));
            return new Shell(code, out.toString(), err.toString());
        }

        String all() {
            return code + "\n" + out + "\n" + err;
        }
    }
}
