// SPDX-License-Identifier: Apache-2.0
// region:all
/** An independent project that brings solvers of its own. */
module own {
    requires io.hedgerow.dp;
}
// endregion
