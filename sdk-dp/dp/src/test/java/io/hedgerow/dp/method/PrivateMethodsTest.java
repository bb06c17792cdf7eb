// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.method.settings.SiteUnits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class PrivateMethodsTest {

    /** A provider that passes on to ours what ours do not have. */
    private static final class Stray implements MethodProvider {
        @Override
        public List<MethodDescriptor> descriptors() {
            return List.of(new MethodDescriptor(
                    "stray", "none of ours", Set.of(MethodTrait.PROMISE), PrivateConsensusMethod.STEPS.parameters()));
        }

        @Override
        public Method method(StudyTerms terms, MethodParameters parameters) {
            return new PrivateMethods().method(terms, parameters);
        }
    }

    @Test
    void methodOfAnotherName_isRefused_andNotTakenForTheClosedForm() {
        MethodCatalogue methods = MethodCatalogue.ofModules().with(List.of(new Stray()));
        Agreement agreement =
                Agreement.inProcess("stray", VariableSchema.numbered(3), 2, UploadProtection.insecurePlain());
        String said = assertThrows(
                        IllegalArgumentException.class,
                        () -> Method.named("stray")
                                .promising(new PrivacyPromise(
                                        1, 1e-6, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE))
                                .with("rows.site-1", "500")
                                .with("rows.site-2", "500")
                                .on(agreement, methods))
                .getMessage();
        assertTrue(said.startsWith("method must be one of [dp-gram, "), said);
        assertTrue(said.endsWith(", was stray"), said);
    }

    private static Study meanSmoothness(int quorum, OptionalInt masked, String... parameters) {
        Agreement agreement = new Agreement(
                "moments",
                VariableSchema.numbered(3),
                SiteId.numbered(3),
                new RoundPolicy(quorum, Duration.ofMinutes(1), RoundPolicy.Convergence.never()),
                masked);
        NamedMethod method = Method.named("dp-fed-sparse")
                .promising(new PrivacyPromise(1, 1e-6, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE))
                .with("mean-smoothness", "true")
                .with("rows.site-001", "500")
                .with("rows.site-002", "500")
                .with("rows.site-003", "500");
        for (int k = 0; k < parameters.length; k += 2) {
            method = method.with(parameters[k], parameters[k + 1]);
        }
        return method.on(agreement, MethodCatalogue.ofModules()).study();
    }

    private static String refused(Executable study) {
        return assertThrows(IllegalArgumentException.class, study).getMessage();
    }

    /** Over some of the sites the consensus on moments is not their mean. */
    @Test
    void meanSmoothness_isOverAllSites() {
        assertEquals(3, meanSmoothness(3, OptionalInt.empty()).policy().quorum());
        for (OptionalInt masked : List.of(OptionalInt.empty(), OptionalInt.of(3))) {
            String said = refused(() -> meanSmoothness(2, masked));
            assertTrue(said.contains("the quorum is 2 of 3: write quorum: 3"), said);
        }
    }

    /** Before anything is charged: 1024² is 2^20, the range of masked sums. */
    @Test
    void meanSmoothnessBehindMasks_fitsTheRangeOfSums() {
        OptionalInt masked = OptionalInt.of(3);
        String[] large = {"largest-deviation", "1025"};
        String said = refused(() -> meanSmoothness(3, masked, large));
        assertTrue(said.contains("<= 1048576") && said.contains("was 1050625") && said.contains("give unit"), said);
        assertEquals(3, meanSmoothness(3, OptionalInt.empty(), large).sites(), "doubles have no such range");
        assertEquals(3, meanSmoothness(3, masked, "largest-deviation", "1024").sites());
        assertEquals(
                3,
                meanSmoothness(3, masked, "largest-deviation", "1025", "unit", "4")
                        .sites());
    }

    /** Under zero-out the number is secret, whatever parameters a plan has. */
    @Test
    void statedUnits_areThoseOfReplaceOne_andNoOthers() {
        SiteId site = new SiteId("north");
        PrivacyUnit users = new PrivacyUnit.UserUnit("patient");
        PrivacyUnit records = new PrivacyUnit.RecordUnit();
        assertEquals(
                Optional.of(new SiteUnits(70, false, Adjacency.REPLACE_ONE)),
                UnitsOfSites.stated(terms(Optional.of(promise(records, Adjacency.REPLACE_ONE))), site));
        assertEquals(
                Optional.of(new SiteUnits(30, true, Adjacency.REPLACE_ONE)),
                UnitsOfSites.stated(terms(Optional.of(promise(users, Adjacency.REPLACE_ONE))), site));
        for (PrivacyUnit unit : List.of(users, records)) {
            assertEquals(
                    Optional.empty(), UnitsOfSites.stated(terms(Optional.of(promise(unit, Adjacency.ZERO_OUT))), site));
        }
        assertEquals(Optional.empty(), UnitsOfSites.stated(terms(Optional.empty()), site));
        assertEquals(
                Optional.empty(),
                UnitsOfSites.stated(
                        terms(Optional.of(promise(records, Adjacency.REPLACE_ONE))), new SiteId("elsewhere")));
    }

    private static PrivacyPromise promise(PrivacyUnit unit, Adjacency adjacency) {
        return new PrivacyPromise(1, 1e-6, unit, adjacency);
    }

    private static StudyTerms terms(Optional<PrivacyPromise> promise) {
        return new StudyTerms(
                "wards",
                VariableSchema.numbered(3),
                List.of(new SiteId("north")),
                4,
                new RoundPolicy(1, Duration.ofMinutes(1), RoundPolicy.Convergence.never()),
                "dp-gram",
                Map.of("rows.north", "70", "persons.north", "30"),
                promise,
                OptionalInt.empty());
    }
}
