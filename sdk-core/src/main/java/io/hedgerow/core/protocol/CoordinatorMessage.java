// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

/** A message of the coordinator: a task or the outcome that ends the study to every site, a question to one. */
public sealed interface CoordinatorMessage permits Task, Outcome, Question {}
