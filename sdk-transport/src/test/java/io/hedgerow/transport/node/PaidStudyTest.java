// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.node.internal.site.HomeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study that was paid for goes on where its data cannot be noted; another one does not begin there. */
@Tag("slow")
class PaidStudyTest {

    private static final String SITE = "north";

    @TempDir
    Path temp;

    private Consortium consortium;
    private Path rows;

    @BeforeEach
    void enrol() throws IOException {
        consortium = new Consortium(temp, List.of(SITE));
        rows = temp.resolve(SITE).resolve("rows.csv");
        StringBuilder text = new StringBuilder("a,b\n");
        for (int k = 0; k < 200; k++) {
            text.append(Math.sin(k)).append(',').append(Math.cos(3 * k)).append('\n');
        }
        Files.writeString(rows, text);
    }

    @AfterEach
    void stop() {
        consortium.close();
    }

    private SignedPlan plan(String name) throws IOException {
        return consortium.sign("""
                format: 1
                name: %s
                coordinator: hub
                sites: [north, south, west]
                variables: {a: [-9, 9], b: [-9, 9]}
                algorithm: {id: dp-gram, parameters: {rows.north: 200, rows.south: 200, rows.west: 200}}
                privacy: {epsilon: 0.1, delta: 1.0e-7, unit: record, adjacency: replace-one}
                rounds: 4
                quorum: 3
                deadline: 1m
                minimumCohort: 3
                secureAggregation: none
                despiteForecast: true
                """.formatted(name));
    }

    private Site site() throws IOException {
        return consortium.site(SITE, """
                minimumCohort: 3
                secureAggregationRequired: false
                maxEpsilonPerStudy: 1
                maxDeltaPerStudy: 1.0e-6
                allowedAlgorithms: [dp-gram]
                """, """
                dataset: {id: rows-north, rows: 200}
                unit: record
                adjacency: replace-one
                budget: {epsilon: 1, delta: 1.0e-6}
                perStudy: {epsilon: 1, delta: 1.0e-6}
                minimumCohort: 3
                allowedSolvers: [dp-gram, dp-gram-shared-noise]
                """, consortium.home(SITE));
    }

    /** An identity beside which nothing can be written: for root every directory that is there can be. */
    private Site closed(Site site) {
        return new Site(
                site.name(),
                new IdentityDirectory(temp.resolve("away")),
                site.rules(),
                site.policy(),
                site.home(),
                site.clock(),
                site.anchors());
    }

    /** What the site's people are told before the charge about a ledger whose last hash is kept nowhere else. */
    private Optional<String> open(Site site, SignedPlan plan, boolean pays) {
        Method method = plan.method();
        RowSource source = plan.rows(rows);
        Optional<SiteBudget.AllowedPlan> asked = SiteBudget.ask(site, source, plan, method);
        try (SiteBudget budget = SiteBudget.open(site, new HomeFiles(), asked, plan, method, note -> {})) {
            Optional<String> unanchored = budget.unanchored(site);
            budget.gate(SiteData.of(budget.dataset(), method.prepared(site.name(), source)), () -> {});
            if (pays) {
                budget.ledger().orElseThrow().declare(((PrivateMethod) method).spending(site.name()));
            }
            return unanchored;
        }
    }

    @Test
    void firstChargeOfALedgerWithoutAnchors_isSaidAndLaterOnesAreNot() throws IOException {
        Optional<String> first = open(site(), plan("paid"), true);
        assertTrue(first.orElseThrow().contains("site join: --anchors DIR"), first.toString());
        assertEquals(Optional.empty(), open(site(), plan("next"), true));
    }

    @Test
    void firstChargeOfALedgerWithAnchors_isNotSaid() throws IOException {
        assertEquals(Optional.empty(), open(site().withAnchors(temp.resolve("anchors")), plan("paid"), true));
    }

    private Path noted() {
        return consortium.identity(SITE).resolve("charged").resolve("data-files");
    }

    @Test
    void paidStudy_goesOnWithoutAPlace_andANewOneIsRefused() throws IOException {
        SignedPlan paid = plan("paid");
        open(site(), paid, true);
        String before = Files.readString(noted());
        open(closed(site()), paid, false);
        JournalException refused =
                assertThrows(JournalException.class, () -> open(closed(site()), plan("next"), false));
        assertTrue(String.valueOf(refused.getMessage()).contains("give --anchors DIR"), refused.toString());
        assertEquals(before, Files.readString(noted()));
    }

    private Site otherHome(String name, Site site, Optional<Path> anchors) {
        FilePermissions.createDirectory(temp.resolve(name));
        return new Site(
                site.name(),
                site.identity(),
                site.rules(),
                site.policy(),
                new SiteHome(temp.resolve(name)),
                site.clock(),
                anchors);
    }

    /** Its home knows nothing of the first, and neither does an identity that is kept elsewhere. */
    @Test
    void secondHome_isRefusedWithoutAPlaceOutsideOfIt_andWithTheAnchorsOfTheFirst() throws IOException {
        Path anchors = temp.resolve("anchors");
        open(closed(site()).withAnchors(anchors), plan("paid"), true);
        Site forgetful = otherHome("second", closed(site()), Optional.empty());
        JournalException refused = assertThrows(JournalException.class, () -> open(forgetful, plan("next"), false));
        assertTrue(String.valueOf(refused.getMessage()).contains("give --anchors DIR"), refused.toString());
        Site known = otherHome("third", closed(site()), Optional.of(anchors));
        PolicyRefusedException second =
                assertThrows(PolicyRefusedException.class, () -> open(known, plan("next"), false));
        assertTrue(
                String.valueOf(second.getMessage()).contains("a second home would give a second budget"),
                second.toString());
        assertFalse(LedgerHistory.isIn(known.home().ledger()), "a ledger was begun");
    }

    /** An earlier release charged data and noted nothing. */
    @Test
    void paidStudy_isNotedWhenItGoesOn() throws IOException {
        SignedPlan paid = plan("paid");
        open(site(), paid, true);
        String before = Files.readString(noted());
        Files.delete(noted());
        open(site(), paid, false);
        assertEquals(before, Files.readString(noted()));
    }
}
