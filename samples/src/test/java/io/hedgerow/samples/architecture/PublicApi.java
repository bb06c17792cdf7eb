// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The public types of some packages as text: each package, and under it each type that others can name, nested ones
 * behind the type that they are in.
 */
final class PublicApi {

    private static final String INDENT = "    ";

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

    /** What is listed and is not there, and what is there and not listed. */
    static List<String> differences(List<String> listed, List<String> found) {
        List<String> differences = new ArrayList<>();
        Set<String> before = qualified(listed);
        Set<String> now = qualified(found);
        now.stream().filter(type -> !before.contains(type)).forEach(type -> differences.add("not listed: " + type));
        before.stream().filter(type -> !now.contains(type)).forEach(type -> differences.add("gone: " + type));
        return differences;
    }

    /** Types that are not inside another. */
    static long topLevel(List<String> listing) {
        return listing.stream()
                .filter(line -> line.startsWith(INDENT) && line.indexOf('.') < 0)
                .count();
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
