// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.internal.release.UnitOfRows;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the noise variance that is scaled to 1: a given number, or the smallest variance among the pooled columns.
 *
 * <p>That smallest variance is computed from the rows of all sites: it is for runs that are not private. A private run
 * has to be given a number.
 */
public final class UnitChoice {

    private enum Kind {
        GIVEN,
        SMALLEST_VARIANCE,
        SMALLEST_VARIANCE_IF_FAR
    }

    private final Kind kind;
    private final double given;

    private UnitChoice(Kind kind, double given) {
        this.kind = kind;
        this.given = given;
    }

    public static UnitChoice raw() {
        return new UnitChoice(Kind.GIVEN, 1);
    }

    /**
     * What the option {@code --unit} says.
     *
     * @param text {@code auto}, a number, or null when it was not given
     * @param preset what the run starts from: published settings are for rows as they are
     */
    public static UnitChoice of(@Nullable String text, @Nullable Preset preset) {
        if (text == null) {
            boolean recommended = preset == null || preset == Preset.RECOMMENDED || preset == Preset.GRADUAL;
            return recommended ? new UnitChoice(Kind.SMALLEST_VARIANCE_IF_FAR, 1) : raw();
        }
        if (text.equals("auto")) {
            return new UnitChoice(Kind.SMALLEST_VARIANCE, 1);
        }
        double number;
        try {
            number = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            number = Double.NaN;
        }
        if (!(number > 0) || number == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("--unit must be auto, or a finite number > 0, was " + text);
        }
        return new UnitChoice(Kind.GIVEN, number);
    }

    public boolean isGiven() {
        return kind == Kind.GIVEN;
    }

    public double publicNumber() {
        if (kind == Kind.SMALLEST_VARIANCE) {
            throw new IllegalArgumentException(
                    "--unit auto is computed from the rows, which a private run must not do: give a number, such as a"
                            + " noise variance known beforehand");
        }
        return given;
    }

    /** The variance that counts as 1, of the rows of all sites where it is not given. */
    public double number(List<SiteData> sites, List<String> warnings) throws InterruptedException {
        if (kind == Kind.GIVEN) {
            return given;
        }
        double smallest = UnitOfRows.smallestVariance(sites, null);
        if (kind == Kind.SMALLEST_VARIANCE_IF_FAR) {
            double unit = MethodSettings.unitOf(smallest);
            if (unit != 1) {
                warnings.add(note(unit));
            }
            return unit;
        }
        return smallest;
    }

    /** The unit that rows suggest as a method's parameter; empty where one was given or settings fit the rows. */
    public static Optional<String> ofRows(NamedMethod asked, List<SiteData> prepared) throws InterruptedException {
        NamedMethod used = UnitOfRows.chosen(asked, prepared, null);
        return used.equals(asked)
                ? Optional.empty()
                : Optional.ofNullable(used.parameters().get("unit"));
    }

    public static String note(double variance) {
        return String.format(
                Locale.ROOT,
                "the smallest variance of a column is %.3g, while the settings are for a noise variance near 1: it"
                        + " counts as 1, as with --unit auto; with unit 1 rows are taken as they are",
                variance);
    }
}
