// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.dp.site.SiteLedgers.Place;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same rows in a file that looks otherwise. */
class KnownRowsTest {

    private static final DatasetIdentity WARD = new DatasetIdentity("ward");
    private static final DatasetIdentity OTHER = new DatasetIdentity("other");

    @TempDir
    Path temp;

    private Path ledgers;
    private Path file;
    private final List<List<String>> rows = new ArrayList<>();

    @BeforeEach
    void charge() throws IOException {
        ledgers = Files.createDirectory(temp.resolve("ledgers"));
        rows.add(List.of("a", "b", "ward", "c"));
        for (int k = 1; k <= 400; k++) {
            rows.add(List.of(
                    "" + Math.sin(k), k % 7 == 0 ? "" : "" + k, k % 2 == 0 ? "north, old" : "south", k / 4 + ".50"));
        }
        file = write("ward.csv", String.join("\n", lines(rows, ",")) + "\n");
        DataRegistry.remember(ledgers, Map.of(WARD, Place.of(file)));
    }

    /** The list of an earlier release has no line of its rows, so it would be read again. */
    @Test
    void fileOfAnotherDataSet_thatCannotBeRead_keepsNoOneFromBeingCharged_andOwnDataIsNamed() throws IOException {
        Path own = write("own.csv", "a,b\n1,2\n3,4\n");
        Files.delete(ledgers.resolve("data-rows"));
        String known = Files.readString(ledgers.resolve("data-files"));
        Path unreadable = Path.of("/proc/self/mem"); // a regular file that no one can read from its beginning
        Assumptions.assumeTrue(Files.isRegularFile(unreadable));
        Files.writeString(
                ledgers.resolve("data-files"),
                known.replace(
                        URLEncoder.encode(file.toRealPath().toString(), UTF_8),
                        URLEncoder.encode(unreadable.toString(), UTF_8)));
        assertTrue(Files.readString(ledgers.resolve("data-files")).contains("mem"));
        DataRegistry.require(ledgers, OTHER, Place.of(own));
        assertEquals(List.of(), DataRegistry.near(ledgers, OTHER, Place.of(own)));
        DataRegistry.remember(ledgers, Map.of(OTHER, Place.of(own)));

        Files.delete(own);
        DataException failed =
                assertThrows(DataException.class, () -> DataRegistry.require(ledgers, OTHER, Place.of(own)));
        assertTrue(failed.getMessage().startsWith(own + ": no such file"), failed.getMessage());
    }

    private static List<String> lines(List<List<String>> rows, String separator) {
        return rows.stream()
                .map(row -> String.join(
                        separator,
                        row.stream()
                                .map(cell -> cell.contains(",") ? '"' + cell + '"' : cell)
                                .toList()))
                .toList();
    }

    private Path write(String name, String text) throws IOException {
        return Files.write(temp.resolve(name), text.getBytes(UTF_8));
    }

    private enum Form {
        WINDOWS {
            @Override
            String of(List<List<String>> rows) {
                return String.join("\r\n", lines(rows, ",")) + "\r\n";
            }
        },
        BYTE_ORDER_MARK {
            @Override
            String of(List<List<String>> rows) {
                return "\uFEFF" + String.join("\n", lines(rows, ",")) + "\n";
            }
        },
        NO_LAST_BREAK {
            @Override
            String of(List<List<String>> rows) {
                return String.join("\n", lines(rows, ","));
            }
        },
        EMPTY_LINE_AT_THE_END {
            @Override
            String of(List<List<String>> rows) {
                return String.join("\n", lines(rows, ",")) + "\n\n";
            }
        },
        QUOTED {
            @Override
            String of(List<List<String>> rows) {
                return String.join(
                        "\n",
                        rows.stream()
                                .map(row -> '"' + String.join("\",\"", row) + '"')
                                .toList());
            }
        },
        SEMICOLONS {
            @Override
            String of(List<List<String>> rows) {
                return String.join("\n", lines(rows, ";"));
            }
        },
        DECIMAL_COMMAS {
            @Override
            String of(List<List<String>> rows) {
                return String.join(
                        "\n",
                        lines(
                                rows.stream()
                                        .map(row -> row.stream()
                                                .map(cell -> cell.matches("-?[0-9.]+") ? cell.replace('.', ',') : cell)
                                                .toList())
                                        .toList(),
                                ";"));
            }
        },
        OTHER_DIGITS {
            @Override
            String of(List<List<String>> rows) {
                return String.join("\n", lines(rows, ","))
                        .replace(".50\n", ".5\n")
                        .replace(",,", ",NA,");
            }
        },
        ROWS_SHUFFLED {
            @Override
            String of(List<List<String>> rows) {
                List<List<String>> mixed = new ArrayList<>(rows.subList(1, rows.size()));
                Collections.shuffle(mixed, new Random(7));
                mixed.add(0, rows.get(0));
                return String.join("\n", lines(mixed, ","));
            }
        },
        COLUMNS_TURNED_AND_RENAMED {
            @Override
            String of(List<List<String>> rows) {
                List<List<String>> turned = new ArrayList<>();
                rows.forEach(row -> turned.add(List.of(row.get(3), row.get(2), row.get(0), row.get(1))));
                turned.set(0, List.of("x", "y", "z", "w"));
                return String.join("\n", lines(turned, ","));
            }
        };

        abstract String of(List<List<String>> rows);
    }

    private void assertRefused(Path again) {
        PolicyRefusedException e =
                assertThrows(PolicyRefusedException.class, () -> DataRegistry.require(ledgers, OTHER, Place.of(again)));
        assertTrue(String.valueOf(e.getMessage()).contains("known to these ledgers as dataset ward"), e.getMessage());
        assertThrows(
                PolicyRefusedException.class, () -> DataRegistry.remember(ledgers, Map.of(OTHER, Place.of(again))));
        assertDoesNotThrow(() -> DataRegistry.require(ledgers, WARD, Place.of(again)));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void sameRows_savedAgain_areTheSameData(Form form) throws IOException {
        Path again = write("again.csv", form.of(rows));
        Files.delete(file);
        assertRefused(again);
    }

    /** Names that two columns have, names of another encoding and numbers are no names here, and rows have none. */
    @ParameterizedTest
    @ValueSource(strings = {"a,a,ward,c", "a,b,Station f\u00fcr,c", "1,2.5,3,4", "\"a\",a,,c"})
    void sameRows_underNamesThatCannotBeRead_areTheSameData(String names) throws IOException {
        String text = String.join("\n", lines(rows, ",")) + "\n";
        boolean unnamed = names.contains(",,");
        String body = text.substring(text.indexOf('\n'));
        if (unnamed) {
            file = write(
                    "three.csv",
                    "a,b,c\n"
                            + text.lines()
                                    .skip(1)
                                    .map(line -> line.replaceAll("\"north, old\",|south,", ""))
                                    .collect(Collectors.joining("\n")));
            DataRegistry.remember(ledgers, Map.of(WARD, Place.of(file)));
        }
        Path again = Files.write(temp.resolve("again.csv"), (names + body).getBytes(StandardCharsets.ISO_8859_1));
        assertRefused(again);
    }

    /** Then only the bytes of the file say what it is, which its people have to know. */
    @Test
    void aFileWhoseRowsCannotBeRead_isNamed_alsoAsTheFirstOne() throws IOException {
        Path unclear = write("unclear.csv", "\"a,b\n1,2\n3,4\n");
        for (Path list : List.of(ledgers, temp.resolve("none-yet"))) {
            List<String> named = DataRegistry.near(list, OTHER, Place.of(unclear));
            assertEquals(1, named.size(), named::toString);
            assertTrue(named.get(0).contains("its rows cannot be compared"), named::toString);
        }
        assertEquals(List.of(), DataRegistry.near(temp.resolve("none-yet"), WARD, Place.of(file)));
    }

    /** The process may end between the two: digests of the old key say nothing under the new one. */
    @Test
    void digestsOfALostKey_areRemovedBeforeThereIsANewOne() throws IOException {
        Files.delete(ledgers.resolve("data-key"));
        Files.delete(ledgers.resolve("data-rows"));
        Files.createDirectories(ledgers.resolve("data-rows").resolve("cannot-be-removed"));
        assertThrows(LedgerException.class, () -> DataRegistry.remember(ledgers, Map.of(WARD, Place.of(file))));
        assertFalse(Files.exists(ledgers.resolve("data-key")));
    }

    /** A directory of an earlier release has no rows yet, and no file may be new by that. */
    @Test
    void sameRows_areKnown_whereAnEarlierReleaseChargedThem() throws IOException {
        Files.delete(ledgers.resolve("data-rows"));
        Files.delete(ledgers.resolve("data-key"));
        Path again = write("again.csv", Form.WINDOWS.of(rows));
        assertRefused(again);
        DataRegistry.remember(ledgers, Map.of(WARD, Place.of(file)));
        Files.delete(file);
        assertRefused(again);
    }

    /** Another home has a budget of its own, while the ledger of the first one is still there. */
    @Test
    void secondLedgerOfADataSet_isRefused_unlessTheFirstWasMovedThere() throws IOException {
        Path first = ledger("home");
        DataRegistry.remember(ledgers, Map.of(WARD, Place.of(file)), Optional.of(first));
        DataRegistry.requireOneLedger(ledgers, WARD, first);
        Path second = temp.resolve("second").resolve("ledger");
        PolicyRefusedException e =
                assertThrows(PolicyRefusedException.class, () -> DataRegistry.requireOneLedger(ledgers, WARD, second));
        assertTrue(String.valueOf(e.getMessage()).contains(first.toRealPath().toString()), e.getMessage());
        PolicyRefusedException other =
                assertThrows(PolicyRefusedException.class, () -> DataRegistry.requireOneLedger(ledgers, OTHER, first));
        assertTrue(String.valueOf(other.getMessage()).contains("dataset ward"), other.getMessage());
        Files.move(temp.resolve("home"), temp.resolve("second"));
        DataRegistry.requireOneLedger(ledgers, WARD, second);
    }

    /** Two homes that are opened at a time both see no ledger of the other one: the note under the lock decides. */
    @Test
    void secondLedger_thatWasOpenedBesideTheFirst_isNotNoted_andNothingIsWritten() throws IOException {
        Path first = ledger("home");
        Path second = ledger("second");
        DataRegistry.requireOneLedger(ledgers, WARD, first);
        DataRegistry.requireOneLedger(ledgers, WARD, second);
        DataRegistry.remember(ledgers, Map.of(WARD, Place.of(file)), Optional.of(first));
        String noted = Files.readString(ledgers.resolve("data-files"));
        PolicyRefusedException e = assertThrows(
                PolicyRefusedException.class,
                () -> DataRegistry.remember(ledgers, Map.of(WARD, Place.of(file)), Optional.of(second)));
        assertTrue(String.valueOf(e.getMessage()).contains("a second home would give a second budget"), e.getMessage());
        assertEquals(noted, Files.readString(ledgers.resolve("data-files")));
        DataRegistry.remember(ledgers, Map.of(WARD, Place.of(file)), Optional.of(first));
        assertEquals(noted, Files.readString(ledgers.resolve("data-files")));
    }

    /** A home that was renamed or removed would otherwise be one with all of the budget. */
    @Test
    void emptyLedgerOfADataSet_whoseLedgerIsGone_isRefused_untilItIsBack() throws IOException {
        Path first = ledger("home");
        DataRegistry.remember(ledgers, Map.of(WARD, Place.of(file)), Optional.of(first));
        Files.move(temp.resolve("home"), temp.resolve("home.old"));
        for (Path empty : List.of(first, temp.resolve("second").resolve("ledger"))) {
            PolicyRefusedException e = assertThrows(
                    PolicyRefusedException.class, () -> DataRegistry.requireOneLedger(ledgers, WARD, empty));
            assertTrue(String.valueOf(e.getMessage()).contains("an empty one would give the budget again"));
        }
        DataRegistry.requireOneLedger(ledgers, OTHER, temp.resolve("other").resolve("ledger"));
        Files.move(temp.resolve("home.old"), temp.resolve("home"));
        DataRegistry.requireOneLedger(ledgers, WARD, first);
    }

    private Path ledger(String home) throws IOException {
        Path ledger = Files.createDirectories(temp.resolve(home).resolve("ledger"));
        Files.writeString(ledger.resolve("hedgerow.ledger"), "charged");
        return ledger;
    }

    @Test
    void otherRows_areOtherData_andNotNamed() throws IOException {
        List<List<String>> others = new ArrayList<>(rows.subList(0, 1));
        for (int k = 1; k <= 400; k++) {
            others.add(List.of("" + Math.cos(k), "" + k, "south", k / 4 + ".50"));
        }
        Path other = write("other.csv", Form.NO_LAST_BREAK.of(others));
        assertDoesNotThrow(() -> DataRegistry.remember(ledgers, Map.of(OTHER, Place.of(other))));
        assertEquals(List.of(), DataRegistry.near(ledgers, OTHER, Place.of(other)));
    }

    @Test
    void aFileWithMostOfTheRows_isNamed_andNotRefused() throws IOException {
        List<List<String>> changed = new ArrayList<>(rows.subList(0, 350));
        for (int k = 0; k < 60; k++) {
            changed.add(List.of("" + Math.cos(k), "" + k, "south", "1"));
        }
        Path near = write("near.csv", Form.ROWS_SHUFFLED.of(changed));
        assertDoesNotThrow(() -> DataRegistry.require(ledgers, OTHER, Place.of(near)));
        List<String> named = DataRegistry.near(ledgers, OTHER, Place.of(near));
        assertEquals(1, named.size(), named::toString);
        assertTrue(named.get(0).contains("dataset ward") && !named.get(0).contains("%"), named::toString);
        assertEquals(List.of(), DataRegistry.near(ledgers, WARD, Place.of(near)));
    }

    /** Rows of few categories are those of any ward: equal ones say nothing about the users. */
    @Test
    void rowsOfFewKinds_areNotNamed() throws IOException {
        List<List<String>> few = new ArrayList<>(List.of(List.of("a", "b", "c")));
        for (int k = 0; k < 300; k++) {
            few.add(List.of("" + k % 2, "" + k % 3, "" + k % 5));
        }
        Path first = write("first.csv", Form.NO_LAST_BREAK.of(few));
        DataRegistry.remember(ledgers, Map.of(new DatasetIdentity("first"), Place.of(first)));
        Path second = write("second.csv", Form.NO_LAST_BREAK.of(few.subList(0, 290)));
        assertEquals(List.of(), DataRegistry.near(ledgers, OTHER, Place.of(second)));
    }

    @Test
    void whatIsKept_isForItsOwnerOnly_andHasNoCell() throws IOException {
        for (String name : List.of("data-rows", "data-key")) {
            assertEquals(
                    "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(ledgers.resolve(name))));
        }
        String kept = Files.readString(ledgers.resolve("data-rows"));
        assertFalse(kept.contains("north") || kept.contains(rows.get(1).get(0)));
    }
}
