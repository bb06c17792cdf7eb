// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.privacy.PrivacyException;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A provider of a jar, whose mistakes are refused with the name of the jar instead of failing somewhere else. */
final class PluginProvider implements MethodProvider {

    private final MethodProvider provider;
    private final String place;
    private final List<MethodDescriptor> descriptors;

    /**
     * A provider whose descriptors are asked for once.
     *
     * @throws IllegalArgumentException when there are none
     */
    PluginProvider(MethodProvider provider) {
        this.provider = provider;
        CodeSource source = provider.getClass().getProtectionDomain().getCodeSource();
        this.place = provider.getClass().getName()
                + (source == null ? "" : " of " + source.getLocation().getPath());
        this.descriptors = List.copyOf(made("descriptors()", provider::descriptors));
    }

    /** The class, and the jar that it is of. */
    String place() {
        return place;
    }

    @Override
    public List<MethodDescriptor> descriptors() {
        return descriptors;
    }

    @Override
    public Method method(StudyTerms terms, MethodParameters parameters) {
        return made("method " + terms.method(), () -> provider.method(terms, parameters));
    }

    private <T> T made(String what, Supplier<@Nullable T> making) {
        try {
            return Objects.requireNonNull(making.get(), "was null");
        } catch (PrivacyException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            // subclasses, such as NumberFormatException, say something about the code and not about a parameter
            if (e.getClass() == IllegalArgumentException.class) {
                throw e;
            }
            throw new IllegalArgumentException(
                    "--plugins: " + what + " of " + place + " cannot be used: " + e.getMessage() + " ("
                            + e.getClass().getSimpleName() + ")",
                    e);
        }
    }
}
