// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.samples.output.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountTableTest {

    private static final String HEADER = "gaussian_mu,gaussian_count,selection_eps0,selection_count,"
            + "laplace_scale,laplace_count,pure_eps,pure_count,delta";

    @TempDir
    Path temp;

    private Path file(String... lines) throws IOException {
        return Files.writeString(temp.resolve("plans.csv"), String.join("\n", lines), StandardCharsets.UTF_8);
    }

    private static List<String> accounted(AccountTable table) throws InterruptedException {
        List<Long> steps = new ArrayList<>();
        Progress progress = new Progress() {
            @Override
            public void update(Step step) {
                steps.add(step.done());
            }

            @Override
            public void close() {}
        };
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            List<String> lines = table.account(executor, progress).lines().toList();
            assertEquals(table.size(), steps.size());
            return lines;
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void account_copiesLinesAndAddsFourColumns() throws IOException, InterruptedException {
        AccountTable table = AccountTable.read(
                file(HEADER, "0.1,10,,,,,,,1e-6", " 0.1 ,10,0.2,10,,,,,1e-6", ",,,,20,3,,,0", ",0,,,,,0.5,2,0", ""));
        List<String> lines = accounted(table);
        assertEquals(HEADER + ",eps_basic,eps_zcdp,eps_rdp,eps_certified", lines.get(0));
        assertEquals(5, lines.size());
        assertTrue(lines.get(1).startsWith("0.1,10,,,,,,,1e-6,"));
        assertTrue(lines.get(2).startsWith(" 0.1 ,10,0.2,10,,,,,1e-6,"), "copied as it is");
        double[] epsilons = epsilons(lines.get(2));
        assertTrue(epsilons[0] > epsilons[1] && epsilons[1] > epsilons[2] && epsilons[2] > epsilons[3]);
        assertEquals(
                "0.15,inf,0.15,0.15",
                lines.get(3).substring(",,,,20,3,,,0,".length()).replace("0.15000000000000002", "0.15"));
        assertEquals("1.0,inf,1.0,1.0", lines.get(4).substring(",0,,,,,0.5,2,0,".length()));
    }

    private static double[] epsilons(String line) {
        String[] cells = line.split(",", -1);
        double[] last = new double[4];
        for (int k = 0; k < 4; k++) {
            last[k] = Double.parseDouble(cells[9 + k]);
        }
        return last;
    }

    @Test
    void read_acceptsColumnsInAnyOrderAMarkAndWindowsLines() throws IOException, InterruptedException {
        Path file = temp.resolve("windows.csv");
        Files.writeString(
                file,
                "\uFEFFdelta,pure_count,pure_eps,gaussian_count,gaussian_mu,selection_count,selection_eps0,laplace_count,laplace_scale\r\n"
                        + "1e-6,2,0.5,,,,,,\r\n");
        List<String> lines = accounted(AccountTable.read(file));
        assertEquals(2, lines.size());
        assertTrue(lines.get(1).startsWith("1e-6,2,0.5,,,,,,,1.0,"), lines.get(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x,10,,,,,,,1e-6 | line 2, column gaussian_mu: must be a finite number > 0, was \"x\"",
                "0.1,,,,,,,,1e-6 | line 2, column gaussian_count: must be a whole number from 1 to 1000000000000, was \"\"",
                ",,,5,,,,,1e-6 | line 2, column selection_eps0: must be a finite number > 0, was \"\"",
                ",,,,-3,1,,,1e-6 | line 2, column laplace_scale: must be a finite number > 0, was \"-3\"",
                ",,,,,,0.5,1.5,1e-6 | line 2, column pure_count: must be a whole number from 1 to 1000000000000, was \"1.5\"",
                "0.1,10,,,,,,,1 | line 2, column delta: must be a number of at least 0 and < 1, was \"1\"",
                "0.1,10,,,,,,, | line 2, column delta: must be a number of at least 0 and < 1, was \"\"",
                ",,,,,,,,1e-6 | line 2: must have a call of at least one kind, has none",
                "0.1,10 | line 2: must have 9 fields, as the header has, has 2",
            })
    void read_ofABadLine_namesFileLineColumnAndValue(String line, String problem) throws IOException {
        Path file = file(HEADER, line);
        String message =
                assertThrows(DataException.class, () -> AccountTable.read(file)).getMessage();
        assertEquals(file + ", " + problem, message);
    }

    @Test
    void read_ofABadHeader_namesTheColumn() throws IOException {
        Path unknown = file(HEADER.replace("gaussian_mu", "gausian_mu"));
        String message = assertThrows(DataException.class, () -> AccountTable.read(unknown))
                .getMessage();
        assertTrue(message.contains("line 1, column 1: name must be one of gaussian_mu, "), message);
        assertTrue(message.endsWith("was \"gausian_mu\""), message);
        Path missing = file(HEADER.replace(",delta", ""));
        assertTrue(assertThrows(DataException.class, () -> AccountTable.read(missing))
                .getMessage()
                .contains("must name the column delta"));
        Path twice = file(HEADER + ",delta");
        assertTrue(assertThrows(DataException.class, () -> AccountTable.read(twice))
                .getMessage()
                .contains("must be distinct"));
        Path empty = file("");
        assertTrue(assertThrows(DataException.class, () -> AccountTable.read(empty))
                .getMessage()
                .contains("is missing"));
    }

    @Test
    void read_ofOtherText_isBadData() throws IOException {
        Path file = Files.write(temp.resolve("latin.csv"), new byte[] {(byte) 0xe4, 10});
        assertTrue(assertThrows(DataException.class, () -> AccountTable.read(file))
                .getMessage()
                .endsWith("must be UTF-8 text"));
        assertThrows(IOException.class, () -> AccountTable.read(temp.resolve("absent.csv")));
    }
}
