// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchRule;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.privacy.DataPermit;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyGate.Reservation;
import java.io.FileDescriptor;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/** What the modules promise about each other. Every rule has a class in {@link ArchitectureTest} that breaks it. */
final class ArchitectureRules {

    private static final String CORE = "io.hedgerow.core..";
    private static final String DP = "io.hedgerow.dp..";
    private static final String SECURE_AGG = "io.hedgerow.secureagg..";
    private static final String TRANSPORT = "io.hedgerow.transport..";
    private static final String SAMPLES = "io.hedgerow.samples..";

    private static final Map<String, Set<String>> FILE_CALLS = Map.of(
            FileChannel.class.getName(), Set.of("force", "lock", "tryLock"),
            FileDescriptor.class.getName(), Set.of("sync"),
            MessageDigest.class.getName(), Set.of("getInstance"));

    private ArchitectureRules() {}

    static final ArchRule CORE_DEPENDS_ON_NO_OTHER_MODULE = noClasses()
            .that()
            .resideInAPackage(CORE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(DP, SECURE_AGG, TRANSPORT, SAMPLES);

    static final ArchRule DP_KNOWS_NO_SIBLING = knowsNoneOf(DP, SECURE_AGG, TRANSPORT, SAMPLES);
    static final ArchRule SECURE_AGG_KNOWS_NO_SIBLING = knowsNoneOf(SECURE_AGG, DP, TRANSPORT, SAMPLES);
    static final ArchRule ONLY_THE_DOORS_KNOW_SIBLINGS = noClasses()
            .that()
            .resideInAPackage(TRANSPORT)
            .and()
            .resideOutsideOfPackage("io.hedgerow.transport.node..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(DP, SECURE_AGG, SAMPLES);

    static final ArchRule THE_WIRE_SEES_THE_HEART_ALONE = noClasses()
            .that()
            .resideInAPackage(TRANSPORT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SdkModules.packagesOfOthers(SdkModules.SEEN_BY_THE_WIRE))
            .because("methods and readers are found as services, and a page gets its picture from the program that"
                    + " starts it");

    static final ArchRule INTERNAL_IS_FOR_ITS_OWN_MODULE =
            classes().that().resideInAPackage("io.hedgerow..").should(new UseOnlyOwnInternals());

    static final ArchRule ONE_CLASS_SEES_GENERATED_TYPES = noClasses()
            .that()
            .resideOutsideOfPackage("io.hedgerow.v1..")
            .and()
            .doNotHaveFullyQualifiedName("io.hedgerow.transport.internal.wire.ProtobufMapping")
            .and()
            // what the compiler makes for a switch over a generated enum
            .haveNameNotMatching("io\\.hedgerow\\.transport\\.internal\\.wire\\.ProtobufMapping\\$.*")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.hedgerow.v1..");

    static final ArchRule EJML_IS_NOT_SHOWN = classes()
            .that()
            .resideInAPackage("io.hedgerow..")
            .and()
            .resideOutsideOfPackage("..internal..")
            .should(ShowNoTypeOf.library("org.ejml."));

    static final ArchRule INTERNAL_IS_NOT_SHOWN = classes()
            .that()
            .resideInAnyPackage(CORE, DP, SECURE_AGG, TRANSPORT)
            .and()
            .resideOutsideOfPackage("..internal..")
            .should(ShowNoTypeOf.internals())
            .because("a caller on the module path could not even name what it is given");

    static final ArchRule RANDOMNESS_IS_NOT_GUESSABLE = noClasses()
            .that()
            .resideOutsideOfPackage("..simulation..")
            .should()
            .dependOnClassesThat(type(Random.class)
                    .or(type(SplittableRandom.class))
                    .or(type(ThreadLocalRandom.class))
                    .or(resideInAnyPackage("java.util.random")))
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callMethod(StrictMath.class, "random")
            .because("noise that protects people must not be predictable");

    static final ArchRule ONE_OWNER_OF_LOCKS_FSYNC_AND_DIGESTS = noClasses()
            .that()
            .resideOutsideOfPackage("io.hedgerow.core.internal.file")
            .should()
            .callMethodWhere(new DescribedPredicate<>("files are forced or locked, or digests made") {
                @Override
                public boolean test(JavaMethodCall call) {
                    String owner = call.getTargetOwner().getName();
                    String method = call.getName();
                    return FILE_CALLS.getOrDefault(owner, Set.of()).contains(method);
                }
            })
            .because(
                    "a lock is lost by whoever opens its file twice, and what was not forced is not there after a crash");

    static final ArchRule ONLY_THE_COMMAND_LINE_PRINTS = noClasses()
            .that()
            .resideOutsideOfPackage("io.hedgerow.samples.cli..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace")
            .orShould()
            .callMethod(Exception.class, "printStackTrace");

    static final ArchRule NAMES_SAY_SOMETHING = noClasses()
            .should()
            .haveNameMatching(".*(Utils?|Helper|Manager|Impl)")
            .because("a class is named after what it is");

    static final ArchRule NAMES_ARE_UNIQUE = classes()
            .that()
            .areTopLevelClasses()
            .and()
            .resideOutsideOfPackage("io.hedgerow.v1..")
            .should(new HaveUniqueNames())
            .because("a word has one meaning");

    static final ArchRule FIELDS_ARE_NOT_PUBLIC =
            fields().that().areNotStatic().should().notBePublic().because("what every class can change has no owner");

    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("io.hedgerow.(**)").should().beFreeOfCycles();

    static final ArchRule ONLY_THE_GATE_RESERVES = constructedOnlyBy(Reservation.class, PrivacyGate.class);
    static final ArchRule ONLY_A_RESERVATION_PERMITS = constructedOnlyBy(DataPermit.class, Reservation.class);
    static final ArchRule GATES_HAVE_TWO_MAKERS =
            constructedOnlyBy(PrivacyGate.class, PrivacyGate.class, InsecureNoPrivacy.class);

    static final ArchRule ONLY_SITE_DATA_READS_ROWS = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.hedgerow.core.data..",
                    "io.hedgerow.core.inspect..",
                    "io.hedgerow.core.internal.design..",
                    "io.hedgerow.core.predict..",
                    "..simulation..",
                    "io.hedgerow.samples..")
            .should()
            .accessTargetWhere(DescribedPredicate.describe(
                    "RowSource.forEachRow is used",
                    (JavaAccess<?> access) -> access.getTarget().getName().equals("forEachRow")
                            && access.getTargetOwner().isAssignableTo(RowSource.class)))
            .because(
                    "rows are read only while a permit is held; a design is a source of rows itself; simulated rows and an application's own are its own, those that it wants predicted or looked at too");

    static final ArchRule OPTING_OUT_IS_VISIBLE = noClasses()
            .that()
            .haveNameNotMatching(".*\\.[^.]*Insecure[^.]*")
            .and()
            .resideOutsideOfPackages("io.hedgerow.samples..", "..simulation..")
            .should()
            .dependOnClassesThat(are(assignableTo(InsecureNoPrivacy.class)))
            .because("a reviewer must find every opt-out by its name");

    static final ArchRule A_LOOK_AT_ROWS_IS_NO_PART_OF_A_STUDY = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.hedgerow.core.inspect..", "io.hedgerow.samples.inspect..", "io.hedgerow.samples.cli.network..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.hedgerow.core.inspect..", "io.hedgerow.samples.inspect..")
            .because("inspect shows cells: only a person at the site starts it, no plan, coordinator or other site");

    private static ArchRule knowsNoneOf(String module, String... others) {
        // A module without classes yet must not stop the others from being checked.
        return noClasses()
                .that()
                .resideInAPackage(module)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .allowEmptyShould(true);
    }

    private static ArchRule constructedOnlyBy(Class<?> made, Class<?>... makers) {
        DescribedPredicate<JavaClass> isMaker = DescribedPredicate.describe(
                "a maker",
                candidate -> java.util.Arrays.stream(makers)
                        .anyMatch(maker -> candidate.getName().equals(maker.getName())));
        return noClasses()
                .that(DescribedPredicate.not(isMaker))
                .should()
                .accessTargetWhere(DescribedPredicate.describe(
                        "a constructor of " + made.getSimpleName() + " is used",
                        (JavaAccess<?> access) -> access.getTarget().getName().equals("<init>")
                                && access.getTargetOwner().getName().equals(made.getName())))
                .because("budget is reserved before data is opened");
    }
}
