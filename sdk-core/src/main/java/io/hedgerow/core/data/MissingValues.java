package io.hedgerow.core.data;

/**
 * What a reader does with a record that has a missing cell. Filling cells in is not offered: it changes the moments that
 * structure learning rests on and belongs to the site's own data preparation.
 */
public enum MissingValues {
    /** Reading fails at the first missing cell. */
    REFUSE,
    /** The whole record is left out. Biased unless cells are missing completely at random. */
    SKIP_ROW
}
