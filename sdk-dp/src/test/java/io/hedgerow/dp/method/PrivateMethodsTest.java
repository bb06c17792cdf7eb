// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

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
}
