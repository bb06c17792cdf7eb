// SPDX-License-Identifier: Apache-2.0
// region:all
/** A project of somebody else that brings solvers of its own. */
module own {
    requires io.hedgerow.dp;
}
// endregion
