// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.mutants.ProofPage.Line;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every line of a proof that names code has a mutant of that code, and a list says which. */
class ProofLinesTest {

    private final List<ProofPage> pages = ProofPage.all();
    private final Map<String, Mutant> mutants =
            Mutant.all().stream().collect(Collectors.toMap(Mutant::name, mutant -> mutant));
    private final Sources sources = new Sources();

    /** Reads pages, mutants and the names of sources. */
    ProofLinesTest() throws IOException {}

    private List<Line> allLines() {
        return pages.stream().flatMap(page -> page.lines().stream()).toList();
    }

    @Test
    void everyPage_listsItsLines() {
        assertTrue(pages.size() >= 15, "pages are " + pages.size());
        assertEquals(
                List.of(),
                pages.stream()
                        .filter(page -> page.lines().isEmpty())
                        .map(ProofPage::name)
                        .toList());
    }

    @Test
    void everyLineOfAList_standsOnItsPage() {
        List<String> missing = new ArrayList<>();
        for (ProofPage page : pages) {
            for (Line line : page.lines()) {
                if (line.quote().isEmpty() || !page.words().contains(line.quote())) {
                    missing.add(page.name() + ": " + line.quote());
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void everyLineOfPseudocode_isInTheList() {
        List<String> silent = new ArrayList<>();
        for (ProofPage page : pages) {
            for (String code : page.pseudocode()) {
                if (page.lines().stream().noneMatch(line -> code.contains(line.quote()))) {
                    silent.add(page.name() + ": " + code);
                }
            }
        }
        assertEquals(List.of(), silent);
    }

    /** So that a page cannot be silent about what it says is its code. */
    @Test
    void everyClassThatAPageNamesAsItsCode_isInTheList() {
        List<String> silent = new ArrayList<>();
        for (ProofPage page : pages) {
            Set<String> listed = page.lines().stream()
                    .flatMap(line -> line.code().stream())
                    .map(code -> code.replaceAll("\\..*", ""))
                    .collect(Collectors.toSet());
            Set<String> named = page.classes(sources);
            assertTrue(!named.isEmpty(), page.name() + " must name its classes before its first section");
            named.stream()
                    .filter(name -> !listed.contains(name))
                    .forEach(name -> silent.add(page.name() + ": " + name));
        }
        assertEquals(List.of(), silent);
    }

    @Test
    void everyLine_hasCodeThatExists_andAMutantOfEachClass() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Line line : allLines()) {
            if (line.mutants().isEmpty()) {
                if (!line.code().isEmpty() || line.reason().length() < 10) {
                    wrong.add(line.quote() + ": no mutant, and no reason");
                }
                continue;
            }
            Set<String> broken = new TreeSet<>();
            for (String name : line.mutants()) {
                Mutant mutant = mutants.get(name);
                if (mutant == null) {
                    wrong.add(line.quote() + ": there is no mutant " + name);
                } else {
                    broken.add(mutant.className().replaceAll(".*\\.", ""));
                }
            }
            Set<String> named = new TreeSet<>();
            for (String code : line.code()) {
                named.add(code.replaceAll("\\..*", ""));
                if (!sources.hasCode(code)) {
                    wrong.add(line.quote() + ": there is no " + code);
                }
            }
            if (!named.equals(broken)) {
                wrong.add(line.quote() + ": the code is " + named + ", its mutants are of " + broken);
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void everyMutant_isOfALine() {
        Set<String> used =
                allLines().stream().flatMap(line -> line.mutants().stream()).collect(Collectors.toSet());
        assertEquals(
                List.of(),
                new TreeMap<>(mutants)
                        .keySet().stream().filter(name -> !used.contains(name)).toList());
    }

    /** No list is left over, and every page leads to its own. */
    @Test
    void everyList_isOfAPage_thatLinksToIt() throws IOException {
        assertEquals(
                pages.stream().map(ProofPage::name).toList(),
                List.copyOf(ProofPage.lists().keySet()));
        for (ProofPage page : pages) {
            assertTrue(page.words().endsWith("/proof-lines.md#" + page.name().replace(".md", "") + ")."), page.name());
        }
    }
}
