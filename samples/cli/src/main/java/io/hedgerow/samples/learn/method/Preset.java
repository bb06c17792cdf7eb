// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

/** A named set of parameters for a method that runs in rounds. */
public enum Preset {
    /** The settings that did best in our measurements. */
    RECOMMENDED,
    /** The same with penalties that begin softly: for long chains of weak edges. */
    GRADUAL,
    /** The simulated experiments of paper 002. */
    PAPER,
    /** The growing schedule of paper 001. */
    PAPER_ADMM,
    /** Paper 002's settings for the Sachs data. */
    PAPER_SACHS
}
