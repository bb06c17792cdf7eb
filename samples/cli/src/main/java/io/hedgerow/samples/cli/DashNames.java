// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a constant by its name in lower case with dashes: {@code zero-out} for {@code ZERO_OUT}. Letter case and
 * underscores are forgiven.
 */
final class DashNames<E extends Enum<E>> implements ITypeConverter<E> {

    private final Class<E> type;

    DashNames(Class<E> type) {
        this.type = type;
    }

    static List<String> ofAll(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> Words.dashed((Enum<?>) constant))
                .toList();
    }

    @Override
    public E convert(String value) {
        String wanted = value.strip().toLowerCase(Locale.ROOT).replace('_', '-');
        Optional<E> found = Words.constant(type, wanted);
        if (found.isPresent()) {
            return found.get();
        }
        List<String> allowed = ofAll(type);
        throw new TypeConversionException("must be one of " + String.join(", ", allowed) + "; was '" + value + "'"
                + Nearest.to(wanted, allowed)
                        .map(near -> " (did you mean '" + near + "'?)")
                        .orElse(""));
    }
}
