// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import java.util.Objects;

/**
 * One reason why a site does not take part.
 *
 * @param rule which rule the plan breaks
 * @param message what the rule says, what the plan says, and what to do
 */
public record PlanRefusal(Rule rule, String message) {

    /** The rules of {@link SiteRules}. */
    public enum Rule {
        /** The plan names other sites only. */
        NOT_NAMED,
        /** Too few pinned officers signed the plan, or they signed another one. */
        SIGNATURES,
        /** The plan is not on the list of allowed plans. */
        ALLOWED_PLANS,
        /** Too few sites in a sum. */
        MINIMUM_COHORT,
        /** The coordinator would see what this site sends. */
        SECURE_AGGREGATION,
        /** Too few honest sites in a sum. */
        MINIMUM_HONEST,
        /** The plan promises nothing about people. */
        NO_PRIVACY,
        /** The study asks for more ε. */
        EPSILON,
        /** The study asks for more δ. */
        DELTA,
        /** Another algorithm. */
        ALGORITHM,
        /** More rounds. */
        ROUNDS,
        /** Too little time, for this site's people or its computers. */
        DEADLINE
    }

    public PlanRefusal {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(message, "message");
    }
}
