// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The public types of some packages as text: each package, and under it each type that others can name, nested ones
 * behind the type that they are in.
 */
final class PublicApi {

    private static final String INDENT = "    ";
    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

    private PublicApi() {}

    /** The listing of these packages. */
    static List<String> listing(Iterable<JavaClass> classes, Collection<String> packages) {
        List<String> lines = new ArrayList<>();
        for (String name : new TreeSet<>(packages)) {
            lines.add(name);
            StreamSupport.stream(classes.spliterator(), false)
                    .filter(type -> type.getPackageName().equals(name) && isPublic(type))
                    .map(type ->
                            INDENT + type.getName().substring(name.length() + 1).replace('$', '.'))
                    .sorted()
                    .forEach(lines::add);
        }
        return lines;
    }

    /**
     * The signatures of these packages as callers see them, with type arguments: each type with its supertypes, and
     * under it the constructors, methods and fields that others can use.
     */
    static List<String> signatures(Iterable<JavaClass> classes, Collection<String> packages) {
        List<String> lines = new ArrayList<>();
        StreamSupport.stream(classes.spliterator(), false)
                .filter(type -> packages.contains(type.getPackageName()) && isPublic(type))
                .sorted(Comparator.comparing(JavaClass::getName))
                .forEach(type -> {
                    lines.add(type.getName().replace('$', '.') + supertypes(type));
                    type.getMembers().stream()
                            .filter(PublicApi::isUsable)
                            .map(member -> INDENT + signature(member))
                            .sorted()
                            .forEach(lines::add);
                });
        return lines;
    }

    private static String supertypes(JavaClass type) {
        String names = Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream())
                .map(JavaClass::getName)
                .filter(name -> !name.equals("java.lang.Object"))
                .sorted()
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " : " + names;
    }

    private static boolean isUsable(JavaMember member) {
        return (member.getModifiers().contains(JavaModifier.PUBLIC)
                        || member.getModifiers().contains(JavaModifier.PROTECTED))
                && !member.getModifiers().contains(JavaModifier.SYNTHETIC)
                && !OF_EVERY_OBJECT.contains(member.getName());
    }

    private static String signature(JavaMember member) {
        String modifiers = Stream.of(JavaModifier.PROTECTED, JavaModifier.STATIC, JavaModifier.ABSTRACT)
                .filter(member.getModifiers()::contains)
                .map(modifier -> modifier.name().toLowerCase(Locale.ROOT) + " ")
                .collect(Collectors.joining());
        if (member instanceof JavaCodeUnit code) {
            String parameters =
                    code.getParameterTypes().stream().map(JavaType::getName).collect(Collectors.joining(", "));
            return modifiers + code.getName() + "(" + parameters + ") "
                    + code.getReturnType().getName();
        }
        return modifiers + member.getName() + " "
                + ((JavaField) member).getType().getName();
    }

    /** What is listed and is not there, and what is there and not listed. */
    static List<String> differences(List<String> listed, List<String> found) {
        List<String> differences = new ArrayList<>();
        Set<String> before = qualified(listed);
        Set<String> now = qualified(found);
        now.stream().filter(type -> !before.contains(type)).forEach(type -> differences.add("not listed: " + type));
        before.stream().filter(type -> !now.contains(type)).forEach(type -> differences.add("gone: " + type));
        return differences;
    }

    /** All packages of these classes that have a type which others can name, but for those called internal. */
    static Set<String> packages(Iterable<JavaClass> classes) {
        return StreamSupport.stream(classes.spliterator(), false)
                .filter(PublicApi::isPublic)
                .map(JavaClass::getPackageName)
                .filter(name -> !List.of(name.split("\\.")).contains("internal"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> qualified(List<String> listing) {
        Set<String> names = new TreeSet<>();
        String current = "";
        for (String line : listing) {
            current = line.startsWith(INDENT) ? current : line;
            names.add(line.startsWith(INDENT) ? current + "." + line.strip() : line);
        }
        return names;
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && type.getEnclosingClass().map(PublicApi::isPublic).orElse(true);
    }
}
