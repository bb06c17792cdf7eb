// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.inspect.InspectionFinding.Weight;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What files of several sites show beside each other. */
class SiteLookTest {

    private static final int ROWS = 200;

    private final Random random = new Random(31);

    @TempDir
    Path folder;

    private LookedFiles files() {
        return new LookedFiles(folder);
    }

    private String normal() {
        return normal(0, 1);
    }

    private String normal(double mean, double deviation) {
        return LookedFiles.number(mean + deviation * random.nextGaussian());
    }

    @Test
    void names_thatDifferByCaseAndSigns_areRenamedToTheCommonest() {
        Inspection look = files().with("a.csv", "body weight,y", ROWS, k -> normal() + "," + normal())
                .with("b.csv", "Body_Weight,y", ROWS, k -> normal() + "," + normal())
                .with("c.csv", "body weight,y", ROWS, k -> normal() + "," + normal())
                .look();
        InspectionFinding found = LookedFiles.only(look, "name");
        assertEquals(List.of("b.csv"), found.files());
        assertEquals(List.of("body weight"), found.columns());
        assertEquals("Body_Weight", found.example());
        assertTrue(look.mapping(1).contains("\nBody_Weight: {rename: \"body weight\"}\n"), look.mapping(1));
        assertFalse(look.mapping(0).contains("rename"), look.mapping(0));
    }

    @Test
    void otherNames_areSuggested_withTheFactorThatTheirUnitsSay() {
        Inspection look = files().with("a.csv", "weight_kg,y", ROWS, k -> normal(75, 9) + "," + normal())
                .with("b.csv", "weight_lb,y", ROWS, k -> normal(165, 20) + "," + normal())
                .look();
        InspectionFinding found = LookedFiles.only(look, "other-name");
        assertEquals(List.of("weight_lb"), found.columns());
        assertTrue(
                found.found().startsWith("may be weight_kg of other files: the names say lb and kg, medians are 16"),
                found.found());
        assertEquals(Optional.of("weight_lb"), found.advice().accepts());
        assertTrue(
                look.mapping(1).contains("\n# weight_lb: {rename: weight_kg, multiply: 0.45359237}\n"),
                look.mapping(1));
        assertEquals(List.of(), LookedFiles.all(look, "unit"), "the factor is known already");
        assertTrue(look.accept("weight_lb"));
        assertTrue(
                look.mapping(1).contains("\nweight_lb: {rename: weight_kg, multiply: 0.45359237}\n"), look.mapping(1));
    }

    /** A column that one file lacks is left out by a line, because learning refuses it otherwise. */
    @Test
    void notEverywhere_isLeftOut() {
        Inspection look = files().with(
                        "a.csv",
                        "x,y,lactate,fever",
                        ROWS,
                        k -> normal() + "," + normal() + "," + normal() + "," + normal())
                .with("b.csv", "x,y", ROWS, k -> normal() + "," + normal())
                .look();
        InspectionFinding found = LookedFiles.only(look, "not-everywhere");
        assertEquals("not in b.csv", found.found());
        assertEquals(List.of("lactate", "fever"), found.columns());
        assertTrue(look.mapping(0).contains("\nlactate: drop\nfever: drop\n"), look.mapping(0));
    }

    @Test
    void kind_ofTextInOneFileAndNumbersInAnother_isRefused() {
        Inspection look = files().with("a.csv", "x,s", ROWS, k -> normal() + "," + (k % 3 == 0 ? "mild" : "severe"))
                .with("b.csv", "x,s", ROWS, k -> normal() + "," + (k % 3))
                .look();
        InspectionFinding found = LookedFiles.only(look, "kind");
        assertEquals(List.of("s"), found.columns());
        assertEquals(List.of("a.csv", "b.csv"), found.files());
        assertEquals("a.csv: mild, severe; b.csv: 0, 1, 2", found.example());
    }

    @Test
    void levels_withCaseAndKnownWords_areMended() {
        Inspection look = files().with(
                        "a.csv",
                        "x,sex,ok",
                        ROWS,
                        k -> normal() + "," + (k % 2 == 0 ? "M" : "F") + "," + (k % 3 == 0 ? "yes" : "no"))
                .with(
                        "b.csv",
                        "x,sex,ok",
                        ROWS,
                        k -> normal() + "," + (k % 2 == 0 ? "male" : "female") + ","
                                + (k % 3 == 0 ? "ja" : k % 7 == 0 ? "NEIN" : "nein"))
                .look();
        assertEquals(2, LookedFiles.all(look, "levels").size());
        assertTrue(look.mapping(1).contains("\nsex: {levels: {male: M, female: F}}\n"), look.mapping(1));
        assertTrue(
                look.mapping(1).contains("ja: \"yes\"") && look.mapping(1).contains("NEIN: \"no\""), look.mapping(1));
        assertFalse(look.mapping(0).contains("levels"), look.mapping(0));
    }

    @Test
    void similarLevels_areSuggestedAlone() {
        Inspection look = files().with("a.csv", "x,icd", ROWS, k -> normal() + "," + (k % 2 == 0 ? "I21.0" : "E11.9"))
                .with("b.csv", "x,icd", ROWS, k -> normal() + "," + (k % 2 == 0 ? "I210" : "E119"))
                .look();
        InspectionFinding found = LookedFiles.only(look, "similar-levels");
        assertEquals(Weight.WRONG, found.weight());
        assertEquals(
                "{I210: \"I21.0\", E119: \"E11.9\"}"
                        .replace("\"I21.0\"", "I21.0")
                        .replace("\"E11.9\"", "E11.9"),
                found.example());
        assertTrue(look.mapping(1).contains("\n# icd: {levels: {I210: I21.0, E119: E11.9}}\n"), look.mapping(1));
    }

    @Test
    void unit_isThatOfTheFileThatIsUnlikeMost() {
        Inspection look = files().with("a.csv", "glucose,y", ROWS, k -> normal(5.5, 1) + "," + normal())
                .with("b.csv", "glucose,y", ROWS, k -> normal(5.4, 1.1) + "," + normal())
                .with("c.csv", "glucose,y", ROWS, k -> normal(18.02 * 5.5, 18.02) + "," + normal())
                .look();
        InspectionFinding found = LookedFiles.only(look, "unit");
        assertEquals(List.of("c.csv"), found.files());
        assertEquals("may be in another unit than in a.csv: glucose in mg/dl and mmol/l", found.found());
        assertEquals(
                "look at the source; if it is so, accept multiply 0.0554938957 in the mapping file",
                found.advice().text());
        assertEquals(Optional.of("glucose"), found.advice().accepts());
        assertTrue(look.mapping(2).contains("\n# glucose: {multiply: 0.0554938957}\n"), look.mapping(2));
        assertFalse(look.mapping(2).contains("\nglucose"), "a factor is never a line by itself");
    }

    @Test
    void dates_thatMayBeReadInTwoWays_areLeftOut() {
        Inspection clear = files().with(
                        "a.csv",
                        "x,day",
                        ROWS,
                        k -> normal() + "," + LocalDate.of(2024, 1, 1).plusDays(k))
                .look();
        assertTrue(clear.mapping(0).contains("\nday: date\n"), clear.mapping(0));
        Inspection unclear = files().with("b.csv", "x,day", ROWS, k -> normal() + ",1/" + (1 + k % 12) + "/2024")
                .look();
        assertEquals(List.of("day"), LookedFiles.only(unclear, "date-order").columns());
        assertTrue(unclear.mapping(0).contains("\nday: drop\n"), unclear.mapping(0));
    }

    @Test
    void siteConstant_saysTheSiteAndNothingElse() {
        Inspection look = files().with("a.csv", "x,site", ROWS, k -> normal() + ",north")
                .with("b.csv", "x,site", ROWS, k -> normal() + ",south")
                .look();
        assertEquals(
                "a.csv: north; b.csv: south",
                LookedFiles.only(look, "site-constant").example());
        assertTrue(
                look.mapping(0).contains("\nsite: drop\n") && look.mapping(1).contains("\nsite: drop\n"),
                look.mapping(0));
    }

    /** Of a copy that is left out for another reason nothing is suggested. */
    @Test
    void copies_areSuggested_unlessTheyAreLeftOutAnyway() {
        Inspection one = files().with("a.csv", "x,y,x2", ROWS, k -> {
                    double x = random.nextGaussian();
                    return LookedFiles.number(x) + "," + normal() + "," + LookedFiles.number(2 * x);
                })
                .look();
        assertEquals(List.of("x2", "x"), LookedFiles.only(one, "copy").columns());
        assertTrue(one.mapping(0).contains("\n# x2: drop\n"), one.mapping(0));
        Inspection two = files().with("b.csv", "x,y,x2", ROWS, k -> {
                    double x = random.nextGaussian();
                    return LookedFiles.number(x) + "," + normal() + "," + LookedFiles.number(2 * x);
                })
                .with("c.csv", "x,y", ROWS, k -> normal() + "," + normal())
                .look();
        assertTrue(two.mapping(0).contains("\nx2: drop\n"), two.mapping(0));
        assertFalse(two.mapping(0).contains("# x2: drop"), two.mapping(0));
    }
}
