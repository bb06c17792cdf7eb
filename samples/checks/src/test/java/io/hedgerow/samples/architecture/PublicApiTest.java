// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.hedgerow.core.archfixture.ShowsEjml;
import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The public API is what {@code docs/api.txt} lists, with signatures in {@code src/test/resources/api};
 * {@code -Dapi.update} writes both anew.
 */
class PublicApiTest {

    private static final Path LISTING = Checkout.ROOT.resolve("docs/api.txt");
    private static final Path SIGNATURES = Path.of("src/test/resources/api/signatures.txt");

    private static JavaClasses production;

    @BeforeAll
    static void importProduction() {
        production = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("io.hedgerow");
    }

    @Test
    void publicTypes_areThoseThatAreListed() throws IOException {
        List<String> found = PublicApi.listing(production, exported());
        if (System.getProperty("api.update") != null) {
            Files.write(LISTING, found);
        }
        assertEquals(
                List.of(),
                PublicApi.differences(Files.readAllLines(LISTING), found),
                "hide what nobody outside needs, or run this test with -Dapi.update");
    }

    @Test
    void signatures_areThoseThatAreListed() throws IOException {
        List<String> found = PublicApi.signatures(production, exported());
        if (System.getProperty("api.update") != null) {
            Files.write(SIGNATURES, found);
        }
        assertEquals(
                List.of(),
                PublicApi.differences(Files.readAllLines(SIGNATURES), found),
                "a change of what callers compile against needs a line in the changelog: then run this test with"
                        + " -Dapi.update");
    }

    @Test
    void signatures_tellTypesMembersAndWhatTheyReturn() {
        JavaClass fixture = new ClassFileImporter().importClass(ShowsEjml.class);
        List<String> signatures = PublicApi.signatures(List.of(fixture), Set.of(fixture.getPackageName()));
        assertEquals(fixture.getName(), signatures.get(0));
        assertTrue(
                signatures.stream().anyMatch(line -> line.contains("org.ejml.data.DMatrixRMaj")), signatures::toString);
        assertEquals(List.of(), PublicApi.signatures(List.of(fixture), Set.of()));
    }

    @Test
    void packages_areExportedOrInternal() {
        Set<String> unexported = PublicApi.packages(sdk());
        unexported.removeAll(exported());
        assertEquals(Set.of(), unexported);
    }

    @Test
    void modules_areThose_andNoOthers() {
        Set<String> names = Stream.of(
                        "vocabulary",
                        "simulation",
                        "rounds",
                        "readers",
                        "hidden",
                        "tables",
                        "search",
                        "categories",
                        "curves",
                        "lingam",
                        "personal",
                        "result",
                        "predict",
                        "inspect",
                        "core",
                        "budget",
                        "dp",
                        "secureagg",
                        "transport")
                .map(name -> SdkModules.ROOT + name)
                .collect(Collectors.toSet());
        assertEquals(names, SdkModules.ALL.keySet());
    }

    @Test
    void differences_findWhatCameAndWhatWent() {
        JavaClass fixture = new ClassFileImporter().importClass(ShowsEjml.class);
        List<String> listing = PublicApi.listing(List.of(fixture), Set.of(fixture.getPackageName()));
        List<String> without = listing.subList(0, 1);
        assertEquals(List.of("not listed: " + fixture.getName()), PublicApi.differences(without, listing));
        assertEquals(List.of("gone: " + fixture.getName()), PublicApi.differences(listing, without));
        assertEquals(List.of(), PublicApi.differences(listing, listing));
    }

    private static Iterable<JavaClass> sdk() {
        return production.stream()
                .filter(type -> SdkModules.ALL.containsKey(SdkModules.moduleOf(type.getPackageName())))
                .toList();
    }

    private static Set<String> exported() {
        Set<String> packages = new TreeSet<>();
        for (ModuleDescriptor module : SdkModules.ALL.values()) {
            packages.addAll(SdkModules.exported(module));
        }
        return packages;
    }

    /** Every exported package has something to offer. */
    @Test
    void exports_areNotEmpty() {
        List<String> empty = new ArrayList<>(exported());
        empty.removeAll(PublicApi.packages(production));
        assertEquals(List.of(), empty);
    }
}
