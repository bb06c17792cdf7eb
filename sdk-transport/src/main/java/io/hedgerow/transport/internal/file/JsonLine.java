// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.file;

/** Writes one line of JSON, field by field, and escapes what would end a line or a text. */
public final class JsonLine {

    private final StringBuilder out = new StringBuilder("{");

    public JsonLine() {}

    public JsonLine text(String name, String value) {
        name(name);
        out.append('"');
        for (int k = 0; k < value.length(); k++) {
            char c = value.charAt(k);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c >= 0x7f) {
                out.append("\\u")
                        .append(hex(c >> 12))
                        .append(hex(c >> 8))
                        .append(hex(c >> 4))
                        .append(hex(c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
        return this;
    }

    private static char hex(int value) {
        return Character.forDigit(value & 0xf, 16);
    }

    public JsonLine number(String name, long value) {
        name(name);
        out.append(value);
        return this;
    }

    /** A finite number that need not be whole. */
    public JsonLine number(String name, double value) {
        name(name);
        out.append(value);
        return this;
    }

    private void name(String name) {
        out.append(out.length() == 1 ? "\"" : ",\"").append(name).append("\":");
    }

    /** The object without its last brace, for {@link ChainedLines#append}. */
    public String open() {
        return out.toString();
    }

    public String closed() {
        return out + "}";
    }
}
