// SPDX-License-Identifier: Apache-2.0
/** A look at rows before learning: what is in the way, what would mislead, and what to do. */
module io.hedgerow.inspect {
    requires transitive io.hedgerow.vocabulary;
    requires transitive io.hedgerow.readers;
    requires static transitive org.jspecify;

    exports io.hedgerow.core.inspect;
}
