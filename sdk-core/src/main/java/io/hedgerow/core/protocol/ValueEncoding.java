package io.hedgerow.core.protocol;

/**
 * How changed values are written on the wire. Whatever is chosen, both ends continue from the values that were sent.
 */
public enum ValueEncoding {
    /** IEEE double, 8 bytes: nothing is rounded. */
    FLOAT64,
    /** IEEE float of a change towards a multiple of the resolution, 4 bytes. */
    FLOAT32,
    /**
     * Whole multiples of the resolution with a variable length, 1 to 9 bytes, mostly 1 to 3. Sums are exact in any
     * order of the sites, because they are sums of integers, as long as they stay below 2^53 steps.
     */
    FIXED
}
