// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Methods in jars that are not part of the program, found as services of {@link MethodProvider}. */
public final class PluginJars {

    private PluginJars() {}

    /**
     * The program's methods and those of jars.
     *
     * @param paths jars, or directories with jars
     * @return a catalogue of both; the program's own without paths
     * @throws IllegalArgumentException when a path has no jar, the jars no method that can be loaded, or a method the
     *     name of another
     */
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
                            "--plugins: methods of " + jars + " cannot be used: " + e.getMessage(), e);
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
}
