// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

/** A message of a site: an update for a task, an answer to a question, or that it has none. */
public sealed interface SiteReply permits ProtectedUpdate, SiteFailure, Answer {

    /** {@return the sender} */
    SiteId site();

    /** {@return the round of the task or question} */
    int round();
}
