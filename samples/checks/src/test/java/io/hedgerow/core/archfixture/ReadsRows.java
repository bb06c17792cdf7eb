// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import io.hedgerow.core.data.rows.InMemoryRows;

/** Reads data without a permit. */
public final class ReadsRows {
    public void read(InMemoryRows rows) {
        rows.forEachRow(row -> {});
    }
}
