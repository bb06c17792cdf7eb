// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds public and protected members of public classes whose types are a library's, or internal to the SDK, also inside
 * of generics.
 */
final class ShowNoTypeOf extends ArchCondition<JavaClass> {

    private final Predicate<String> hidden;

    private ShowNoTypeOf(String what, Predicate<String> hidden) {
        super("show no type of " + what + " to their callers");
        this.hidden = hidden;
    }

    /** Of a library, by the beginning of its names. */
    static ShowNoTypeOf library(String prefix) {
        return new ShowNoTypeOf(prefix, name -> name.startsWith(prefix));
    }

    /** Of a package that no module exports. */
    static ShowNoTypeOf internals() {
        return new ShowNoTypeOf(
                "internal packages", name -> name.startsWith("io.hedgerow.") && name.contains(".internal."));
    }

    @Override
    public void check(JavaClass shown, ConditionEvents events) {
        if (!visible(shown)) {
            return;
        }
        List<JavaType> parents = new ArrayList<>(shown.getInterfaces());
        shown.getSuperclass().ifPresent(parents::add);
        report(shown, shown.getFullName(), parents, events);
        for (JavaMember member : shown.getMembers()) {
            if (exported(member)) {
                report(shown, member.getFullName(), types(member), events);
            }
        }
    }

    private void report(JavaClass shown, String where, List<JavaType> types, ConditionEvents events) {
        for (JavaType type : types) {
            for (JavaClass raw : type.getAllInvolvedRawTypes()) {
                if (hidden.test(raw.getBaseComponentType().getName())) {
                    events.add(SimpleConditionEvent.violated(shown, where + " shows " + raw.getName()));
                }
            }
        }
    }

    private static boolean visible(JavaClass shown) {
        return exportedModifiers(shown.getModifiers())
                && shown.getEnclosingClass().map(ShowNoTypeOf::visible).orElse(true);
    }

    private static boolean exported(JavaMember member) {
        return exportedModifiers(member.getModifiers());
    }

    private static boolean exportedModifiers(java.util.Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static List<JavaType> types(JavaMember member) {
        List<JavaType> types = new ArrayList<>();
        if (member instanceof JavaField field) {
            types.add(field.getType());
        } else if (member instanceof JavaCodeUnit code) {
            types.add(code.getReturnType());
            types.addAll(code.getParameterTypes());
            types.addAll(code.getExceptionTypes());
        }
        return types;
    }
}
