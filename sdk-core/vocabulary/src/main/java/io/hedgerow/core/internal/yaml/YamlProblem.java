// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.yaml;

/** A document that cannot be read; the message names file, line, key, value and what is allowed. */
public final class YamlProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Names a line, counted from 1, the value and what is allowed. */
    public YamlProblem(String file, int line, String message) {
        super(file + ":" + line + ": " + message);
    }

    public YamlProblem(String message) {
        super(message);
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
