// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.columns.ColumnTexts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which columns of several files are one variable. */
class ColumnGroupTest {

    private static SeenColumn column(String name, SeenColumn.Kind kind) {
        return new SeenColumn(name, new ColumnTexts(false), kind, new double[0]);
    }

    /** Columns of one file; those whose names begin with a hash are texts. */
    private static SeenFile file(String... names) {
        List<SeenColumn> columns = Arrays.stream(names)
                .map(name -> name.startsWith("#")
                        ? column(name.substring(1), SeenColumn.Kind.CATEGORY)
                        : column(name, SeenColumn.Kind.NUMBER))
                .toList();
        InspectedRows rows = InspectedRows.file(java.nio.file.Path.of("a.csv"), List.of(names), codings -> {
            throw new AssertionError("rows are not read");
        });
        return new SeenFile(rows, 0, Optional.empty(), columns, Map.of(), List.of());
    }

    private static List<String> names(List<ColumnGroup> groups) {
        return groups.stream().map(ColumnGroup::name).toList();
    }

    /** The columns of which one file each lacks the other. */
    private static List<ColumnGroup.Join> joins(SeenFile... files) {
        List<ColumnGroup> open = new ArrayList<>(ColumnGroup.of(List.of(files)));
        open.removeIf(group -> group.columns().size() == files.length);
        return ColumnGroup.joins(open);
    }

    @ParameterizedTest
    @CsvSource({
        "Body_Weight, body weight",
        "bodyWeight, BODY-WEIGHT",
        "dose (mg), dose_mg",
        "größe, GRÖSSE.",
    })
    void names_thatDifferByCaseAndSigns_areOneGroup(String one, String other) {
        List<ColumnGroup> groups = ColumnGroup.of(List.of(file(one), file(other)));
        int expected = one.equals("größe") ? 2 : 1; // ß has no capital letter of its own here
        assertEquals(expected, groups.size(), groups.toString());
    }

    /** Whatever their order, and of whichever file; a third way to write them is neither. */
    @Test
    void twoColumnsOfOneFile_areTwoGroups() {
        List<ColumnGroup> groups = ColumnGroup.of(List.of(file("x_1", "x1"), file("x1", "x_1"), file("X.1")));
        assertEquals(List.of("x_1", "x1", "X.1"), names(groups));
        assertEquals(
                List.of(Set.of(0, 1), Set.of(0, 1), Set.of(2)),
                groups.stream().map(group -> group.columns().keySet()).toList());
    }

    @Test
    void namesOfSignsAlone_areOneGroupOnlyWhereTheyAreEqual() {
        assertEquals(List.of("%", "$"), names(ColumnGroup.of(List.of(file("%"), file("$"), file("%")))));
        assertEquals(List.of(), joins(file("%", "a"), file("$", "a")));
        assertEquals("%", ColumnGroup.plain("%"));
        assertEquals("mg", ColumnGroup.plain("% (mg)"));
    }

    @Test
    void aGroup_hasTheCommonestName_theFirstOfEqual() {
        assertEquals(List.of("Age"), names(ColumnGroup.of(List.of(file("age"), file("Age"), file("Age")))));
        assertEquals(List.of("age"), names(ColumnGroup.of(List.of(file("age"), file("Age")))));
    }

    @Test
    void unitsInNames_giveTheFactor() {
        ColumnGroup.Join join =
                joins(file("weight_kg", "a"), file("weight_lb", "a")).get(0);
        assertEquals("weight_kg", join.kept().name());
        assertEquals("weight_lb", join.other().name());
        assertEquals(0.45359237, join.factor().orElseThrow().multiply(), 1e-12);
        assertEquals("the names say lb and kg", join.why());
    }

    @Test
    void aUnitInOneNameAlone_givesNoFactor() {
        ColumnGroup.Join join = joins(file("weight"), file("weight_lb")).get(0);
        assertEquals(Optional.empty(), join.factor());
        assertEquals("one name says its unit", join.why());
    }

    @ParameterizedTest
    @CsvSource({
        "sex, Geschlecht, the names are words for the same",
        "age, alter, the names are words for the same",
        "pressure, presure, the names differ by few letters",
        "temperature, temprature, the names differ by few letters",
        "a, b, no other columns of this kind are left"
    })
    void otherNames_areJoinedByWordsLettersOrBecauseNothingElseIsLeft(String one, String other, String why) {
        List<ColumnGroup.Join> joins = joins(file(one, "same"), file(other, "same"));
        assertEquals(1, joins.size(), joins.toString());
        assertEquals(why, joins.get(0).why());
    }

    @Test
    void columnsOfOtherKinds_areNotJoined() {
        assertEquals(List.of(), joins(file("sex"), file("#geschlecht")));
        assertEquals(List.of(), joins(file("a", "b"), file("c", "d")), "two are left, and which is which is unknown");
    }

    /** A group that was joined with another is not joined to a third one. */
    @Test
    void eachGroup_isJoinedOnce() {
        List<ColumnGroup.Join> joins = joins(file("weight_kg"), file("weight_lb"), file("weight_g"));
        Set<String> others = new HashSet<>();
        joins.forEach(join -> assertTrue(others.add(join.other().name()), joins.toString()));
        assertTrue(others.stream().noneMatch(name -> name.equals("weight_kg")), joins.toString());
    }

    @Test
    void aJoinedGroup_hasTheColumnsOfBoth_andKnowsWhichAreConverted() {
        ColumnGroup one =
                ColumnGroup.of(List.of(file("weight_kg"), file("weight_lb"))).get(0);
        ColumnGroup other =
                ColumnGroup.of(List.of(file("weight_kg"), file("weight_lb"))).get(1);
        ColumnGroup both = one.with(other, true);
        assertEquals(List.of(0, 1), List.copyOf(both.columns().keySet()));
        assertEquals(Set.of(1), both.converted());
        assertEquals(Set.of(), one.with(other, false).converted());
    }
}
