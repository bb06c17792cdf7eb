// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.transport.internal.egress.SecurityLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeFilesTest {

    @TempDir
    Path home;

    private HomeFiles.Held<SecurityLog> hold(HomeFiles files) {
        return files.security(
                home, () -> SecurityLog.open(home.resolve("security.log"), 10_000, InstantSource.system()));
    }

    @Test
    void homeOfASiteThatRuns_namesItsProcess_andIsFreeAfterTheLastOfItsStudies() throws Exception {
        HomeFiles agent = new HomeFiles();
        HomeFiles another = new HomeFiles();
        long process = ProcessHandle.current().pid();
        HomeFiles.Held<SecurityLog> first = hold(agent);
        HomeFiles.Held<SecurityLog> second = hold(agent);
        first.close();
        UncheckedIOException e = assertThrows(UncheckedIOException.class, () -> hold(another));
        assertTrue(
                String.valueOf(e.getMessage()).contains("this site already runs here (process " + process + ")"),
                e.getMessage());
        second.close();
        hold(another).close();
        assertTrue(Files.exists(home.resolve("running.lock")));
    }

    private final HomeFiles files = new HomeFiles();

    private static SpendingPlan plan(String study, double epsilon) {
        return new SpendingPlan(study, "dp-gram", "secure", List.of(new MechanismEvent.PureDp(epsilon, 1)), 1e-9);
    }

    @Test
    void studyThatHasJoined_leavesNoMoreThanTheRestToOthers_untilItIsChargedOrHasEnded(@TempDir Path directory)
            throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("policy.yaml"), """
                dataset: {id: rows, rows: 500}
                unit: record
                adjacency: replace-one
                budget: {epsilon: 1, delta: 1.0e-6}
                perStudy: {epsilon: 1, delta: 1.0e-6}
                allowedSolvers: [dp-gram]
                """);
        SitePolicy policy = SitePolicy.read(file);
        try (AccountedLedger ledger = AccountedLedger.open(
                directory.resolve("ledger"),
                policy,
                VariableSchema.of("a", "b"),
                new SharedAccounting().rule(),
                InstantSource.system(),
                Optional.empty())) {
            try (Turns.Turn turn = files.turns().place("first", true, text -> {})) {
                turn.take();
                turn.keeps(files.promise(ledger, plan("first", .5)));
                turn.giveUp(); // its coordinator refuses it, and its files are closed until the next attempt
                assertThrows(BudgetExhaustedException.class, () -> files.promise(ledger, plan("second", .6)));
                turn.keeps(files.promise(ledger, plan("first", .5)));
                assertThrows(BudgetExhaustedException.class, () -> files.promise(ledger, plan("second", .6)));
            }
            Runnable second = files.promise(ledger, plan("second", .6));
            ledger.declare(plan("second", .6));
            files.promise(ledger, plan("third", .3));
            assertThrows(BudgetExhaustedException.class, () -> files.promise(ledger, plan("fourth", .2)));
            second.run();
        }
    }
}
