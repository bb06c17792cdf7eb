// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionOffer;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.message.SessionMessage.SiteNonce;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.BadBox;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;

/** A protocol message between a site and the coordinator. Immutable; what was read is well formed and nothing more. */
public sealed interface Message permits SessionMessage, SlotMessage, SumMessage {

    /** The byte form: one byte for the kind of message, then its fields. */
    default Octets encode() {
        MessageWriter out = new MessageWriter();
        write(this, out);
        return out.toOctets();
    }

    private static void write(Message message, MessageWriter out) {
        if (message instanceof SessionOffer m) {
            m.writeTo(out.u8(1));
        } else if (message instanceof SiteNonce m) {
            m.writeTo(out.u8(2));
        } else if (message instanceof SessionStart m) {
            m.writeTo(out.u8(3));
        } else if (message instanceof Hello m) {
            m.writeTo(out.u8(4));
        } else if (message instanceof Encapsulated m) {
            m.writeTo(out.u8(5));
        } else if (message instanceof RoundOpen m) {
            m.writeTo(out.u8(6));
        } else if (message instanceof Advertise m) {
            m.writeTo(out.u8(7));
        } else if (message instanceof CohortList m) {
            m.writeTo(out.u8(8));
        } else if (message instanceof ShareMessage m) {
            m.writeTo(out.u8(9));
        } else if (message instanceof RoundInput m) {
            m.writeTo(out.u8(10));
        } else if (message instanceof MaskedInput m) {
            m.writeTo(out.u8(11));
        } else if (message instanceof SurvivorList m) {
            m.writeTo(out.u8(12));
        } else if (message instanceof Consistency m) {
            m.writeTo(out.u8(13));
        } else if (message instanceof UnmaskRequest m) {
            m.writeTo(out.u8(14));
        } else if (message instanceof UnmaskShares m) {
            m.writeTo(out.u8(15));
        } else if (message instanceof BadBox m) {
            m.writeTo(out.u8(16));
        }
    }

    /** Reads a message of a site, which is named when the message is malformed. */
    static Message decodeFromSite(Octets bytes, int site) {
        return decode(new MessageReader(bytes, site));
    }

    static Message decodeFromCoordinator(Octets bytes) {
        return decode(new MessageReader(bytes, -1));
    }

    private static Message decode(MessageReader in) {
        int kind = in.u8();
        Message message =
                switch (kind) {
                    case 1 -> SessionOffer.readFrom(in);
                    case 2 -> SiteNonce.readFrom(in);
                    case 3 -> SessionStart.readFrom(in);
                    case 4 -> Hello.readFrom(in);
                    case 5 -> Encapsulated.readFrom(in);
                    case 6 -> RoundOpen.readFrom(in);
                    case 7 -> Advertise.readFrom(in);
                    case 8 -> CohortList.readFrom(in);
                    case 9 -> ShareMessage.readFrom(in);
                    case 10 -> RoundInput.readFrom(in);
                    case 11 -> MaskedInput.readFrom(in);
                    case 12 -> SurvivorList.readFrom(in);
                    case 13 -> Consistency.readFrom(in);
                    case 14 -> UnmaskRequest.readFrom(in);
                    case 15 -> UnmaskShares.readFrom(in);
                    case 16 -> BadBox.readFrom(in);
                    default -> throw in.malformed("a message must be of kind 1 to 16, was " + kind);
                };
        in.requireEnd();
        return message;
    }
}
