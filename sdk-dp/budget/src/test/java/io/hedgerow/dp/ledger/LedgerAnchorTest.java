// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole older directory of a ledger, lock file included, is noticed by what is kept outside of it. */
class LedgerAnchorTest {

    @TempDir
    Path temp;

    private Path ledger;
    private Path anchors;
    private Path anchor;

    @BeforeEach
    void names() {
        ledger = temp.resolve("home").resolve("ledger");
        anchors = temp.resolve("elsewhere");
        anchor = anchors.resolve("contract-data.anchor");
    }

    private static SitePolicy policy(SitePolicy.Anchors rule) {
        return new SitePolicy(
                new PolicyTerms(
                        new DatasetIdentity(LedgerFixtures.DATASET),
                        100,
                        new PrivacyUnit.RecordUnit(),
                        Adjacency.REPLACE_ONE,
                        LedgerFixtures.BUDGET,
                        new AccountingMode.FixedPlan()),
                LedgerFixtures.cap(),
                1,
                List.of("dp-test"),
                LedgerClock.USUAL_TOLERANCE,
                rule,
                List.of("discrete"));
    }

    private static AccountedLedger open(Path directory, SitePolicy.Anchors rule, Optional<Path> given) {
        return AccountedLedger.open(
                directory,
                policy(rule),
                VariableSchema.of("a", "b"),
                LedgerFixtures.rule(),
                LedgerFixtures.CLOCK,
                given);
    }

    private AccountedLedger anchored() {
        return open(ledger, SitePolicy.Anchors.WARN, Optional.of(anchors));
    }

    private String kept() throws IOException {
        return Files.readString(anchor).split(" ", 2)[0];
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    /** Charges a study, and puts back what was there before it. */
    private void spendAndPutBack(Path... directories) throws IOException {
        anchored().close();
        for (Path directory : directories) {
            copy(directory, temp.resolve(directory.getFileName() + "-before"));
        }
        try (AccountedLedger open = anchored()) {
            open.declare(LedgerFixtures.plan("s", 2));
        }
        for (Path directory : directories) {
            delete(directory);
            copy(temp.resolve(directory.getFileName() + "-before"), directory);
        }
    }

    @Test
    void open_ofAWholeOlderDirectory_isRefused() throws IOException {
        spendAndPutBack(ledger);
        LedgerTamperedException e = assertThrows(LedgerTamperedException.class, this::anchored);
        assertTrue(String.valueOf(e.getMessage()).contains("does not continue from its anchor"), e.getMessage());
        // it remembers that it was given one
        assertThrows(LedgerTamperedException.class, () -> open(ledger, SitePolicy.Anchors.WARN, Optional.empty()));
        assertThrows(LedgerTamperedException.class, () -> LedgerFixtures.open(ledger));
        assertThrows(
                LedgerTamperedException.class,
                () -> LedgerHistory.requireAnchored(
                        ledger,
                        new DatasetIdentity(LedgerFixtures.DATASET),
                        SitePolicy.Anchors.WARN,
                        Optional.of(anchors)));
    }

    /** What nothing here can notice. */
    @Test
    void open_whenTheAnchorWasPutBackAsWell_isNotNoticed() throws IOException {
        spendAndPutBack(ledger, anchors);
        try (AccountedLedger open = anchored()) {
            assertFalse(open.isDeclared("s"));
        }
    }

    /** Rounds are worth as much as charges: one that is let through twice is released twice. */
    @Test
    void open_ofADirectoryFromBeforeARound_isRefused() throws IOException {
        try (AccountedLedger open = anchored()) {
            open.declare(LedgerFixtures.plan("s", 2));
        }
        copy(ledger, temp.resolve("before"));
        try (AccountedLedger open = anchored()) {
            open.reserve(LedgerFixtures.request("s", 0, LedgerFixtures.GAUSSIAN));
        }
        delete(ledger);
        copy(temp.resolve("before"), ledger);
        assertThrows(LedgerTamperedException.class, this::anchored);
    }

    @Test
    void open_withoutALedger_whereOneWasAnchored_isRefused() throws IOException {
        try (AccountedLedger open = anchored()) {
            open.declare(LedgerFixtures.plan("s", 2));
        }
        delete(ledger);
        LedgerTamperedException e = assertThrows(LedgerTamperedException.class, this::anchored);
        assertTrue(String.valueOf(e.getMessage()).contains("is missing"), e.getMessage());
        Path second = temp.resolve("another");
        LedgerFixtures.open(second).close();
        assertThrows(
                LedgerTamperedException.class,
                () -> open(second, SitePolicy.Anchors.OFF, Optional.of(anchors)),
                "a second ledger of the data set");
    }

    @Test
    void record_isAnchoredBeforeItIsActedOn() throws IOException {
        try (AccountedLedger open = anchored()) {
            assertEquals(open.spent().head(), kept());
            open.declare(LedgerFixtures.plan("s", 2));
            assertEquals(open.spent().head(), kept());
            open.reserve(LedgerFixtures.request("s", 0, LedgerFixtures.GAUSSIAN));
            assertEquals(open.spent().head(), kept());
        }
    }

    @Test
    void reserve_whenTheAnchorCannotBeWritten_opensNothing_andStaysRecorded() throws IOException {
        try (AccountedLedger open = anchored()) {
            open.declare(LedgerFixtures.plan("s", 2));
            String before = kept();
            Files.createDirectories(
                    anchors.resolve(anchor.getFileName() + ".new").resolve("in the way"));
            assertTrue(assertThrows(
                            LedgerException.class,
                            () -> open.reserve(LedgerFixtures.request("s", 0, LedgerFixtures.GAUSSIAN)))
                    .isMendable());
            assertEquals(before, kept());
            assertTrue(open.reservation("s", 0).isPresent());
        }
        assertTrue(assertThrows(LedgerException.class, this::anchored, "nothing is charged either")
                .isMendable());
    }

    /** A process that was killed between the record and its anchor. */
    @Test
    void open_whenTheAnchorIsOlder_goesOn_andKeepsTheNewest() throws IOException {
        anchored().close();
        String older = Files.readString(anchor);
        try (AccountedLedger open = anchored()) {
            open.declare(LedgerFixtures.plan("s", 2));
        }
        Files.writeString(anchor, older);
        try (AccountedLedger open = anchored()) {
            assertEquals(open.spent().head(), kept());
        }
    }

    @ParameterizedTest
    @EnumSource(SitePolicy.Anchors.class)
    void open_whenTheAnchorIsNotWhereItWas_doesAsThePolicySays(SitePolicy.Anchors rule) throws IOException {
        anchored().close();
        Files.move(anchors, temp.resolve("moved"));
        if (rule == SitePolicy.Anchors.REQUIRE) {
            PolicyRefusedException e =
                    assertThrows(PolicyRefusedException.class, () -> open(ledger, rule, Optional.empty()));
            assertTrue(String.valueOf(e.getMessage()).contains("give --anchors DIR"), e.getMessage());
        } else {
            try (AccountedLedger open = open(ledger, rule, Optional.empty())) {
                assertEquals(
                        rule == SitePolicy.Anchors.WARN ? 1 : 0, open.notices().size());
            }
        }
        // given by name it must be there, whatever the policy says
        assertThrows(LedgerException.class, () -> open(ledger, rule, Optional.of(anchors)));
        assertThrows(LedgerException.class, () -> open(ledger, rule, Optional.of(temp.resolve("empty"))));
        open(ledger, rule, Optional.of(temp.resolve("moved"))).close();
        open(ledger, SitePolicy.Anchors.REQUIRE, Optional.empty()).close();
    }

    @Test
    void open_withoutAnAnchor_whereThePolicyRequiresOne_makesNothing() {
        assertThrows(PolicyRefusedException.class, () -> open(ledger, SitePolicy.Anchors.REQUIRE, Optional.empty()));
        assertFalse(Files.exists(ledger));
        open(ledger, SitePolicy.Anchors.REQUIRE, Optional.of(anchors)).close();
    }

    /** What is inside would be put back together with it. */
    @Test
    void open_withAnchorsInsideOfTheLedger_isRefused() throws IOException {
        LedgerFixtures.open(ledger).close();
        Path link = Files.createSymbolicLink(temp.resolve("link"), ledger);
        for (Path inside : List.of(ledger, ledger.resolve("anchors"), link.resolve("x"))) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> open(ledger, SitePolicy.Anchors.WARN, Optional.of(inside)));
            assertTrue(String.valueOf(e.getMessage()).contains("outside of"), e.getMessage());
        }
    }

    @Test
    void acknowledge_whenTheAnchorIsLost_takesAHashThatTheLedgerHolds() throws IOException {
        try (AccountedLedger open = anchored()) {
            open.declare(LedgerFixtures.plan("s", 2));
        }
        String head = kept();
        assertThrows(LedgerException.class, () -> LedgerHistory.acknowledge(ledger, head), "nothing is lost");
        delete(anchors);
        assertThrows(LedgerTamperedException.class, () -> LedgerHistory.acknowledge(ledger, "0".repeat(64)));
        assertThrows(LedgerException.class, this::anchored);
        LedgerHistory.acknowledge(ledger, head);
        try (AccountedLedger open = anchored()) {
            assertTrue(open.isDeclared("s"));
            assertEquals(open.spent().head(), kept());
        }
    }

    @Test
    void open_withAnAnchorThatIsNone_isRefused() throws IOException {
        anchored().close();
        Files.writeString(anchor, "something else\n");
        assertThrows(LedgerException.class, this::anchored);
        assertDoesNotThrow(() -> LedgerHistory.read(ledger));
    }
}
