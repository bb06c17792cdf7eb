package io.hedgerow.core.archfixture;

/** Named after nothing. */
public final class GraphUtils {}
