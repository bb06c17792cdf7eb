// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads strict JSON for tests; throws on anything RFC 8259 does not allow. */
final class TinyJson {

    private final String text;
    private int at;

    private TinyJson(String text) {
        this.text = text;
    }

    static Object read(String text) {
        TinyJson json = new TinyJson(text);
        Object value = json.value();
        json.space();
        if (json.at != text.length()) {
            throw json.wrong("end");
        }
        return value;
    }

    private Object value() {
        space();
        char c = text.charAt(at);
        if (c == '{') {
            return object();
        }
        if (c == '[') {
            return array();
        }
        if (c == 't' || c == 'f') {
            return word();
        }
        return c == '"' ? string() : number();
    }

    private Boolean word() {
        boolean value = text.startsWith("true", at);
        if (!value && !text.startsWith("false", at)) {
            throw wrong("true or false");
        }
        at += value ? 4 : 5;
        return value;
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        take('{');
        do {
            space();
            String key = string();
            space();
            take(':');
            if (object.put(key, value()) != null) {
                throw wrong("a new key");
            }
            space();
        } while (skip(','));
        take('}');
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        take('[');
        space();
        if (skip(']')) {
            return array;
        }
        do {
            array.add(value());
            space();
        } while (skip(','));
        take(']');
        return array;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        take('"');
        while (text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c < ' ') {
                throw wrong("no control character");
            }
            string.append(c == '\\' ? escaped() : c);
        }
        take('"');
        return string.toString();
    }

    private char escaped() {
        char c = text.charAt(at++);
        if (c == 'u') {
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        }
        if (c != '"' && c != '\\') {
            throw wrong("an escape");
        }
        return c;
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(start, at);
        if (!number.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
            throw wrong("a number");
        }
        return Double.valueOf(number);
    }

    private void space() {
        while (at < text.length() && " \n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean skip(char c) {
        boolean there = text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void take(char c) {
        if (!skip(c)) {
            throw wrong(String.valueOf(c));
        }
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("expected " + expected + " at " + at + " of " + text);
    }
}
