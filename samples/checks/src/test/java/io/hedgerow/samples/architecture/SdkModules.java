// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the modules of the SDK say of themselves in their {@code module-info}, by their names. */
final class SdkModules {

    static final String ROOT = "io.hedgerow.";
    static final Map<String, ModuleDescriptor> ALL = read();

    /** The heart, the budget and the masks: what sites and coordinators are compiled against. */
    static final Set<String> SEEN_BY_THE_WIRE =
            Set.of(ROOT + "vocabulary", ROOT + "rounds", ROOT + "budget", ROOT + "secureagg");

    private SdkModules() {}

    private static Map<String, ModuleDescriptor> read() {
        Map<String, ModuleDescriptor> found = new TreeMap<>();
        try {
            for (URL url : Collections.list(SdkModules.class.getClassLoader().getResources("module-info.class"))) {
                try (InputStream in = url.openStream()) {
                    ModuleDescriptor descriptor = ModuleDescriptor.read(in);
                    if (descriptor.name().startsWith(ROOT)) {
                        found.put(descriptor.name(), descriptor);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** The modules of the SDK that a module requires, and those that these require. */
    static Set<String> seenBy(String module) {
        Set<String> seen = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(module));
        while (!next.isEmpty()) {
            ALL.get(next.pop()).requires().stream()
                    .map(ModuleDescriptor.Requires::name)
                    .filter(required -> required.startsWith(ROOT) && seen.add(required))
                    .forEach(next::push);
        }
        return seen;
    }

    /** The packages that modules of the SDK other than these and the transport export, to whomever. */
    static String[] packagesOfOthers(Set<String> modules) {
        return ALL.values().stream()
                .filter(module ->
                        !modules.contains(module.name()) && !module.name().equals(ROOT + "transport"))
                .flatMap(module -> module.exports().stream())
                .map(ModuleDescriptor.Exports::source)
                .toArray(String[]::new);
    }

    /** The packages that everybody may use. */
    static Set<String> exported(ModuleDescriptor module) {
        return module.exports().stream()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
    }

    /** Whether a package is exported to this module, or to all. */
    static boolean shares(String used, String user) {
        return ALL.values().stream()
                .flatMap(module -> module.exports().stream())
                .anyMatch(export -> export.source().equals(used)
                        && (!export.isQualified() || export.targets().contains(user)));
    }

    /** {@code io.hedgerow.core} of {@code io.hedgerow.core.graph.export}. */
    static String moduleOf(String packageName) {
        return ROOT + packageName.substring(ROOT.length()).split("\\.", 2)[0];
    }
}
