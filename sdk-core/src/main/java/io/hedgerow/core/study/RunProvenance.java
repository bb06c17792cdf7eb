// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

/** The software that computes, as results, plans and ledgers name it. */
public final class RunProvenance {

    /** Name and version of this software. */
    public static final String SOFTWARE = "hedgerow 0.2.0";

    private RunProvenance() {}
}
