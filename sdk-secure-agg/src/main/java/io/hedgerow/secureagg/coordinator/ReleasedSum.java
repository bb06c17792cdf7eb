package io.hedgerow.secureagg.coordinator;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.message.Receipt;
import java.util.Objects;

/**
 * A sum that sites have opened for the coordinator.
 *
 * @param value what it is a sum of, as {@link io.hedgerow.secureagg.policy.ReleaseGuard#valueOf} names it
 * @param receipt of it
 * @param lanes its lanes, little-endian
 * @param total the running total after it, little-endian; empty when sums are not added up
 */
public record ReleasedSum(Octets value, Receipt receipt, Octets lanes, Octets total) {
    public ReleasedSum {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(receipt, "receipt");
        Objects.requireNonNull(lanes, "lanes");
        Objects.requireNonNull(total, "total");
    }
}
