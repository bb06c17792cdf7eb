package io.hedgerow.dp.archfixture;

/** Stands for any class of sdk-dp. */
public final class DpThing {}
