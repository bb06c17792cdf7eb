// region:all
/** A project of somebody else with one dependency. */
module outside {
    requires io.hedgerow.transport;
}
// endregion
