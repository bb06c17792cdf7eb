// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.file;

/** One line of JSON, written field by field; what would end a line or a text is escaped. */
public final class JsonLine {

    private final StringBuilder out = new StringBuilder("{");

    /** An empty object. */
    public JsonLine() {}

    /**
     * Adds a text.
     *
     * @param name of the field; needs no escape
     */
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

    /**
     * Adds a whole number.
     *
     * @param name of the field; needs no escape
     */
    public JsonLine number(String name, long value) {
        name(name);
        out.append(value);
        return this;
    }

    private void name(String name) {
        out.append(out.length() == 1 ? "\"" : ",\"").append(name).append("\":");
    }

    /** The object without its last brace: what {@link ChainedLines#append} takes. */
    public String open() {
        return out.toString();
    }

    /** The object: complete. */
    public String closed() {
        return out + "}";
    }
}
