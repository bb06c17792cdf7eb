// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.privacy.PrivacyException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Loads methods from external jars, as services of {@link MethodProvider}. */
public final class PluginJars {

    private PluginJars() {}

    public static MethodCatalogue of(List<Path> paths) {
        MethodCatalogue own = MethodCatalogue.ofModules();
        if (paths.isEmpty()) {
            return own;
        }
        List<Path> jars = paths.stream().flatMap(path -> jars(path).stream()).toList();
        // stays open as long as its methods may load more of their classes
        URLClassLoader loader = new URLClassLoader(
                jars.stream().map(PluginJars::url).toArray(URL[]::new), PluginJars.class.getClassLoader());
        try {
            return own.with(providers(loader, jars, own));
        } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
            IllegalArgumentException refusal = e instanceof IllegalArgumentException known
                    ? known
                    : new IllegalArgumentException(
                            "--plugins: methods of " + jars + " cannot be used: " + Words.reason(e), e);
            try {
                loader.close();
            } catch (IOException closing) {
                refusal.addSuppressed(closing);
            }
            throw refusal;
        }
    }

    private static List<MethodProvider> providers(ClassLoader loader, List<Path> jars, MethodCatalogue own) {
        List<PluginProvider> found = ServiceLoader.load(MethodProvider.class, loader).stream()
                .filter(provider -> provider.type().getClassLoader() == loader)
                .map(provider -> new PluginProvider(provider.get()))
                .toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("--plugins must name jars with methods, in " + jars
                    + " there is none: a jar lists its providers in META-INF/services/"
                    + MethodProvider.class.getName());
        }
        Map<String, String> places = new HashMap<>();
        own.descriptors().forEach(method -> places.put(method.name(), "the program itself"));
        for (PluginProvider provider : found) {
            for (MethodDescriptor method : provider.descriptors()) {
                String other = places.putIfAbsent(method.name(), provider.place());
                if (other != null) {
                    throw new IllegalArgumentException("--plugins: method " + method.name() + " of " + provider.place()
                            + " must have a name of its own, " + other + " has one of this name");
                }
            }
        }
        return List.copyOf(found);
    }

    private static List<Path> jars(Path path) {
        if (Files.isRegularFile(path)) {
            return List.of(path);
        }
        try (Stream<Path> inside = Files.list(path)) {
            List<Path> jars =
                    new ArrayList<>(inside.filter(file -> file.toString().endsWith(".jar"))
                            .sorted()
                            .toList());
            if (jars.isEmpty()) {
                throw new IllegalArgumentException(
                        "--plugins must name a jar or a directory of jars, " + path + " has none");
            }
            return jars;
        } catch (IOException e) {
            throw new IllegalArgumentException("--plugins must name a jar or a directory of jars, was " + path, e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("--plugins must name files, was " + jar, e);
        }
    }

    /** Wraps the method provider of a jar, and reports its errors with the name of the jar. */
    private static final class PluginProvider implements MethodProvider {

        private final MethodProvider provider;
        private final String place;
        private final List<MethodDescriptor> descriptors;

        /** A provider whose descriptors are asked for once. */
        PluginProvider(MethodProvider provider) {
            this.provider = provider;
            CodeSource source = provider.getClass().getProtectionDomain().getCodeSource();
            this.place = provider.getClass().getName()
                    + (source == null ? "" : " of " + source.getLocation().getPath());
            this.descriptors = List.copyOf(made("descriptors()", provider::descriptors));
        }

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
                        "--plugins: " + what + " of " + place + " cannot be used: " + Words.reason(e) + " ("
                                + e.getClass().getSimpleName() + ")",
                        e);
            }
        }
    }
}
