// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The list of mutants stays true: every one still applies, names tests that exist, and is in the list of what found it.
 */
class MutantsTest {

    private static final Path TABLE = Mutant.ROOT.resolve("samples/checks/src/test/evidence/mutants.md");
    private static final Path PROPERTIES = TABLE.resolveSibling("mutants-properties.md");

    @Test
    void everyMutant_stillApplies() throws IOException {
        List<Mutant> mutants = Mutant.all();
        assertTrue(mutants.size() >= 30, "mutants are " + mutants.size());
        for (Mutant mutant : mutants) {
            assertFalse(mutant.breaks().isEmpty(), mutant.name());
            String changed = mutant.source();
            assertFalse(changed.equals(Files.readString(Mutant.ROOT.resolve(mutant.file()))), mutant.name());
            assertFalse(mutant.tests().isEmpty(), mutant.name());
            mutant.tests().forEach(mutant::moduleOf);
        }
    }

    @Test
    void everyMutant_isInTheTable() throws IOException {
        assertEquals(Mutant.all().stream().map(Mutant::name).toList(), rows(TABLE));
    }

    private static List<String> rows(Path table) throws IOException {
        return Files.readAllLines(table).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();
    }

    /** Without classes the run of mutants against properties would have nothing to run. */
    @Test
    void propertiesOfAccountants_areFound_thoseOfContractsFirst() throws IOException {
        List<String> classes = AccountantProperties.classes();
        assertTrue(classes.size() >= 15, "classes are " + classes);
        assertTrue(classes.get(0).startsWith("io.hedgerow.dp.accounting."), classes.get(0));
        assertTrue(classes.contains("io.hedgerow.dp.accounting.BasicAccountantTest"), "classes are " + classes);
        assertTrue(
                classes.indexOf("io.hedgerow.dp.accounting.BasicAccountantTest")
                        < classes.indexOf("io.hedgerow.dp.internal.accounting.SearchTest"),
                "classes are " + classes);
    }

    @Test
    void everyMutantOfAnAccountant_isInTheTableOfProperties() throws IOException {
        assertEquals(
                Mutant.all().stream()
                        .filter(Mutant::inAccounting)
                        .map(Mutant::name)
                        .toList(),
                rows(PROPERTIES));
    }
}
