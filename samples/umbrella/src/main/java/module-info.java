// SPDX-License-Identifier: Apache-2.0
/** The whole SDK: requiring this module reads all of its parts. */
module io.hedgerow {
    requires transitive io.hedgerow.core;
    requires transitive io.hedgerow.dp;
    requires transitive io.hedgerow.transport;
}
