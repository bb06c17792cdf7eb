package io.hedgerow.core.round;

/** What the coordinator sends to every site: a task, or the outcome that ends the study. */
public sealed interface CoordinatorMessage permits Task, Outcome {}
