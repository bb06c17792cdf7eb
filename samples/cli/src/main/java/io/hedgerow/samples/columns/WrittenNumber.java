// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableKind.Coding;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.core.internal.yaml.YamlNode;
import java.util.Optional;

/**
 * Numbers of one column, written in another way than those of the file or in another unit: a cell x is read as
 * {@code factor · x + shift}.
 *
 * @param factor finite, not 0
 * @param shift finite, added after the factor
 * @param decimal what stands before the decimals; empty as in the file
 * @param thousands what stands between groups of digits; empty for nothing
 */
record WrittenNumber(double factor, double shift, Optional<Character> decimal, String thousands) implements Coding {

    static final WrittenNumber PLAIN = new WrittenNumber(1, 0, Optional.empty(), "");

    /** What is said of a column; empty where nothing of this is. */
    static Optional<WrittenNumber> of(YamlNode node) {
        Optional<YamlNode> multiply = node.optional("multiply");
        double factor = multiply.map(by -> by.number("a number other than 0")).orElse(1.0);
        if (!(Math.abs(factor) > 0)) {
            throw multiply.orElseThrow().mustBe("a number other than 0");
        }
        double shift = node.optional("add").map(by -> by.number("a number")).orElse(0.0);
        Optional<Character> decimal = node.optional("decimal").map(WrittenNumber::sign);
        String thousands = node.optional("thousands")
                .map(sign -> sign.matching("[.,']|space", "one of \".\" \",\" \"'\" and space"))
                .orElse("");
        WrittenNumber said = new WrittenNumber(factor, shift, decimal, thousands.equals("space") ? " " : thousands);
        return said.equals(PLAIN) ? Optional.empty() : Optional.of(said);
    }

    static char sign(YamlNode node) {
        return node.matching("comma|point", "comma or point").equals("comma") ? ',' : '.';
    }

    /** The same where the file says which sign its decimals have. */
    WrittenNumber in(boolean decimalComma) {
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
