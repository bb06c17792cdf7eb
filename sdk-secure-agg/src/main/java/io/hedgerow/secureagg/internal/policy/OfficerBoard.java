// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.secureagg.internal.key.IdentityKey;
import io.hedgerow.secureagg.internal.key.Octets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The people of the consortium who vouch for rosters. Whoever writes the roster can make up sites, and among made-up
 * sites a sum is one site's input: so the coordinator must not be among them, and a quorum must sign. Immutable and
 * thread-safe.
 *
 * @param officers their keys, which every site has from elsewhere than the coordinator
 * @param quorum signatures needed
 */
public record OfficerBoard(List<IdentityKey> officers, int quorum) {
    public OfficerBoard {
        officers = List.copyOf(officers);
        if (new HashSet<>(officers).size() != officers.size()) {
            throw new IllegalArgumentException("officers must have different keys, had not");
        }
        if (!(quorum >= 1 && quorum <= officers.size())) {
            throw new IllegalArgumentException("quorum must be 1 to " + officers.size() + ", was " + quorum);
        }
    }

    /**
     * Accepts a roster.
     *
     * @param signatures of the roster's hash, by officer's place in the list
     * @throws IllegalArgumentException when fewer than a quorum signed, or the coordinator is an officer
     */
    public void require(Roster roster, Map<Integer, Octets> signatures) {
        if (officers.contains(roster.coordinator())) {
            throw new IllegalArgumentException("the coordinator must not be an officer, was one");
        }
        Octets hash = roster.hash();
        Set<Integer> signed = new HashSet<>();
        signatures.forEach((officer, signature) -> {
            if (officer >= 0
                    && officer < officers.size()
                    && officers.get(officer).verifies(hash, signature)) {
                signed.add(officer);
            }
        });
        if (signed.size() < quorum) {
            throw new IllegalArgumentException(
                    "a roster must be signed by " + quorum + " officers, was signed by " + signed.size());
        }
    }
}
