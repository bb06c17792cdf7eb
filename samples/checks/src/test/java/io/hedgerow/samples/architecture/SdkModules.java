// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the modules of the SDK say of themselves in their {@code module-info}, by their names. */
final class SdkModules {

    static final String ROOT = "io.hedgerow.";
    static final Map<String, ModuleDescriptor> ALL = read();

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
