// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The register of what the papers say: every place of them, and every item. */
class RegisterTest {

    private final PaperItems items = PaperItems.read();
    private final Map<String, List<String>> itemsByPlace = new HashMap<>();
    private final Map<String, String> said = new HashMap<>();

    RegisterTest() {
        for (String line : PaperItems.lines("places.csv").stream().skip(1).toList()) {
            String[] cells = line.split(",", 3);
            itemsByPlace.put(cells[0], cells[1].isEmpty() ? List.of() : List.of(cells[1].split(" ", -1)));
            said.put(cells[0], cells[2]);
        }
    }

    @Test
    void register_hasAllPlacesOfThePapers() {
        List<String> all = new ArrayList<>(List.of("003"));
        numbered(all, "001 figure ", 8);
        numbered(all, "002 figure ", 8);
        numbered(all, "002 table ", 9);
        numbered(all, "000 figure ", 12);
        numbered(all, "000 table ", 11);
        numbered(all, "004 figure ", 13);
        numbered(all, "004 table ", 11);
        sections(all, "001 section ", "1 6.1 6.2 6.3 6.4 7");
        sections(all, "001 appendix ", "B C");
        sections(all, "002 section ", "1 4.2 5.2 6.2 6.3 6.4 7");
        sections(all, "002 appendix ", "A.4 B.3.2 B.3.3 B.3.4 B.3.5 C.1 C.2 C.3 C.4");
        sections(all, "000 section ", "1 4.1.1 4.1.2 4.2 4.2.1 4.2.2 5.1 5.2 6 7.3 7.6 7.7 7.8");
        sections(all, "004 section ", "1 5.1 5.2 6.1 6.2 7");
        sections(all, "004 appendix ", "A.3 A.6 A.7 A.8");
        List.of("000", "001", "002", "004").forEach(paper -> all.add(paper + " abstract"));
        assertEquals(new HashSet<>(all), itemsByPlace.keySet());
    }

    private static void numbered(List<String> all, String stem, int to) {
        for (int n = 1; n <= to; n++) {
            all.add(stem + n);
        }
    }

    private static void sections(List<String> all, String stem, String names) {
        for (String name : names.split(" ", -1)) {
            all.add(stem + name);
        }
    }

    /** A statement is listed where it stands; a place without one says why. */
    @Test
    void places_haveStatementsOrSayWhyNot() {
        Set<String> spokenOf = new HashSet<>();
        for (PaperItem item : items.all()) {
            for (PaperClaim claim : item.claims()) {
                for (String place : claim.places()) {
                    spokenOf.add(place);
                    assertTrue(
                            itemsByPlace.getOrDefault(place, List.of()).contains(item.id()),
                            place + " in places.csv must have " + item.id());
                }
            }
        }
        itemsByPlace.forEach((place, ids) -> {
            ids.forEach(id -> assertEquals(id, items.named(id).id()));
            assertTrue(spokenOf.contains(place) != !said.get(place).isEmpty(), place + ": " + said.get(place));
        });
    }

    /** An item declares its register complete, or says what it lacks: {@code "register": "lacks: …"} in its file. */
    @Test
    void items_declareTheirRegister() {
        for (PaperItem item : items.all()) {
            assertTrue(
                    item.register().equals(PaperItem.COMPLETE)
                            || item.register().matches("lacks: .{6,}"),
                    item.id() + " must declare its register: complete, or lacks: and what, was " + item.register());
        }
    }

    /** A statement appears once, and is none that a grid or a budget makes true by itself. */
    @Test
    void statements_areUniqueInAnItem() {
        for (PaperItem item : items.all()) {
            Set<String> texts = new HashSet<>();
            for (PaperClaim claim : item.claims()) {
                assertTrue(texts.add(claim.text()), item.id() + ": " + claim.text());
                assertFalse(claim.text().endsWith("."), item.id() + ": " + claim.text());
            }
        }
    }
}
