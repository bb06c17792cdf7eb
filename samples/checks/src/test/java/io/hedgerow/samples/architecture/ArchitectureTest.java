// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.hedgerow.core.archfixture.CoreUsesDp;
import io.hedgerow.core.archfixture.ForcesChannels;
import io.hedgerow.core.archfixture.ForcesFiles;
import io.hedgerow.core.archfixture.GraphUtils;
import io.hedgerow.core.archfixture.GuessableRandomness;
import io.hedgerow.core.archfixture.HidesEjml;
import io.hedgerow.core.archfixture.InsecureOptOut;
import io.hedgerow.core.archfixture.LocksFiles;
import io.hedgerow.core.archfixture.MakesDigests;
import io.hedgerow.core.archfixture.MathRandomness;
import io.hedgerow.core.archfixture.PrintsStackTrace;
import io.hedgerow.core.archfixture.PrintsToConsole;
import io.hedgerow.core.archfixture.QuietOptOut;
import io.hedgerow.core.archfixture.ReadsRows;
import io.hedgerow.core.archfixture.ReferencesRows;
import io.hedgerow.core.archfixture.SharesFields;
import io.hedgerow.core.archfixture.ShowsEjml;
import io.hedgerow.core.archfixture.ShowsInternal;
import io.hedgerow.core.archfixture.Twin;
import io.hedgerow.core.archfixture.UsesOwnInternal;
import io.hedgerow.core.archfixture.simulation.SimulatedRandomness;
import io.hedgerow.core.privacy.ForgesGate;
import io.hedgerow.core.privacy.ForgesPermit;
import io.hedgerow.core.privacy.ForgesReservation;
import io.hedgerow.dp.archfixture.UsesForeignInternal;
import io.hedgerow.dp.archfixture.UsesSharedInternal;
import io.hedgerow.dp.archfixture.UsesTransport;
import io.hedgerow.secureagg.archfixture.SecureAggThing;
import io.hedgerow.transport.archfixture.LooksAtRows;
import io.hedgerow.transport.archfixture.NamesAMethod;
import io.hedgerow.transport.archfixture.NamesAReader;
import io.hedgerow.transport.archfixture.SeesGeneratedTypes;
import io.hedgerow.transport.archfixture.TransportThing;
import io.hedgerow.transport.archfixture.UsesUnsharedInternal;
import io.hedgerow.transport.archfixture.WritesPictures;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class ArchitectureTest {

    private static JavaClasses production;

    @BeforeAll
    static void importProduction() {
        production = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("io.hedgerow");
    }

    static Stream<Arguments> breaches() {
        return Stream.of(
                Arguments.of("CORE_DEPENDS_ON_NO_OTHER_MODULE", CoreUsesDp.class),
                Arguments.of("DP_KNOWS_NO_SIBLING", UsesTransport.class),
                Arguments.of("SECURE_AGG_KNOWS_NO_SIBLING", SecureAggThing.class),
                Arguments.of("ONLY_THE_DOORS_KNOW_SIBLINGS", TransportThing.class),
                Arguments.of("THE_WIRE_SEES_THE_HEART_ALONE", WritesPictures.class),
                Arguments.of("THE_WIRE_SEES_THE_HEART_ALONE", NamesAMethod.class),
                Arguments.of("THE_WIRE_SEES_THE_HEART_ALONE", NamesAReader.class),
                Arguments.of("INTERNAL_IS_FOR_ITS_OWN_MODULE", UsesForeignInternal.class),
                Arguments.of("INTERNAL_IS_FOR_ITS_OWN_MODULE", UsesUnsharedInternal.class),
                Arguments.of("INTERNAL_IS_FOR_ITS_OWN_MODULE", UsesInternalOfSdk.class),
                Arguments.of("ONE_CLASS_SEES_GENERATED_TYPES", SeesGeneratedTypes.class),
                Arguments.of("EJML_IS_NOT_SHOWN", ShowsEjml.class),
                Arguments.of("INTERNAL_IS_NOT_SHOWN", ShowsInternal.class),
                Arguments.of("RANDOMNESS_IS_NOT_GUESSABLE", GuessableRandomness.class),
                Arguments.of("RANDOMNESS_IS_NOT_GUESSABLE", MathRandomness.class),
                Arguments.of("ONE_OWNER_OF_LOCKS_FSYNC_AND_DIGESTS", ForcesFiles.class),
                Arguments.of("ONE_OWNER_OF_LOCKS_FSYNC_AND_DIGESTS", ForcesChannels.class),
                Arguments.of("ONE_OWNER_OF_LOCKS_FSYNC_AND_DIGESTS", LocksFiles.class),
                Arguments.of("ONE_OWNER_OF_LOCKS_FSYNC_AND_DIGESTS", MakesDigests.class),
                Arguments.of("ONLY_THE_COMMAND_LINE_PRINTS", PrintsToConsole.class),
                Arguments.of("ONLY_THE_COMMAND_LINE_PRINTS", PrintsStackTrace.class),
                Arguments.of("NAMES_SAY_SOMETHING", GraphUtils.class),
                Arguments.of("FIELDS_ARE_NOT_PUBLIC", SharesFields.class),
                Arguments.of(
                        "NAMES_ARE_UNIQUE", new Class<?>[] {Twin.class, io.hedgerow.core.archfixture.cycle.Twin.class}),
                Arguments.of(
                        "PACKAGES_HAVE_NO_CYCLES",
                        new Class<?>[] {Twin.class, io.hedgerow.core.archfixture.cycle.Twin.class}),
                Arguments.of("ONLY_THE_GATE_RESERVES", ForgesReservation.class),
                Arguments.of("ONLY_A_RESERVATION_PERMITS", ForgesPermit.class),
                Arguments.of("GATES_HAVE_TWO_MAKERS", ForgesGate.class),
                Arguments.of("ONLY_SITE_DATA_READS_ROWS", ReadsRows.class),
                Arguments.of("ONLY_SITE_DATA_READS_ROWS", ReferencesRows.class),
                Arguments.of("OPTING_OUT_IS_VISIBLE", QuietOptOut.class),
                Arguments.of("A_LOOK_AT_ROWS_IS_NO_PART_OF_A_STUDY", LooksAtRows.class));
    }

    static Stream<Arguments> lookalikes() {
        return Stream.of(
                Arguments.of("INTERNAL_IS_FOR_ITS_OWN_MODULE", UsesOwnInternal.class),
                Arguments.of("INTERNAL_IS_FOR_ITS_OWN_MODULE", UsesSharedInternal.class),
                Arguments.of("EJML_IS_NOT_SHOWN", HidesEjml.class),
                Arguments.of("INTERNAL_IS_NOT_SHOWN", UsesOwnInternal.class),
                Arguments.of("RANDOMNESS_IS_NOT_GUESSABLE", SimulatedRandomness.class),
                Arguments.of("OPTING_OUT_IS_VISIBLE", InsecureOptOut.class));
    }

    static Stream<String> rules() {
        return Arrays.stream(ArchitectureRules.class.getDeclaredFields())
                .filter(field -> ArchRule.class.isAssignableFrom(field.getType()))
                .map(Field::getName);
    }

    @Test
    void production_isImported() {
        assertTrue(production.contain("io.hedgerow.core.privacy.PrivacyGate"));
        assertTrue(production.contain("io.hedgerow.samples.cli.Hedgerow"));
        assertFalse(production.contain(ArchitectureTest.class.getName()));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rule_holdsForProduction(String rule) throws ReflectiveOperationException {
        rule(rule).check(production);
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void rule_findsItsBreach(String rule, Object fixture) throws ReflectiveOperationException {
        Class<?>[] classes = fixture instanceof Class<?> one ? new Class<?>[] {one} : (Class<?>[]) fixture;
        assertTrue(rule(rule).allowEmptyShould(true).evaluate(only(classes)).hasViolation());
    }

    @ParameterizedTest
    @MethodSource("lookalikes")
    void rule_acceptsWhatIsAllowed(String rule, Class<?> fixture) throws ReflectiveOperationException {
        assertFalse(rule(rule).allowEmptyShould(true).evaluate(only(fixture)).hasViolation());
    }

    /** What a module sees is what the compiler lets it name: an import of a room fails before this test does. */
    @Test
    void masksAndWire_areCompiledAgainstTheHeartAlone() {
        String root = SdkModules.ROOT;
        assertEquals(
                Set.of(root + "rounds", root + "vocabulary"),
                SdkModules.seenBy(root + "secureagg"),
                "secure aggregation must see no room");
        assertEquals(
                SdkModules.SEEN_BY_THE_WIRE,
                SdkModules.seenBy(root + "transport"),
                "the transport must see no room: what it needs of one is a service, or an interface of the budget");
    }

    @Test
    void rules_allHaveABreach() {
        Set<String> withBreach = breaches().map(pair -> (String) pair.get()[0]).collect(Collectors.toSet());
        assertEquals(rules().collect(Collectors.toSet()), withBreach);
    }

    private static JavaClasses only(Class<?>... fixtures) {
        return new ClassFileImporter().importClasses(fixtures);
    }

    private static ArchRule rule(String name) throws ReflectiveOperationException {
        return (ArchRule) ArchitectureRules.class.getDeclaredField(name).get(null);
    }
}
