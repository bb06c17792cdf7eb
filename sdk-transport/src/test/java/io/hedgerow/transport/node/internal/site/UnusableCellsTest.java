// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.internal.WatchedRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnusableCellsTest {

    @TempDir
    Path temp;

    private RowSource rows(String cell) throws IOException {
        Path file = Files.writeString(temp.resolve("rows.csv"), "age,dose\n" + cell + ",2\n1,3\n2,4\n");
        return CsvRowSource.of(file, CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN));
    }

    @Test
    void peopleOfTheSite_areTold_byColumn() throws IOException {
        RowSource source = rows("high");
        UnusableCells cells = new UnusableCells(source, false);
        assertEquals(Optional.empty(), cells.note(true));
        for (int reading = 0; reading < 2; reading++) {
            new WatchedRows(source, cells).forEachRow(row -> {});
            String note = cells.note(true).orElseThrow();
            assertTrue(note.startsWith("cells that held no number and counted as 0: age 1. "), note);
        }
        RowSource sound = rows("1");
        UnusableCells whole = new UnusableCells(sound, false);
        new WatchedRows(sound, whole).forEachRow(row -> {});
        assertEquals(Optional.empty(), whole.note(true));
    }

    @Test
    void cellsWithoutALevel_areInNoTable() throws IOException {
        Path file = Files.writeString(temp.resolve("rows.csv"), "sex,age\nF,40\nX,50\nM,old\n,70\n");
        CsvOptions options = CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN);
        RowSource source = CsvRowSource.of(
                file, options.withCells(options.cells().withTexts(Map.of("sex", VariableKind.categorical("F", "M")))));
        UnusableCells cells = new UnusableCells(source, false);
        new WatchedRows(source, cells).forEachRow(row -> {});
        String note = cells.note(true).orElseThrow();
        assertTrue(
                note.startsWith("cells that held no number and counted as 0: age 1; cells that held no level of the"
                        + " plan and are in no table of their column: sex 2. "),
                note);
    }

    @Test
    void missingCells_ofRowsThatCount_areTold() throws IOException {
        Path file = Files.writeString(temp.resolve("rows.csv"), "age,dose\n,2\n1,\n,4\n1,2\n3,4\n");
        RowSource source = CsvRowSource.of(file, CsvOptions.defaults().withMissingValues(MissingValues.USE));
        UnusableCells cells = new UnusableCells(source, true);
        new WatchedRows(source, cells).forEachRow(row -> {});
        String note = cells.note(true).orElseThrow();
        assertTrue(
                note.startsWith(
                        "cells that were missing, in rows whose other cells count unless fewer than ten rows have"
                                + " the same: age 2, dose 1. "),
                note);
    }

    @Test
    void rowsThatAreLeftOut_areTold() throws IOException {
        Path file = Files.writeString(temp.resolve("rows.csv"), "age,dose\n,2\n1,\n,\n1,2\n3,4\n");
        RowSource source = CsvRowSource.of(file, CsvOptions.defaults().withMissingValues(MissingValues.SKIP_ROW));
        UnusableCells cells = new UnusableCells(source, false);
        assertEquals(Optional.empty(), cells.note(true));
        new WatchedRows(source, cells).forEachRow(row -> {});
        String note = cells.note(true).orElseThrow();
        assertTrue(note.startsWith("rows that were left out for missing cells: 3 of 5 (age 2, dose 2). "), note);
        String secret = cells.note(false).orElseThrow();
        assertTrue(secret.startsWith("rows that were left out for missing cells: 3 (age 2, dose 2). "), secret);
    }

    @Test
    void rowsThatAreLeftOut_areCompared_whereTheyAreOthers() throws IOException {
        StringBuilder text = new StringBuilder("age,dose\n");
        for (int k = 0; k < 60; k++) {
            text.append(k % 3 == 0 ? 70 + k % 7 : 40 + k % 7).append(k % 3 == 0 ? ",\n" : ",1\n");
        }
        Path file = Files.writeString(temp.resolve("rows.csv"), text);
        RowSource source = CsvRowSource.of(file, CsvOptions.defaults().withMissingValues(MissingValues.SKIP_ROW));
        UnusableCells cells = new UnusableCells(source, false);
        assertEquals(Optional.empty(), cells.difference());
        new WatchedRows(source, cells).forEachRow(row -> {});
        String said = cells.difference().orElseThrow();
        assertTrue(
                said.startsWith("rows that were left out: the 20 rows with a missing cell are not like the others: mean"
                        + " age 72.9"),
                said);
        assertTrue(said.endsWith("this must stay at the site"), said);
    }

    /** Parts of an engine that have a value each are not constant together. */
    @Test
    void columnsThatAreConstant_areNamed() throws IOException {
        Path file = Files.writeString(temp.resolve("rows.csv"), "age,dose,stay\n1,2,\n1,2,\n1,3,\n");
        RowSource source = CsvRowSource.of(file, CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN));
        UnusableCells cells = new UnusableCells(source, false);
        new WatchedRows(source, cells).forEachRow(row -> {});
        String note = cells.note(true).orElseThrow();
        assertTrue(
                note.contains("; columns that are constant here, so that their edges come from other sites: age. "),
                note);
        UnusableCells part = new UnusableCells(source, false);
        part.add(new double[] {2, 4, 5});
        cells.merge(part);
        assertEquals(
                "cells that held no number and counted as 0: stay 3; columns that are constant here, so that their"
                        + " edges come from other sites: stay",
                cells.note(true)
                        .map(text -> text.substring(0, text.indexOf(". ")))
                        .orElseThrow());
    }
}
