// SPDX-License-Identifier: Apache-2.0
// region:all
/** An independent project with one dependency. */
module outside {
    requires io.hedgerow.core;
}
// endregion
