// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

/** A library that prints. */
public final class PrintsStackTrace {
    public void say(Exception thrown) {
        thrown.printStackTrace();
    }
}
