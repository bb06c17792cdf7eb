// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountCommandTest {

    private static final String HEADER = "gaussian_mu,gaussian_count,selection_eps0,selection_count,"
            + "laplace_scale,laplace_count,pure_eps,pure_count,delta\n";

    @TempDir
    Path temp;

    @Test
    void account_printsEveryAccountant() {
        Shell shell = Shell.real();
        int exit = shell.run(
                "account",
                "--gaussian=mu=0.05,count=100",
                "--selection",
                "eps0=0.1,count=100",
                "--laplace=scale=20",
                "--pure=eps=0.1,count=2",
                "--delta=4e-8");
        assertEquals(0, exit, shell.err());
        for (String name : List.of("basic", "formula", "zcdp", "rdp", "certified")) {
            assertTrue(shell.out().contains(name), shell.out());
        }
    }

    @Test
    void account_asJson_ordersTheAccountants() throws IOException {
        Shell shell = Shell.real();
        int exit = shell.run(
                "account",
                "--gaussian=mu=0.05,count=100",
                "--selection=eps0=0.1,count=60",
                "--selection=eps0=0.1,count=40",
                "--delta=4e-8",
                "--json");
        assertEquals(0, exit, shell.err());
        JsonNode epsilon = new ObjectMapper().readTree(shell.out()).get("epsilon");
        double certified = epsilon.get("certified").asDouble();
        // 3.93 certified, 4.57 by the closed formula in the published table of z = 17.6; here z = 20.
        assertTrue(certified < epsilon.get("rdp").asDouble());
        assertTrue(epsilon.get("rdp").asDouble() <= epsilon.get("zcdp").asDouble());
        assertTrue(epsilon.get("zcdp").asDouble() < epsilon.get("formula").asDouble());
        assertTrue(epsilon.get("formula").asDouble() < epsilon.get("basic").asDouble());
    }

    @Test
    void account_atDeltaZero_leavesOutWhatHasNoEpsilon() throws IOException {
        Shell shell = Shell.real();
        assertEquals(0, shell.run("account", "--pure=eps=0.5,count=2", "--delta=0", "--json"), shell.err());
        JsonNode epsilon = new ObjectMapper().readTree(shell.out()).get("epsilon");
        assertEquals(1, epsilon.get("certified").asDouble());
        assertFalse(epsilon.has("zcdp"));
        Shell text = Shell.real();
        assertEquals(0, text.run("account", "--pure=eps=0.5,count=2", "--delta=0"));
        assertTrue(text.out().contains("none"), text.out());
    }

    @Test
    void batch_writesTheCopiedLinesAndReplacesAnOldFile() throws IOException {
        Path plans = Files.writeString(temp.resolve("plans.csv"), HEADER + "0.1,10,0.2,10,,,,,1e-6\n,,,,,,1,1,0\n");
        Path costs = Files.writeString(temp.resolve("costs.csv"), "old");
        Shell shell = Shell.real();
        int exit = shell.run("account", "--batch=" + plans, "--out=" + costs);
        assertEquals(0, exit, shell.err());
        assertTrue(shell.out().contains("2 compositions"), shell.out());
        List<String> lines = Files.readAllLines(costs);
        assertEquals(3, lines.size());
        assertEquals(",,,,,,1,1,0,1.0,inf,1.0,1.0", lines.get(2));
    }

    @Test
    void batch_withABadLine_writesNothing() throws IOException {
        Path plans = Files.writeString(temp.resolve("plans.csv"), HEADER + "0.1,10,,,,,,,1e-6\n0.1,ten,,,,,,,1e-6\n");
        Path costs = Files.writeString(temp.resolve("costs.csv"), "old");
        Shell shell = Shell.real();
        assertEquals(3, shell.run("account", "--batch=" + plans, "--out=" + costs));
        assertTrue(
                shell.err().contains("plans.csv, line 3, column gaussian_count: must be a whole number"), shell.err());
        assertEquals("old", Files.readString(costs));
        try (var files = Files.list(temp)) {
            assertEquals(2, files.count(), "nothing is left behind");
        }
        Shell absent = Shell.real();
        assertEquals(3, absent.run("account", "--batch=" + temp.resolve("absent.csv"), "--out=" + costs));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "account | must have a call",
                "account --gaussian=mu=1 | --delta must be given",
                "account --gaussian=mu=1 --delta=1 | --delta must be at least 0 and < 1, was 1.0",
                "account --gaussian=mu=1 --delta=NaN | --delta must be at least 0 and < 1, was NaN",
                "account --gaussian=mu=0 --delta=0.1 | --gaussian, mu must be a finite number > 0, was \"0\"",
                "account --selection=mu=1 --delta=0.1 | --selection must be eps0=NUMBER,count=N, was \"mu=1\"",
                "account --gaussian=mu=1 --delta=0.1 --out=x | --out must come with --batch",
                "account --batch=x --gaussian=mu=1 --out=y | --batch must come without",
                "account --batch=x --delta=0.1 --out=y | --batch must come without",
                "account --batch=x | --batch must come with --out",
            })
    void badOptions_areAUsageError(String line, String problem) {
        Shell shell = Shell.real();
        assertEquals(2, shell.run(line.strip().split(" ", -1)), shell.out());
        assertTrue(shell.err().contains(problem), shell.err());
    }
}
