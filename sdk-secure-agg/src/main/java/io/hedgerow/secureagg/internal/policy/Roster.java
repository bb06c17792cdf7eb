// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.secureagg.internal.key.IdentityKey;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The ordered list of at most 65534 sites that may take part, each with its public key. Immutable. */
public record Roster(IdentityKey coordinator, List<Member> members) {

    /** Share points are 1 to 65535. */
    private static final int MOST = 65_534;

    public record Member(String name, IdentityKey key) {}

    public Roster {
        members = List.copyOf(members);
        if (!(members.size() >= 2 && members.size() <= MOST)) {
            throw new IllegalArgumentException("members must be 2 to " + MOST + ", were " + members.size());
        }
        Set<Object> seen = new HashSet<>(Set.of(coordinator));
        for (Member member : members) {
            if (!seen.add(member.key) || !seen.add(member.name)) {
                throw new IllegalArgumentException(
                        "names and keys of a roster must be unique, those of " + member.name + " were not");
            }
        }
    }

    public int size() {
        return members.size();
    }

    /** The name of this roster, which sites pin: H("roster", coordinator, then number, name and key of each site). */
    public Octets hash() {
        Transcript transcript = Transcript.of("roster").octets(coordinator.encoded());
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            transcript.u32(i).text(member.name).octets(member.key.encoded());
        }
        return transcript.hash();
    }
}
