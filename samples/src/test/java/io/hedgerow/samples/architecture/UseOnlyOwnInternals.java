package io.hedgerow.samples.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Set;

/** Finds uses of another module's {@code internal} packages; the kit for files and texts serves all modules. */
final class UseOnlyOwnInternals extends ArchCondition<JavaClass> {

    private static final String ROOT = "io.hedgerow.";
    private static final Set<String> KIT =
            Set.of(ROOT + "core.internal.text", ROOT + "core.internal.file", ROOT + "core.internal.yaml");

    UseOnlyOwnInternals() {
        super("use only the internal packages of their own module");
    }

    @Override
    public void check(JavaClass user, ConditionEvents events) {
        for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
            String used = dependency.getTargetClass().getBaseComponentType().getPackageName();
            if (used.startsWith(ROOT)
                    && !KIT.contains(used)
                    && List.of(used.split("\\.")).contains("internal")
                    && !module(used).equals(module(user.getPackageName()))) {
                events.add(SimpleConditionEvent.violated(user, dependency.getDescription()));
            }
        }
    }

    private static String module(String packageName) {
        return packageName.substring(ROOT.length()).split("\\.", 2)[0];
    }
}
