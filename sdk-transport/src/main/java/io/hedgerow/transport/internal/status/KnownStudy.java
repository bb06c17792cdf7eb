// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A study of a coordinator that has several.
 *
 * @param state such as {@code queued}: a word in lower case
 * @param reason why it is in that state; empty when there is nothing to say
 * @param status what happens in it; empty while it does not run
 */
public record KnownStudy(String name, String state, String reason, Optional<Supplier<StudyStatus>> status) {}
