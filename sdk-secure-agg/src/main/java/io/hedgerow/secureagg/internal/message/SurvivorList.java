// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.util.List;

/** The survivors U3, in ascending order, whose inputs are in the sum. */
public record SurvivorList(Octets ctx2, List<MaskedSignature> survivors, Octets signature) implements Message {
    public SurvivorList {
        survivors = List.copyOf(survivors);
    }

    /** The value that the coordinator signs: H("survivors", cons), 32 bytes. */
    public Octets digest() {
        return Transcript.of("survivors").octets(consistency()).hash();
    }

    /** The value that sites confirm: cons = H("cons", ctx2, U3 in ascending order), 32 bytes. */
    public Octets consistency() {
        return Transcript.of("cons").octets(ctx2).sites(sites()).hash();
    }

    public List<Integer> sites() {
        return survivors.stream().map(MaskedSignature::site).toList();
    }

    void writeTo(MessageWriter out) {
        out.octets(ctx2).list(survivors, item -> item.writeTo(out)).octets(signature);
    }

    static SurvivorList readFrom(MessageReader in) {
        return new SurvivorList(in.hash(), in.list(Integer.BYTES, () -> MaskedSignature.readFrom(in)), in.signature());
    }
}
