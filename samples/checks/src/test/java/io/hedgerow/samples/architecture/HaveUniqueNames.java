// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Of all classes none has the simple name of another. Generated ones and descriptions of packages do not count. */
final class HaveUniqueNames extends ArchCondition<JavaClass> {

    private final Map<String, JavaClass> first = new HashMap<>();

    HaveUniqueNames() {
        super("have a simple name of their own");
    }

    @Override
    public void init(Collection<JavaClass> all) {
        first.clear();
        all.forEach(one -> first.putIfAbsent(one.getSimpleName(), one));
    }

    @Override
    public void check(JavaClass one, ConditionEvents events) {
        JavaClass other = first.get(one.getSimpleName());
        if (!one.getSimpleName().equals("package-info") && !one.equals(other)) {
            events.add(SimpleConditionEvent.violated(
                    one, one.getName() + " has the simple name of " + (other == null ? "none" : other.getName())));
        }
    }
}
