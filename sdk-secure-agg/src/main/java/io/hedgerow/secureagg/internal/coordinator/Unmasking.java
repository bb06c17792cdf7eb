// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.codec.LaneLayout.CorruptSumException;
import io.hedgerow.secureagg.internal.codec.LaneSink;
import io.hedgerow.secureagg.internal.codec.LaneSource;
import io.hedgerow.secureagg.internal.key.KeySchedule;
import io.hedgerow.secureagg.internal.key.KeySchedule.SecretKind;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.mask.MaskKernel;
import io.hedgerow.secureagg.internal.mask.MaskStream;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.sharing.ShamirSharing;
import io.hedgerow.secureagg.internal.sharing.ShamirSharing.Interpolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Removes the masks from a sum: the self-mask of every surviving site, and the pairwise masks between lost and
 * surviving sites.
 */
final class Unmasking {

    private final ShareBoard board;
    private final Octets ctx2;
    private final List<Integer> sharing;
    private final List<Integer> survivors;
    private final List<UnmaskShares> shares;
    private final Interpolation interpolation;

    /** Needs exactly as many shares as the threshold, all of them as committed to. */
    Unmasking(
            ShareBoard board, Octets ctx2, List<Integer> sharing, List<Integer> survivors, List<UnmaskShares> shares) {
        this.board = board;
        this.ctx2 = ctx2;
        this.sharing = sharing;
        this.survivors = survivors;
        this.shares = shares;
        int[] points = shares.stream().mapToInt(one -> one.site() + 1).toArray();
        interpolation = new ShamirSharing(points.length).interpolation(points);
    }

    long[] sum(MaskKernel kernel, LaneSource maskedSum) {
        List<MaskStream> masks = new ArrayList<>();
        Set<Integer> included = Set.copyOf(survivors);
        for (int place = 0; place < sharing.size(); place++) {
            int site = sharing.get(place);
            if (included.contains(site)) {
                byte[] seed = secret(SecretKind.SELF_SEED, site, place);
                byte[] key = KeySchedule.selfMask(seed, ctx2, site);
                masks.add(MaskStream.subtracting(key));
                KeySchedule.erase(seed, key);
            } else {
                byte[] wrapKey = secret(SecretKind.WRAP_KEY, site, place);
                survivors.forEach(other -> masks.add(pairMask(site, other, wrapKey)));
                KeySchedule.erase(wrapKey);
            }
        }
        long[] sum = new long[maskedSum.lanes()];
        kernel.apply(maskedSum, masks, LaneSink.to(sum));
        if (sum[sum.length - 1] != survivors.size()) {
            throw new CorruptSumException("the count lane must say " + survivors.size() + " sites, did not");
        }
        return sum;
    }

    private byte[] secret(SecretKind kind, int owner, int place) {
        byte[] secret = interpolation.combine(shares.stream()
                .map(one -> one.shares().get(place).share().toBytes())
                .toList());
        board.requireSecret(kind, owner, secret);
        return secret;
    }

    /** The survivor added this mask when the lost site has the larger number, and subtracted it otherwise. */
    private MaskStream pairMask(int lost, int survivor, byte[] wrapKey) {
        byte[] seed = board.unwrap(lost, survivor, wrapKey);
        byte[] key = KeySchedule.pairMask(seed, ctx2);
        MaskStream mask = lost > survivor ? MaskStream.subtracting(key) : MaskStream.adding(key);
        KeySchedule.erase(seed, key);
        return mask;
    }
}
