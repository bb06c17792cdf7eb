package io.hedgerow.core.round;

/** What a site answers to a task: an update, or that it has none. */
public sealed interface SiteReply permits ProtectedUpdate, SiteFailure {

    /**
     * Who answers.
     *
     * @return the sender
     */
    SiteId site();

    /**
     * Which round is answered.
     *
     * @return the round of the task
     */
    int round();
}
