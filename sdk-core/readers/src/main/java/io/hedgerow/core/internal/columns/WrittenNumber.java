// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableKind.Coding;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.Optional;

/**
 * Converts numbers of one column that are written in another way than those of the file or in another unit: a cell x is
 * read as {@code factor · x + shift}.
 *
 * @param factor finite, not 0
 * @param shift finite, added after the factor
 * @param decimal what stands before the decimals; empty as in the file
 * @param thousands what stands between groups of digits; empty for nothing
 */
public record WrittenNumber(double factor, double shift, Optional<Character> decimal, String thousands)
        implements Coding {

    public static final WrittenNumber PLAIN = new WrittenNumber(1, 0, Optional.empty(), "");

    /** The same where the file says which sign its decimals have. */
    public WrittenNumber in(boolean decimalComma) {
        return decimal.isPresent()
                ? this
                : new WrittenNumber(factor, shift, Optional.of(decimalComma ? ',' : '.'), thousands);
    }

    private char sign() {
        return decimal.orElse('.');
    }

    @Override
    public VariableKind kind() {
        return VariableKind.NUMERIC;
    }

    @Override
    public double code(String cell) {
        String text = cell.strip();
        if (!thousands.isEmpty()) {
            text = text.replace(thousands, "").replace("\u00a0", thousands.isBlank() ? "" : "\u00a0");
        }
        if (sign() == ',') {
            if (text.indexOf('.') >= 0) {
                return Double.NaN; // 1.500 would be read as another number than it may be
            }
            text = text.replace(',', '.');
        }
        char[] letters = text.toCharArray();
        return factor * NumberToken.parse(letters, 0, letters.length) + shift;
    }

    @Override
    public String complaint(String text) {
        return NumberToken.complaint(text, sign() == ',');
    }
}
