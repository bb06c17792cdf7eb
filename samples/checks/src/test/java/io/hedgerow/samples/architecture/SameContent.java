// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares two objects field by field, through all that they refer to. */
final class SameContent {

    private final IdentityHashMap<Object, Object> seen = new IdentityHashMap<>();

    private SameContent() {}

    static boolean of(Object first, Object second) throws IllegalAccessException {
        return new SameContent().same(first, second);
    }

    private boolean same(Object first, Object second) throws IllegalAccessException {
        if (first == second) {
            return true;
        }
        if (first == null || second == null) {
            return false;
        }
        if (first instanceof Map<?, ?> map && second instanceof Map<?, ?> other) {
            return map.keySet().equals(other.keySet())
                    && same(List.copyOf(new HashMap<>(map).values()), List.copyOf(new HashMap<>(other).values()));
        }
        if (first instanceof List<?> list && second instanceof List<?> other) {
            return same(list.toArray(), other.toArray());
        }
        if (first.getClass() != second.getClass()) {
            return false;
        }
        if (first instanceof Optional<?> some) {
            return same(some.orElse(null), ((Optional<?>) second).orElse(null));
        }
        if (first.getClass().isArray()) {
            return sameArray(first, second);
        }
        if (first instanceof Enum<?> || first.getClass().getName().startsWith("java.")) {
            return first.equals(second) || !hasContent(first.getClass());
        }
        return second.equals(seen.put(first, second)) || sameFields(first, second);
    }

    private boolean sameArray(Object first, Object second) throws IllegalAccessException {
        int length = Array.getLength(first);
        boolean same = length == Array.getLength(second);
        for (int k = 0; same && k < length; k++) {
            same = same(Array.get(first, k), Array.get(second, k));
        }
        return same;
    }

    private boolean sameFields(Object first, Object second) throws IllegalAccessException {
        for (Class<?> type = first.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    if (!same(field.get(first), field.get(second))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Locks and the like are as good as each other. */
    private static boolean hasContent(Class<?> type) {
        try {
            return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every class must have equals, " + type + " has none", e);
        }
    }
}
