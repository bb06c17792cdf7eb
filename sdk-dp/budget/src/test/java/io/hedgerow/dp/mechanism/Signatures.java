// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The public members of a class of another library, a line each, as they are kept in a file beside its adapter. */
public final class Signatures {

    private Signatures() {}

    /** The lines of a file without those that begin with #. */
    public static List<String> read(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    /** Every public constructor and method that the classes declare, sorted by class. */
    public static List<String> of(Class<?>... types) {
        List<String> lines = new ArrayList<>();
        for (Class<?> type : types) {
            Stream.concat(Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods()))
                    .filter(member -> Modifier.isPublic(member.getModifiers()) && !member.isSynthetic())
                    .map(member -> line(type, member))
                    .sorted()
                    .forEach(lines::add);
        }
        return lines;
    }

    /** Whether a line names types of Java only. */
    public static boolean isOfJava(String line) {
        return !line.replaceFirst("^\\S+ ", "").contains("com.google");
    }

    private static String line(Class<?> type, Executable member) {
        String parameters = Arrays.stream(member.getParameterTypes())
                .map(Class::getTypeName)
                .collect(Collectors.joining(", "));
        String name = member instanceof Method method
                ? (Modifier.isStatic(method.getModifiers()) ? "static " : "")
                        + method.getReturnType().getTypeName() + " " + method.getName()
                : "new";
        return type.getSimpleName() + " " + name + "(" + parameters + ")"
                + (member.isAnnotationPresent(Deprecated.class) ? " deprecated" : "");
    }
}
