// SPDX-License-Identifier: Apache-2.0
package org.example.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Contracts that are extended from a package of others notice a broken implementation, and pass sound ones. */
class BrokenImplementationsTest {

    private static TestExecutionSummary run(Class<?> test) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(test))
                .configurationParameter("jqwik.reporting.onlyfailures", "true")
                .configurationParameter("jqwik.database", "")
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        PrintStream out = System.out;
        // jqwik prints every example that it finds: here they are what is expected
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            LauncherFactory.create().execute(request, listener);
        } finally {
            System.setOut(out);
        }
        return listener.getSummary();
    }

    private static Set<String> failed(TestExecutionSummary summary) {
        return summary.getFailures().stream()
                .map(failure -> failure.getTestIdentifier().getDisplayName().replaceAll("\\(.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void soundImplementations_pass() {
        for (Class<?> sound : List.of(ShrunkenSolverTest.class, LineRowsTest.class)) {
            TestExecutionSummary summary = run(sound);
            assertEquals(Set.of(), failed(summary));
            assertTrue(summary.getTestsSucceededCount() >= 6, sound + ": " + summary.getTestsSucceededCount());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BrokenSolver,     solve_byAnotherInstanceWithAnotherPast_isEqualToTheLastBit",
        "BrokenRows,       'forEachRow_deliversAllRowsInOrder_againAndAgain'",
        "BrokenLedger,     reserve_whenRefused_recordsNothingAndTheLedgerStillWorks",
        "BrokenAccountant, epsilon_isNeverBelowOneCallAlone",
    })
    void brokenOnes_fail_whereTheyAreBroken(String name, String expected) throws ClassNotFoundException {
        TestExecutionSummary summary = run(Class.forName(getClass().getPackageName() + "." + name));
        assertTrue(
                failed(summary).stream().anyMatch(test -> test.replace(' ', '_').equals(expected)),
                () -> name + " failed " + failed(summary));
        assertTrue(summary.getTestsSucceededCount() > 0, name + " must pass what it does not break");
    }
}
