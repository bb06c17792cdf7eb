// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Set;

/**
 * Finds uses of another module's {@code internal} packages. A module of the SDK and the command line may use those that
 * are exported to them by name; the command line also has the kit for files and texts.
 */
final class UseOnlyOwnInternals extends ArchCondition<JavaClass> {

    private static final String ROOT = SdkModules.ROOT;
    private static final Set<String> KIT =
            Set.of(ROOT + "core.internal.text", ROOT + "core.internal.file", ROOT + "core.internal.yaml");

    UseOnlyOwnInternals() {
        super("use only the internal packages of their own module, or those that are exported to it");
    }

    @Override
    public void check(JavaClass user, ConditionEvents events) {
        for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
            String used = dependency.getTargetClass().getBaseComponentType().getPackageName();
            if (used.startsWith(ROOT)
                    && !KIT.contains(used)
                    && List.of(used.split("\\.")).contains("internal")
                    && !mayUse(SdkModules.moduleOf(user.getPackageName()), used)) {
                events.add(SimpleConditionEvent.violated(user, dependency.getDescription()));
            }
        }
    }

    private static boolean mayUse(String user, String used) {
        return SdkModules.moduleOf(used).equals(user) || SdkModules.shares(used, user);
    }
}
