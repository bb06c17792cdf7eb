// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a constant by its name in lower case with dashes: {@code fed-sparse} for {@code FED_SPARSE}. Letter case and
 * underscores are forgiven.
 */
final class DashNames<E extends Enum<E>> implements ITypeConverter<E> {

    private final List<E> constants;

    DashNames(Class<E> type) {
        this.constants = List.of(type.getEnumConstants());
    }

    static List<String> ofAll(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> Words.dashed((Enum<?>) constant))
                .toList();
    }

    @Override
    public E convert(String value) {
        String wanted = value.strip().toLowerCase(Locale.ROOT).replace('_', '-');
        for (E constant : constants) {
            if (Words.dashed(constant).equals(wanted)) {
                return constant;
            }
        }
        List<String> allowed = constants.stream().map(Words::dashed).toList();
        throw new TypeConversionException("must be one of " + String.join(", ", allowed) + "; was '" + value + "'"
                + Nearest.to(wanted, allowed)
                        .map(near -> " (did you mean '" + near + "'?)")
                        .orElse(""));
    }
}
