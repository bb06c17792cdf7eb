// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.learn.method.SitePrivacy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * Computes the cost of a study for a user who has data at several of its sites. A site's ledger bounds the loss from
 * that site's data; sites cannot compare their keys, so a user at m sites is protected by the composition of the
 * updates of m sites, and by nothing less.
 *
 * <p>Noise of their own: m mechanisms that answer the same rounds, composed round by round. Gaussian releases of μ are
 * one of √m·μ. Shared noise: the m contributions move one sum in the same direction, and its noise is there once. A
 * Gaussian release of μ is one of m·μ. The proof: {@code docs/privacy-proofs/ledger.md}.
 */
public final class MultiSiteCost {

    private MultiSiteCost() {}

    /** The costs for a user at two sites, and at all, where a finite ε can be certified; empty for a single site. */
    public static List<SitePrivacy.AtSites> of(
            Collection<List<MechanismEvent>> plans, boolean sharedNoise, double delta, SharedAccounting accounting) {
        int all = plans.size();
        if (all < 2) {
            return List.of();
        }
        List<MechanismEvent> worst = worst(plans);
        List<SitePrivacy.AtSites> entries = new ArrayList<>();
        for (int sites : new TreeSet<>(List.of(2, all))) {
            MechanismEvent event = sharedNoise ? sharedNoise(worst, sites) : ownNoise(worst, sites);
            certified(event, delta, accounting)
                    .ifPresent(epsilon -> entries.add(new SitePrivacy.AtSites(sites, epsilon)));
        }
        return entries;
    }

    private static OptionalDouble certified(MechanismEvent event, double delta, SharedAccounting accounting) {
        try {
            return OptionalDouble.of(accounting.rule().charge(event, delta).amount());
        } catch (IllegalArgumentException e) {
            return OptionalDouble.empty(); // no accountant has a finite bound, so there is none to print
        }
    }

    /** Events that bound those of every plan, one by one. */
    static List<MechanismEvent> worst(Collection<List<MechanismEvent>> plans) {
        return new LinkedHashSet<>(plans)
                .stream()
                        .reduce(MultiSiteCost::dearer)
                        .orElseThrow(() -> new IllegalArgumentException("plans must hold at least one, was empty"));
    }

    /** The same rounds of m sites: in each round every site answers before the next one begins. */
    static MechanismEvent ownNoise(List<MechanismEvent> rounds, int sites) {
        List<MechanismEvent> steps = new ArrayList<>();
        rounds.forEach(round -> steps.addAll(Collections.nCopies(sites, round)));
        return new MechanismEvent.Sequence(steps);
    }

    /** One sum a round, of sensitivity m times as large under the same noise. */
    static MechanismEvent sharedNoise(List<MechanismEvent> rounds, int sites) {
        return new MechanismEvent.Sequence(
                rounds.stream().map(round -> times(round, sites)).toList());
    }

    private static MechanismEvent times(MechanismEvent event, int sites) {
        if (event instanceof MechanismEvent.Gaussian gaussian) {
            return new MechanismEvent.Gaussian(Math.nextUp(sites * gaussian.mu()), gaussian.count());
        }
        if (event instanceof MechanismEvent.PureDp pure) {
            return new MechanismEvent.PureDp(Math.nextUp(sites * pure.epsilon()), pure.count());
        }
        if (event instanceof MechanismEvent.Sequence sequence) {
            return sharedNoise(sequence.steps(), sites);
        }
        throw new IllegalArgumentException("shared noise must be Gaussian, was " + event);
    }

    private static List<MechanismEvent> dearer(List<MechanismEvent> left, List<MechanismEvent> right) {
        if (left.size() != right.size()) {
            throw new IllegalArgumentException("the sites of a study must have plans alike, have " + left.size()
                    + " and " + right.size() + " rounds");
        }
        List<MechanismEvent> steps = new ArrayList<>();
        for (int k = 0; k < left.size(); k++) {
            steps.add(dearer(left.get(k), right.get(k)));
        }
        return steps;
    }

    private static MechanismEvent dearer(MechanismEvent left, MechanismEvent right) {
        if (left.equals(right)) {
            return left;
        }
        if (left instanceof MechanismEvent.Gaussian a && right instanceof MechanismEvent.Gaussian b) {
            return new MechanismEvent.Gaussian(Math.max(a.mu(), b.mu()), Math.max(a.count(), b.count()));
        }
        if (left instanceof MechanismEvent.Selection a && right instanceof MechanismEvent.Selection b) {
            return new MechanismEvent.Selection(
                    Math.max(a.boundedRange(), b.boundedRange()), Math.max(a.count(), b.count()));
        }
        if (left instanceof MechanismEvent.Laplace a && right instanceof MechanismEvent.Laplace b) {
            return new MechanismEvent.Laplace(Math.min(a.scale(), b.scale()), Math.max(a.count(), b.count()));
        }
        if (left instanceof MechanismEvent.PureDp a && right instanceof MechanismEvent.PureDp b) {
            return new MechanismEvent.PureDp(Math.max(a.epsilon(), b.epsilon()), Math.max(a.count(), b.count()));
        }
        if (left instanceof MechanismEvent.Distance a && right instanceof MechanismEvent.Distance b) {
            return new MechanismEvent.Distance(
                    Math.max(a.totalVariation(), b.totalVariation()), Math.max(a.count(), b.count()));
        }
        if (left instanceof MechanismEvent.Sequence a && right instanceof MechanismEvent.Sequence b) {
            return new MechanismEvent.Sequence(dearer(a.steps(), b.steps()));
        }
        throw new IllegalArgumentException(
                "the sites of a study must have plans alike, have " + left + " and " + right);
    }
}
