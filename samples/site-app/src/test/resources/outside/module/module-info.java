// SPDX-License-Identifier: Apache-2.0
// region:all
/** A project of somebody else with one dependency. */
module outside {
    requires io.hedgerow.core;
}
// endregion
