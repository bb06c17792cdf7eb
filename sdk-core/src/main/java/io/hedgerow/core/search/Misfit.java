// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

/**
 * A way in which data disagree with one network for all sites, linear or additive with normal noise, or cannot show
 * one. While one is seen, probabilities are of a model that is known to be wrong, or lean on what noise has hidden.
 */
public enum Misfit {
    /** Correlations differ between sites by more than chance. */
    SITES_DIFFER("sites-differ", "the sites differ by more than chance, so no single network fits all"),
    /** Columns have other standard deviations at other sites, as in other units. */
    SCALES_DIFFER(
            "scales-differ",
            "columns vary more at some sites than at others, as in other units, so weights in units fit no site"),
    /**
     * The network leaves correlations open that rows of its number should not; in additive models, of their columns. It
     * does not show the reason: many effects too weak to be seen one by one, a hidden cause and bent relations all do.
     */
    UNEXPLAINED(
            "structure-unexplained",
            "some correlations are left that no single edge can be credited with; possible reasons: many effects too "
                    + "weak for so many rows, a hidden cause, relations that are not linear"),
    /** A network with hidden causes explains the correlations better than every network without. */
    HIDDEN_CAUSE(
            "hidden-cause",
            "a network in which causes are hidden explains the correlations better than any without: see the marks of "
                    + "the edges"),
    /**
     * A variable does not behave in the rows of some interventions as was said: it follows from its causes otherwise
     * than elsewhere though it is no target, or follows from them though it was set.
     */
    MECHANISMS_DIFFER(
            "mechanisms-differ",
            "some variables do not follow from their causes as the interventions say, so these may be others"),
    /** The noise of a private release is larger than the data in too many of their directions. */
    BURIED(
            "buried-in-noise",
            "the noise of the release hides much of what distinguishes edges, as in dense networks or with a "
                    + "small budget: expect many wrong edges"),
    /** Residuals bend with a cause. */
    NOT_LINEAR("not-linear", "some relations are not linear"),
    /** Residuals have other tails than a normal distribution. */
    NOT_GAUSSIAN("not-gaussian", "noise is not normally distributed");

    private final String code;
    private final String meaning;

    Misfit(String code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** {@return its name in results, such as {@code sites-differ}} */
    public String code() {
        return code;
    }

    /** {@return its meaning for people, a clause without full stop} */
    public String meaning() {
        return meaning;
    }
}
